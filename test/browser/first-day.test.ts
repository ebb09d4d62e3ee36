import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { engineKeySettings } from '../../src/main/process/engine-keys.ts';
import { engineSettings, readEngines } from '../../src/main/settings/engines.ts';
import { firstLink } from '../../src/pipeline/accounts/links.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { type BrowserVisitor, newVisitor } from '../support/browser.ts';
import { fixture } from '../support/engines.ts';
import { type OwnDashboard, ownDashboard, serve } from '../support/sample-dashboard.ts';
import { LOOPBACK_REACH, sitePage, startSite, TANDEMLY, type TestSite } from '../support/site.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { doAllTasks } from '../support/tasks.ts';
import { random } from '../support/world.ts';

/**
 * From a domain to the first chart as a new user does it: with a made-up site and an engine on this machine,
 * following only what the pages say. It counts clicks, so that a longer way fails.
 */

/** The made-up site with more questions, so that one collection is enough for a rate. */
const SITE = {
  ...TANDEMLY,
  '/faq': sitePage({
    title: 'Questions | Tandemly',
    body: [
      'track billable hours',
      'plan a launch with freelancers',
      'share a budget with clients',
      'keep deadlines across time zones',
    ]
      .map((what) => `<h3>How do agencies ${what}?</h3>`)
      .join(''),
  }),
};

let own: OwnDashboard;
let site: TestSite;
let engine: Stub;
let visitor: BrowserVisitor;
let page: Page;
let environment: Record<string, string> = {};
const config = { secretKey: 'a key of at least thirty-two characters', databaseUrl: '' };

before(async () => {
  site = await startSite(SITE);
  engine = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  environment = { SIGHTLINE_OPENAI_BASE_URL: engine.baseUrl };
  own = await ownDashboard(Date.now(), (store) => ({
    sites: siteReaderWith({ reach: LOOPBACK_REACH }),
    configured: async (db) => readEngines(await engineSettings(environment, db, config)),
    engineKeys: engineKeySettings(environment, store.main, config),
  }));
  visitor = await newVisitor(await serve(own));
  ({ page } = visitor);
});
after(async () => {
  await visitor.close();
  await own.close();
  await site.stop();
  await engine.stop();
});

let [clicks, fields] = [0, 0];

async function press(name: string | RegExp): Promise<void> {
  clicks += 1;
  await page
    .getByRole('link', { name })
    .or(page.getByRole('button', { name }))
    .or(page.locator('summary', { hasText: name }))
    .first()
    .click();
}

async function type(label: string | RegExp, text: string): Promise<void> {
  fields += 1;
  await page.getByLabel(label).first().fill(text);
}

/** The most clicks and fields from the first link to the first chart. */
const MOST_CLICKS = 11;
const MOST_FIELDS = 6;

test('from a domain to the first chart', async (context) => {
  const { path } = await firstLink({ db: own.store.main, now: own.clock.now, random });
  await visitor.open(path);
  await type('Your name', 'Ada');
  await type('Email', 'ada@tandemly.example');
  await type('Password', 'correct horse battery staple');
  await type('Organization', 'Tandemly');
  await press('Create the first user');

  await type('Domain', `http://tandemly.example:${site.port}/`);
  await press('Read its pages');
  await press('Review your choice');
  assert.match(await page.innerText('main'), /Create Tandemly\?[\s\S]*Engines\s+ChatGPT/);
  await press('Create the brand');
  assert.match(await page.innerText('main'), /The first day 2 of 7/);

  await press('A key for each engine');
  await press(/^Enter\s+OpenAI/);
  await type('Key of OpenAI', 'sk-right');
  await press('Save');

  await press('Overview');
  await press('First answers');
  await press(/^Ask 6 questions, for about/);
  await page.waitForURL(/\/tasks\//);
  const { ready } = readEngines(await engineSettings(environment, own.store.main, config));
  await doAllTasks(own.store, { clock: own.clock, engines: ready });
  await page.getByText('Done').first().waitFor();
  await press('Overview');

  assert.match(await page.innerText('main'), /The first day 5 of 7[\s\S]*Alert addresses[\s\S]*Colleagues/);
  assert.ok((await page.locator('main svg').count()) > 0, 'a chart is there');
  assert.match(await page.innerText('main'), /6 of 6|100%/);
  context.diagnostic(`${clicks} clicks, ${fields} fields`);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  assert.ok(fields <= MOST_FIELDS, `${fields} fields`);
  assert.equal(engine.requests.length, 6);
  assert.deepEqual(visitor.faults, { errors: [], foreignRequests: [] });
});

test("the script's text about the ticks equals the server's", async () => {
  const token = (await visitor.context.cookies()).find(({ name }) => name === 'sightline')?.value ?? '';
  const origin = new URL(page.url()).origin;
  const told = [];
  for (const javaScriptEnabled of [true, false]) {
    const other = await newVisitor(origin, { token, javaScriptEnabled });
    await other.open('/new-brand');
    await other.page.getByLabel('Domain').fill(`http://tandemly.example:${site.port}/`);
    await other.page.getByRole('button', { name: 'Read its pages' }).click();
    const says: string[] = [];
    const note = async () => {
      const update = other.page.getByRole('button', { name: 'Update the cost' });
      if ((await update.count()) > 0) await update.click();
      const marked = await other.page.locator('#shown tr[aria-current]').allInnerTexts();
      const accept = await other.page.locator('.accept b').innerText();
      says.push(accept, await other.page.locator('#proposals-head').innerText(), ...marked);
    };
    await note();
    for (const button of ['Tick none: Questions', 'Tick all: Markets', 'Tick all: Questions']) {
      await other.page.getByRole('button', { name: button }).click();
      await note();
    }
    await other.page.getByLabel('Question alternatives to Kestrel Boards').uncheck();
    await other.page.getByLabel('Claude (API)').check();
    await note();
    told.push(says);
    assert.deepEqual(other.faults, { errors: [], foreignRequests: [] });
    await other.close();
  }
  const [byScript = [], byServer] = told;
  assert.deepEqual(byScript, byServer);
  assert.ok(byScript.includes('Questions: 5. Answers a day: 20. About $36.00 a month.'), byScript.join('; '));
});
