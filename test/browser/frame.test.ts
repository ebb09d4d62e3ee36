import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { loadAssets } from '../../src/dashboard/assets.ts';
import { aboveTheFoldOf, type BrowserVisitor, newVisitor } from '../support/browser.ts';
import { SAMPLE_BRAND, SAMPLE_ORGANIZATION } from '../support/page-addresses.ts';
import { type SampleDashboard, sampleDashboard, serve } from '../support/sample-dashboard.ts';

/** More than any of these pages has above its middle. */
const MOST_TABS = 150;

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

  test('Tab and Enter lead from the overview to what changed, its answers, things to do, and a competitor, also without a script', async () => {
    for (const { page } of [visitor, plain]) {
      await page.setViewportSize({ width: 1366, height: 900 });
      await page.goto(HOME);
      await enter(page, 'Where it moved', '**/alerts/alr_*');
      await enter(page, /^\d+ of \d+$|^\d+ answers?/, '**/answers?*');
      assert.ok((await page.locator('a[id^="go-"]').count()) > 0, 'answers are listed');
      await page.goto(HOME);
      await enter(page, /^The whole list/, '**/todo');
      const open = await page.getByRole('button', { name: 'Take on' }).count();
      await enter(page, 'Take on', '**/todo');
      assert.equal(await page.getByRole('button', { name: 'Take on' }).count(), open - 1);
      await enter(page, 'Taken on', '**/todo?state=taken');
      await enter(page, 'Open again', '**/todo');
      assert.equal(await page.getByRole('button', { name: 'Take on' }).count(), open);
      await enter(page, 'Competitors', '**/competitors');
      await enter(page, 'Plotwise', '**/competitors?*beside=Plotwise*');
      assert.match(await page.locator('#beside').innerText(), /^Plotwise on /);
      await enter(page, /^\d+$/, '**/answers?*');
    }
    assert.deepEqual(visitor.faults.errors, []);
  });

  /** Tabs to the first link or button with this text, and presses Enter. */
  async function enter(page: Page, text: string | RegExp, to: string): Promise<void> {
    const isThere = (focused: string) => (typeof text === 'string' ? focused === text : text.test(focused));
    const seen: string[] = [];
    while (!isThere(seen.at(-1) ?? '')) {
      assert.ok(seen.length < MOST_TABS, `${page.url()} has no ${text}: ${seen.join(' | ')}`);
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('(document.activeElement?.innerText ?? "").trim()'));
    }
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForURL(to);
  }

  test('needs less than 12 kB of script', () => {
    assert.ok(gzipSync(loadAssets().script.body).length < 12_000);
  });
});
