import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { axeIn, type BrowserVisitor, newVisitor, overflowIn } from '../support/browser.ts';
import { isNightly } from '../support/effort.ts';
import { type History, historyLines, type Said } from '../support/history.ts';
import { type OwnDashboard, ownDashboard, serve } from '../support/sample-dashboard.ts';
import { ACME_BRAND, acmeFile, DAY_MS, HOUR_MS, NOW, pipelineOn } from '../support/world.ts';

/** Each state that the overview's headline tells, as a brand with such answers, and what it says. */

/** Ten answers a day, of which so many name Acme. */
const naming = (count: (day: number) => number) => (day: number, prompt: number) => ({
  acme: prompt < count(day),
});

interface State {
  readonly engines?: readonly string[];
  readonly prompts?: readonly { readonly text: string }[];
  readonly histories: readonly Omit<History, 'brand'>[];
  readonly headline: RegExp;
  readonly lead: RegExp;
}

const STEADY = { from: 60, to: 0, say: naming(() => 6) };
const ofDays =
  (days: readonly number[], said: (prompt: number) => Said) =>
  (day: number, prompt: number): Said | null =>
    days.includes(day) ? said(prompt) : null;

const STATES: Readonly<Record<string, State>> = {
  'a-change-holds': {
    histories: [{ ...STEADY, say: naming((day) => (day < 8 ? 2 : 6)) }],
    headline:
      /^ChatGPT \(API\) names [a-z-]+ in 20% of answers since about Nov 13, 60% before: still so today\.$/,
    lead: /^▼ -40\.0 points, beyond chance\. Where it moved$/,
  },
  'a-change-is-over': {
    histories: [{ ...STEADY, say: naming((day) => (day >= 10 && day < 20 ? 1 : 6)) }],
    headline: /^ChatGPT \(API\) names [a-z-]+ as often as before again, since about Nov 1\d\.$/,
    lead: /^The fall lasted about \d+ days\. Where it moved$/,
  },
  'an-engine-is-silent': {
    engines: ['chatgpt', 'claude'],
    histories: [
      STEADY,
      {
        ...STEADY,
        engine: 'claude',
        say: (day, prompt) => (day < 4 ? { failed: true } : { acme: prompt < 5 }),
      },
    ],
    headline: /^Claude \(API\) has not answered since Nov 1\d; its figures stop there\.$/,
    lead: /^\d+ answers are missing, and count nowhere as zero\. Engines and keys$/,
  },
  'no-key': {
    engines: ['perplexity'],
    histories: [],
    headline: /^No engine has a key yet, so nothing is asked\.$/,
    lead: /^Add one key, and the first answers come within minutes\. Or start with the answers another tool collected\./,
  },
  'the-first-day': {
    engines: ['chatgpt', 'claude'],
    prompts: Array.from({ length: 12 }, (_, index) => ({ text: `prompt ${index}` })),
    histories: [{ from: 0, to: 0, prompts: 4, say: (_day, prompt) => ({ acme: prompt < 3 }) }],
    headline: /^4 of today’s 28 answers are in\.$/,
    lead: /^ChatGPT \(API\) names [a-z-]+ in 3 of 4\. A share appears at 5 answers, a change at 30 on each side: about Nov 30\. What comes when$/,
  },
  'too-few': {
    histories: [
      { from: 60, to: 0, prompts: 3, say: ofDays([33, 30, 2, 6, 8, 11], (prompt) => ({ acme: prompt < 2 })) },
    ],
    headline: /^Too few answers yet to tell a change\.$/,
    lead: /^ChatGPT \(API\) has \d+ of the 30 it needs on each side\. .*Ask more often$/,
  },
  'no-change': {
    histories: [STEADY],
    headline: /^No engine names [a-z-]+ more or less often than before\.$/,
    lead: /^One engine compared with .*\. With these questions, a change of \d+ points or more on ChatGPT \(API\) would show within a week\. All checks$/,
  },
  'the-window-alone': {
    // A slow decline: its weeks differ too little for an alert.
    histories: [
      { ...STEADY, say: (day, prompt) => ({ acme: (61 * prompt + 37 * day) % 100 < 35 + day / 2 }) },
    ],
    headline: /^ChatGPT \(API\) names [a-z-]+ in \d+% of answers, \d+% on Sep 25\s–\sOct 22\.$/,
    lead: /^No alert has confirmed that: the last 7 days against the 28 before decide\. All checks$/,
  },
};

/** How many days are evaluated: a change that is over needs those of its beginning and its end. */
const WATCHED_DAYS = 20;

describe('the headline in each state, in a browser', () => {
  let own: OwnDashboard;
  let visitor: BrowserVisitor;
  before(async () => {
    const disabled = [{ engine: 'perplexity', provider: 'perplexity', missing: 'A_KEY', micros: 1 }];
    own = await ownDashboard(undefined, () => ({ configured: { ready: [], disabled } }));
    const { apply, importLines, watch } = pipelineOn(own.store, own.clock);
    // Histories name a brand by its id.
    const brands = Object.entries(STATES).map(([id, { engines = ['chatgpt'], prompts }]) => ({
      ...ACME_BRAND,
      ...{ id, name: id, engines, ...(prompts && { prompts }) },
    }));
    await apply(acmeFile(brands));
    for (const [brand, { histories }] of Object.entries(STATES))
      for (const history of histories) await importLines(historyLines({ ...history, brand }));
    for (let day = WATCHED_DAYS; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS - HOUR_MS / 2 });
    await planNow(own.store.main, NOW);
    const { token } = await own.dashboard.signedIn('editor');
    visitor = await newVisitor(await serve(own), { token });
  });
  after(async () => {
    await visitor.close();
    await own.close();
  });

  for (const [index, [brand, { headline, lead }]] of Object.entries(STATES).entries()) {
    test(brand.replaceAll('-', ' '), async () => {
      const { page } = visitor;
      assert.equal(await visitor.open(`/brands/${brand}`), 200);
      assert.match(await page.getByRole('heading', { level: 1 }).innerText(), headline);
      assert.match((await page.locator('.lead').first().innerText()).trim(), lead);
      const found: string[] = [];
      for (const width of [390, 1366]) {
        for (const each of await overflowIn(page, width)) found.push(`${width}: ${each}`);
        for (const colorScheme of ['light', 'dark'] as const) {
          if (!isNightly && (index + Number(width > 390) + Number(colorScheme === 'dark')) % 4 > 0) continue;
          await page.emulateMedia({ colorScheme });
          for (const each of await axeIn(page)) found.push(`${width} ${colorScheme}: ${each}`);
        }
      }
      assert.deepEqual(found, []);
    });
  }
});
