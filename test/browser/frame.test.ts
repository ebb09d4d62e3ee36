import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { loadAssets } from '../../src/dashboard/assets.ts';
import { aboveTheFoldOf, type BrowserVisitor, newVisitor } from '../support/browser.ts';
import { SAMPLE_BRAND, SAMPLE_ORGANIZATION } from '../support/page-addresses.ts';
import { type SampleDashboard, sampleDashboard, serve } from '../support/sample-dashboard.ts';

const HOME = `/brands/${SAMPLE_BRAND}`;

describe('the frame of every page, in a browser', () => {
  let samples: SampleDashboard;
  let visitor: BrowserVisitor;
  let plain: BrowserVisitor;
  before(async () => {
    samples = await sampleDashboard();
    const origin = await serve(samples);
    const { token } = await samples.dashboard.signedIn('admin', SAMPLE_ORGANIZATION);
    visitor = await newVisitor(origin, { token });
    plain = await newVisitor(origin, { token, javaScriptEnabled: false });
  });
  after(async () => {
    await visitor.close();
    await plain.close();
    await samples.close();
  });

  const pathOf = ({ page }: BrowserVisitor) => new URL(page.url()).pathname + new URL(page.url()).search;

  test('g and a letter goes to a page with the filters; / searches; ? shows the keys; a field takes them as text', async () => {
    const { page } = visitor;
    await visitor.open(`${HOME}?window=7d`);
    await page.keyboard.press('?');
    assert.ok(await page.locator('#keys').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(!(await page.locator('#keys').isVisible()));
    await page.keyboard.press('g');
    await Promise.all([page.waitForURL('**/trend*'), page.keyboard.press('t')]);
    assert.equal(pathOf(visitor), `${HOME}/trend?window=7d`);
    await Promise.all([page.waitForURL('**/find*'), page.keyboard.press('/')]);
    await page.keyboard.press('/');
    await page.keyboard.type('g/?t');
    assert.equal(await page.locator('#find').inputValue(), 'g/?t');
  });

  test('on a phone the header has at most 96 pixels, also without a script, and every way on', async () => {
    for (const { page } of [visitor, plain]) {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const path of ['', '/questions', '/answers', '/alerts', '/setup']) {
        await page.goto(`${HOME}${path}`);
        const box = await page.locator('header.top').boundingBox();
        assert.ok(box && box.height <= 96, `${path}: ${box?.height}`);
      }
      await page.locator('.sections-open').click();
      assert.ok(await page.getByRole('link', { name: 'Competitors' }).first().isVisible());
      await page.goto(`${HOME}/sources`);
      await page.locator('#bar-filters summary').click();
      await page.getByRole('radio', { name: /^ChatGPT \(API\)/ }).check();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.waitForURL('**/sources?engine=chatgpt*');
    }
  });

  test('the overview has at most 40 numbers and 8 controls above the fold of a laptop', async () => {
    await visitor.page.setViewportSize({ width: 1366, height: 900 });
    await visitor.open(HOME);
    const { numbers, controls } = await aboveTheFoldOf(visitor.page);
    assert.ok(numbers.length <= 40, numbers.join(' '));
    assert.ok(controls <= 8, `${controls} controls`);
  });

  test('a list changes without loading the page again, and Back undoes it', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitor.open(`${HOME}/answers`);
    await page.evaluate('document.body.dataset.sameDocument = ""');
    const entries = page.locator('a[id^="go-"][data-swap]');
    await entries.nth(1).click();
    const current = (nth: number) => page.locator(`:nth-match(a[id^="go-"], ${nth})[aria-current]`);
    await current(2).waitFor();
    assert.equal(await page.locator('body[data-same-document]').count(), 1, 'the page loaded again');
    await page.goBack();
    await page.waitForURL('**/answers');
    await page.locator(':nth-match(a[id^="go-"], 2):not([aria-current])').waitFor();
    assert.equal(await page.locator('body[data-same-document]').count(), 1, 'the page loaded again');
  });

  test("the day under the pointer becomes a new event's date, and a drag selects days", async () => {
    const { page } = visitor;
    await visitor.open(`${HOME}/trend?engine=chatgpt&by=day`);
    const days = page.locator('#trend-chatgpt a.bucket');
    const at = async (index: number) => {
      const box = (await days.nth(index).boundingBox()) ?? assert.fail('no day');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const added = page.locator('#trend-chatgpt [data-event]');
      return new URL((await added.getAttribute('href')) ?? '', page.url()).searchParams.get('day');
    };
    const from = await at(3);
    await page.mouse.down();
    const until = await at(6);
    await Promise.all([page.waitForURL('**/trend?*window=*'), page.mouse.up()]);
    assert.equal(new URL(page.url()).searchParams.get('window'), `${from}..${until}`);
    assert.deepEqual(visitor.faults.errors, []);
  });

  test('needs less than 12 kB of script', () => {
    assert.ok(gzipSync(loadAssets().script.body).length < 12_000);
  });
});
