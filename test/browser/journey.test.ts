import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { firstLink } from '../../src/pipeline/accounts/links.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import { type BrowserVisitor, newVisitor } from '../support/browser.ts';
import { type OwnDashboard, ownDashboard, serve } from '../support/sample-dashboard.ts';
import { doAllTasks } from '../support/tasks.ts';
import { HOUR_MS, iso, random } from '../support/world.ts';

/**
 * A first visitor's steps in one browser. The server's clock stands at the real time, so that the browser
 * keeps the session cookie.
 */

const PASSWORD = 'correct horse battery staple';
const QUESTIONS = ['best anvils', 'anvils for small workshops', 'who sells good anvils'];

let own: OwnDashboard;
let origin = '';
let visitor: BrowserVisitor;
let page: Page;
let brand = '';

before(async () => {
  own = await ownDashboard(Date.now());
  origin = await serve(own);
  visitor = await newVisitor(origin);
  ({ page } = visitor);
});
after(async () => {
  await visitor.close();
  await own.close();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const heading = () => page.getByRole('heading', { level: 1 }).innerText();

test('from the first link to signing out', async (journey) => {
  await journey.test('the one-time link makes the first user, and works once', async () => {
    const { path } = await firstLink({ db: own.store.main, now: own.clock.now, random });
    assert.equal(await visitor.open(path), 200);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@acme.example');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Organization').fill('Acme Inc');
    await press('Create the first user');
    assert.equal(new URL(page.url()).pathname, '/brands');
    const other = await newVisitor(origin);
    assert.notEqual(await other.open(path), 200);
    await other.close();
  });

  await journey.test('sets up a brand after reviewing the changes', async () => {
    await visitor.open('/new-brand/by-hand');
    await page.getByLabel('Name', { exact: true }).first().fill('Acme');
    await page.getByLabel('Website').first().fill('acme.example');
    await page.getByLabel('Language').fill('en');
    await page.getByLabel('ChatGPT (API)').check();
    await press('Add another competitor');
    await page.getByLabel('Name', { exact: true }).nth(1).fill('Bolt');
    await press('Review the changes');
    assert.match(await heading(), /Create Acme\?/);
    await press('Create the brand');
    brand = /\/brands\/([^/]+)\/questions/.exec(page.url())?.[1] ?? '';
    assert.match(brand, /^acme/);
  });

  await journey.test('pastes many questions at once', async () => {
    await page.getByLabel('Questions, one per line').fill(QUESTIONS.join('\n'));
    await press('Review');
    await press('Save');
    const text = await page.innerText('main');
    for (const question of QUESTIONS) assert.ok(text.includes(question), question);
  });

  await journey.test('imports a table of another tool, and sees a chart with few clicks', async () => {
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    await click(page.locator('summary', { hasText: 'Set up' }).first());
    await click(page.getByRole('link', { name: 'Import', exact: true }).first());
    const buffer = Buffer.from(tableOf(own.clock.at));
    await page.getByLabel('File').setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer });
    await click(page.getByRole('button', { name: 'Look at it' }));
    assert.match(await heading(), /^210 of 210 rows can be imported/);
    await click(page.getByRole('button', { name: 'Import 210 answers' }));
    await doAllTasks(own.store, { clock: own.clock });
    await page.reload();
    assert.match(await page.innerText('main'), /210 answers stored/);
    await click(page.getByRole('link', { name: 'Trend' }).last());
    assert.ok((await page.locator('figure svg').count()) > 0);
    // One more to choose the file.
    assert.ok(clicks + 1 <= 8, String(clicks));
  });

  await journey.test('the overview shows the changes', async () => {
    const deps = { db: own.store.main, now: own.clock.now, random };
    await catchUp(deps, { timeOfDay: EVALUATION_TIME }, { now: own.clock.at });
    await visitor.open(`/brands/${brand}`);
    assert.match(await heading(), /ChatGPT \(API\) names Acme/);
  });

  let key = '';
  await journey.test('shows a new key once, and its curl line works', async () => {
    await visitor.open('/keys');
    await page.locator('summary', { hasText: 'Create a key' }).click();
    await page.getByLabel('Name').first().fill('curl');
    await press('Create the key');
    key = /sl_live_\w+/.exec(await page.innerText('main'))?.[0] ?? '';
    const line = (await page.innerText('main')).match(/curl -s -H '([^']+)' '([^']+)'/);
    const [name = '', value = ''] = line?.[1]?.split(': ') ?? [];
    const response = await fetch(line?.[2] ?? '', { headers: { [name]: value } });
    assert.equal(response.status, 200);
    await page.reload();
    assert.ok(!(await page.content()).includes(key));
  });

  await journey.test('opening an alert marks it as read, here and in the API', async () => {
    const alerts = async () => {
      const response = await fetch(`${origin}/api/v1/alerts`, { headers: { 'x-api-key': key } });
      return ((await response.json()) as { data: { id: string; read: boolean; title: string }[] }).data;
    };
    const [unread] = await alerts();
    assert.equal(unread?.read, false);
    await visitor.open(`/brands/${brand}/alerts`);
    await page.locator(`a[href*="${unread?.id}"]`).first().click();
    assert.ok(page.url().includes(unread?.id ?? '?'));
    assert.equal((await alerts()).find(({ id }) => id === unread?.id)?.read, true);
  });

  await journey.test('a client opens a client link in a private window, and its pages alone', async () => {
    await visitor.open(`/brands/${brand}/reports`);
    await page.getByRole('radio', { name: 'moving with the days' }).check();
    await press('Make report');
    await press('Make a link');
    const link = /http:\/\/127\.0\.0\.1:\d+(\/share\/\S+)/.exec(await sharedLink())?.[1] ?? '';
    const client = await newVisitor(origin);
    assert.equal(await client.open(link), 200);
    assert.match(await client.page.innerText('body'), /Acme/);
    assert.equal(await client.open(`${link}/answers`), 404);
    assert.equal(await client.open(`/brands/${brand}`), 200);
    assert.equal(new URL(client.page.url()).pathname, '/sign-in');
    await client.close();
  });

  /** Text, or a field's value to copy. */
  async function sharedLink(): Promise<string> {
    return String(
      await page.evaluate(
        `document.body.innerText + [...document.querySelectorAll('input')].map((each) => each.value).join()`,
      ),
    );
  }

  await journey.test('signing out ends the session, and the password begins another', async () => {
    await visitor.open('/brands');
    await page
      .locator('details.menu', { has: page.getByText('Alert settings') })
      .locator('summary')
      .click();
    await press('Sign out');
    await visitor.open(`/brands/${brand}`);
    assert.equal(new URL(page.url()).pathname, '/sign-in');
    await page.getByLabel('Email').fill('ada@acme.example');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign in');
    assert.equal(new URL(page.url()).pathname, `/brands/${brand}`);
  });

  assert.deepEqual(visitor.faults, { errors: [], foreignRequests: [] });
});

/**
 * Answers from 35 days that named the brand until six days ago, so that the last evaluated week begins with
 * some that do, at any time of day.
 */
function tableOf(now: number): string {
  const rows = Array.from({ length: 210 }, (_each, at) => {
    const answer = 4 * at > 6 * 24 ? 'We recommend Acme. Bolt is fine too.' : 'We recommend Bolt.';
    return `${iso(now - (4 * at + 1) * HOUR_MS)},ChatGPT (API),${QUESTIONS[at % QUESTIONS.length]},"${answer}"`;
  });
  return ['Created at,Platform,Prompt,Response', ...rows].join('\n');
}
