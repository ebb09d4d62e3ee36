import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import { CLAIM_MEASURES, type Claim, DIRECTIONS, flawOf, MOST_TOP } from '../domain/alerts/claim.ts';
import { ENGINES } from '../domain/answers/engine.ts';
import { DAY_MS } from '../domain/time/period.ts';
import { claimText } from './claim-text.ts';
import { readClaim } from './parse.ts';

/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);

const LEXICON = {
  brands: [
    { name: 'Tandemly', names: ['Tandemly', 'Tandemly Boards'] },
    { name: 'Kestrel Boards', names: ['Kestrel Boards', 'Kestrel'] },
    { name: 'Plot.wise', names: ['Plot.wise'] },
  ],
  engines: ENGINES,
};

const day = (month: number, date: number) => Date.UTC(2026, month - 1, date);

const MONTH = { from: day(11, 1), to: NOW + 1 };
const LAST_MONTH = { from: day(10, 1), to: day(11, 1) };
const LAST_30 = { from: NOW + 1 - 30 * DAY_MS, to: NOW + 1 };
const LAST_7 = { from: NOW + 1 - 7 * DAY_MS, to: NOW + 1 };
const DAYS_28_BEFORE = { from: NOW + 1 - 35 * DAY_MS, to: LAST_7.from };

const CLAIM: Claim = {
  measure: 'named',
  top: null,
  direction: 'higher',
  brand: 'Tandemly',
  versus: null,
  engine: 'chatgpt',
  window: LAST_7,
  baseline: DAYS_28_BEFORE,
  size: null,
};

const versus = { ...CLAIM, versus: 'Kestrel Boards', window: MONTH, baseline: null };
const level = { ...CLAIM, direction: 'at_least', window: LAST_30, baseline: null, size: 40 } as const;

const READ: Readonly<Record<string, Claim>> = {
  'ChatGPT names us more often than Kestrel this month': versus,
  'This month, ChatGPT (API) names Tandemly more often than Kestrel Boards.': versus,
  'On chatgpt, we were mentioned more than Kestrel in November': versus,
  'Our visibility on ChatGPT is higher than Kestrel’s this month!': versus,
  'Kestrel is named more often than us on the ChatGPT app this month': {
    ...versus,
    brand: 'Kestrel Boards',
    versus: 'Tandemly',
    engine: 'chatgpt_app',
  },
  'we are named more often than Kestrel this month': { ...versus, engine: null },
  'ChatGPT names us more often': CLAIM,
  'ChatGPT names us more often than before': CLAIM,
  'our visibility on ChatGPT fell': { ...CLAIM, direction: 'lower' },
  'our visibility on ChatGPT has not changed': { ...CLAIM, direction: 'unchanged' },
  'ChatGPT names us as often as last month, within 5 points': {
    ...CLAIM,
    direction: 'unchanged',
    window: MONTH,
    baseline: LAST_MONTH,
    size: 5,
  },
  'ChatGPT names us more often in the last 7 days than in the 28 days before': CLAIM,
  'ChatGPT names us less often this month': {
    ...CLAIM,
    direction: 'lower',
    window: MONTH,
    baseline: LAST_MONTH,
  },
  'ChatGPT names us more often in October than in September': {
    ...CLAIM,
    window: LAST_MONTH,
    baseline: { from: day(9, 1), to: day(10, 1) },
  },
  'ChatGPT names us more often this week than last week': {
    ...CLAIM,
    window: { from: day(11, 16), to: NOW + 1 },
    baseline: { from: day(11, 9), to: day(11, 16) },
  },
  'ChatGPT names us more often since November 10 by at least 5 points': {
    ...CLAIM,
    window: { from: day(11, 10), to: NOW + 1 },
    baseline: { from: day(11, 10) - (NOW + 1 - day(11, 10)), to: day(11, 10) },
    size: 5,
  },
  'ChatGPT cited our site more often from 2026-11-01 to 2026-11-10 than from October 1st to 10 Oct 2026': {
    ...CLAIM,
    measure: 'cited',
    window: { from: day(11, 1), to: day(11, 11) },
    baseline: { from: day(10, 1), to: day(10, 11) },
  },
  'ChatGPT names us more often in 2026 than in 2025': {
    ...CLAIM,
    window: { from: day(1, 1), to: NOW + 1 },
    baseline: { from: Date.UTC(2025, 0), to: day(1, 1) },
  },
  'ChatGPT names us in at least 40% of answers': level,
  'ChatGPT names us in more than 40 percent of answers in the last 30 days': level,
  'our share of voice on ChatGPT is below 12.5% over the last 2 weeks': {
    ...level,
    measure: 'share',
    direction: 'at_most',
    size: 12.5,
    window: { from: NOW + 1 - 14 * DAY_MS, to: NOW + 1 },
  },
  'ChatGPT lists us in the top 3 in at least 40% of answers': { ...level, measure: 'listed', top: 3 },
  'ChatGPT lists us on average at position 3 or better': {
    ...level,
    measure: 'position',
    direction: 'at_most',
    size: 3,
  },
  'our average position on ChatGPT is better than position 3': {
    ...level,
    measure: 'position',
    direction: 'at_most',
    size: 3,
  },
  'ChatGPT ranks us higher by at least 2 places': { ...CLAIM, measure: 'position', size: 2 },
  'ChatGPT ranks Plot.wise lower than us yesterday': {
    ...versus,
    measure: 'position',
    direction: 'lower',
    brand: 'Plot.wise',
    versus: 'Tandemly',
    window: { from: day(11, 19), to: day(11, 20) },
  },
  'Google AI Overviews recommend us as often as Kestrel this month': {
    ...versus,
    engine: 'google_ai_overview',
    measure: 'recommended',
    direction: 'unchanged',
  },
};

const WEEK = { from: day(11, 16), to: NOW + 1 };
const LAST_WEEK = { from: day(11, 9), to: day(11, 16) };
const OF_KESTREL = { ...versus, window: LAST_30 };
const RANKED = { ...OF_KESTREL, measure: 'position' } as const;
const HALF = { ...level, size: 50 } as const;
const UNCHANGED = { ...CLAIM, direction: 'unchanged' } as const;

/** In analysts' words. */
const ALSO_READ: Readonly<Record<string, Claim>> = {
  'Chat GPT names us more often than Kestrel': OF_KESTREL,
  'the ChatGPT API mentions us more than Kestrel': OF_KESTREL,
  'We are named by Chat-GPT more often than Kestrel': OF_KESTREL,
  'Is ChatGPT naming us more often than Kestrel does?': OF_KESTREL,
  'ChatGPT currently names us more often than it names Kestrel': OF_KESTREL,
  'Our visibility on ChatGPT is above Kestrel': OF_KESTREL,
  "Google's AI Overviews name us more often than Kestrel": { ...OF_KESTREL, engine: 'google_ai_overview' },
  'AI Mode names us more often than Kestrel': { ...OF_KESTREL, engine: 'google_ai_mode' },
  'ChatGPT names us more often than Kestrel by more than 10 points': { ...OF_KESTREL, size: 10 },
  'ChatGPT cites our website more often than Kestrel’s website': { ...OF_KESTREL, measure: 'cited' },
  'ChatGPT ranks us above Kestrel': RANKED,
  'ChatGPT ranks us ahead of Kestrel': RANKED,
  'We outrank Kestrel on ChatGPT': RANKED,
  'Kestrel is ranked below us on ChatGPT': {
    ...RANKED,
    direction: 'lower',
    brand: 'Kestrel Boards',
    versus: 'Tandemly',
  },
  'Our position on ChatGPT got worse': { ...CLAIM, measure: 'position', direction: 'lower' },
  'We show up in over half of ChatGPT answers': HALF,
  'ChatGPT names us in 50 % of answers or more': HALF,
  'ChatGPT names us in fewer than 50% of answers': { ...HALF, direction: 'at_most' },
  'On average, ChatGPT ranks us in the top three': {
    ...level,
    measure: 'position',
    direction: 'at_most',
    size: 3,
  },
  "Our visibility on ChatGPT hasn't changed": UNCHANGED,
  'There was no change in our visibility on ChatGPT': UNCHANGED,
  'Our visibility on ChatGPT is stable': UNCHANGED,
  "We've been named more often on ChatGPT this week than the week before": {
    ...CLAIM,
    window: WEEK,
    baseline: LAST_WEEK,
  },
  'ChatGPT names us more often in the past week': {
    ...CLAIM,
    window: LAST_7,
    baseline: { from: LAST_7.from - 7 * DAY_MS, to: LAST_7.from },
  },
  'ChatGPT names us more often over the past two weeks than in the 14 days before': {
    ...CLAIM,
    window: { from: NOW + 1 - 14 * DAY_MS, to: NOW + 1 },
    baseline: { from: NOW + 1 - 28 * DAY_MS, to: NOW + 1 - 14 * DAY_MS },
  },
  'ChatGPT named us more often in October than in the month before': {
    ...CLAIM,
    window: LAST_MONTH,
    baseline: { from: day(9, 1), to: day(10, 1) },
  },
  'ChatGPT named us more often in Q3 than in the second quarter': {
    ...CLAIM,
    window: { from: day(7, 1), to: day(10, 1) },
    baseline: { from: day(4, 1), to: day(7, 1) },
  },
  'ChatGPT named us more often in Q4 2025 than in Q3 2025': {
    ...CLAIM,
    window: { from: Date.UTC(2025, 9), to: day(1, 1) },
    baseline: { from: Date.UTC(2025, 6), to: Date.UTC(2025, 9) },
  },
};

describe('reads a sentence as', () => {
  for (const [sentence, expected] of [...Object.entries(READ), ...Object.entries(ALSO_READ)]) {
    test(sentence, () => {
      assert.deepEqual(readClaim(sentence, LEXICON, NOW), { claim: expected });
    });
  }
});

const REFUSED: Readonly<Record<string, RegExp>> = {
  'ChatGPT prefers us to Kestrel': /^that may be naming or recommending/,
  'ChatGPT does not name us more often': /^its opposite may mean several things/,
  'ChatGPT names Kestral more often': /^"Kestral" is not understood; did you mean Kestrel\?$/,
  'ChatGPT may name us more often': /^"may" is not understood/,
  'ChatGPT names us': /^it does not say how often: write/,
  'We are the best on ChatGPT': /^it compares a brand with all others/,
  'ChatGPT names us more often than our competitors': /^a claim is about one competitor/,
  'ChatGPT is better': /lacks a brand/,
  'we are better than Kestrel on ChatGPT': /lacks a measure/,
  'ChatGPT names us and Kestrel more often': /two brands without comparing/,
  'ChatGPT and Claude name us more often': /two engines/,
  'ChatGPT names us more often and less often than Kestrel': /two ways at once/,
  'ChatGPT names us more often in May in June in July': /too many windows/,
  'ChatGPT names us in at least 40 answers': /^40 of what\? Write in how many percent/,
  'ChatGPT names us 40% more often than Kestrel':
    /40% of a difference may be relative to the start: write 40 points$/,
  'ChatGPT names us as often as last month, within 5 percent': /write 5 points$/,
  'ChatGPT ranks us below 3': /for a position, that may mean better or worse/,
  'ChatGPT ranks us at least at position 3': /for a position, that may mean better or worse/,
  'ChatGPT ranks us higher by 10%': /a position has no percent/,
  'ChatGPT names and cites us more often': /more than one measure/,
  'ChatGPT ranks us higher since February 30': /^"since" is not understood, and may say when/,
  '': /lacks a brand/,
  '\u0000 ☃ "': /is not understood/,
};

/** Parsable in a sense that many people do not mean. */
const IN_TWO_WAYS: Readonly<Record<string, RegExp>> = {
  'ChatGPT names us less often than the week before': /^before what\? Name the window too/,
  'ChatGPT names us more often in October than the week before': /^before what\? Name the window too/,
  'ChatGPT names us more often before November': /^before what\?/,
  'previously, ChatGPT named us more often': /^before what\?/,
  'ChatGPT names us more often in the last month': /calendar month or 30 days/,
  'Our visibility on ChatGPT fell month over month': /^it names no two windows\./,
  'ChatGPT names us more often than a year ago': /^it names no two windows\./,
  'We are named more often than Gemini': /Sightline never compares engines/,
  'We are named more often than on Gemini last month': /Sightline never compares engines/,
  'We are named more often than every engine': /^Sightline never compares engines/,
  'ChatGPT names us higher than Kestrel': /how often, or how high/,
  'ChatGPT mentions us better than last month': /how often, or how high/,
  'ChatGPT ranks us more often than Kestrel': /a position is better or worse, not more/,
  'our average position on ChatGPT increased': /a position is better or worse, not more/,
  'our average position on ChatGPT is lower than last month': /may be a higher number/,
  'ChatGPT ranks us higher than position 3': /^than what\?/,
  'our position on ChatGPT is more than 3': /^than what\?/,
  'ChatGPT names us in the top 40% of answers': /only a position can be in the top/,
  'ChatGPT names us in 40% of answers or better': /only a position/,
  'our share of answers on ChatGPT grew': /^it lacks a measure/,
  'we have more mentions on ChatGPT than Kestrel': /may be a number of mentions/,
  'ChatGPT names us in more answers than last month': /may be a number or a share of answers/,
  'ChatGPT mentions our site more often': /^engines cite sites/,
  'ChatGPT at least names us more often': /^at least or at most how much\?/,
  'ChatGPT names us less than Kestrel or more': /^at least or at most how much\?/,
  'our visibility over ChatGPT is 40%': /^at least or at most how much\?/,
  'ChatGPT names us more often than Kestrel, within 10 points': /"within" is a margin/,
  'ChatGPT names us as often as Kestrel by 10 points': /^how much may it differ\?/,
};

/** Checks that a sentence is suggested, or that the problem says what to write or that nothing fits. */
function isHelped({ problem, nearest }: { problem: string; nearest: readonly string[] }): void {
  const isSaid =
    /write|make (?:one|two) claims?|does not (?:say|ask|judge)|engines name brands|knows no clear sentence/i;
  assert.ok(nearest.length > 0 || isSaid.test(problem), problem);
}

describe('refuses a sentence, with a readable one like it or what to write', () => {
  for (const [sentence, problem] of [...Object.entries(REFUSED), ...Object.entries(IN_TWO_WAYS)]) {
    test(JSON.stringify(sentence), () => {
      const read = readClaim(sentence, LEXICON, NOW);
      assert.ok('problem' in read, JSON.stringify(read));
      assert.match(read.problem, problem);
      isHelped(read);
      for (const nearest of read.nearest) assert.ok('claim' in readClaim(nearest, LEXICON, NOW), nearest);
    });
  }

  test('the nearest one has the engine, the brands, and the measure of the sentence', () => {
    const read = readClaim('Claude always cites Kestrel less often than Plot.wise', LEXICON, NOW);
    assert.deepEqual(read, {
      problem: 'Sightline does not judge how often that was so: leave "always" out',
      nearest: ['Claude (API) cites Kestrel Boards less often than Plot.wise'],
    });
  });

  test('the nearest one keeps the compared days', () => {
    const read = readClaim('Claude names us less often than in the week before', LEXICON, NOW);
    assert.ok('problem' in read);
    assert.deepEqual(read.nearest, ['Claude (API) names Tandemly less often in the last 7 days than before']);
  });

  test('the nearest one to a level has the level', () => {
    const read = readClaim('Claude names us in 70% of answers', LEXICON, NOW);
    assert.ok('problem' in read);
    assert.deepEqual(read.nearest, [
      'Claude (API) names Tandemly in at least 70% of answers',
      'Claude (API) names Tandemly in at most 70% of answers',
    ]);
  });

  test('property: a word that takes something back never leaves the claim as it was', () => {
    const sentence = fc.constantFrom(...Object.keys(READ), ...Object.keys(ALSO_READ));
    const word = fc.constantFrom(
      ...'not never no hardly almost twice unless without if half neither'.split(' '),
    );
    fc.assert(
      fc.property(sentence, word, fc.nat(), (said, taking, at) => {
        const words = said.split(' ');
        const taken = words.toSpliced(at % words.length, 0, taking).join(' ');
        const [claim, other] = [said, taken].map((each) => readClaim(each, LEXICON, NOW));
        if (other && 'claim' in other) assert.notDeepEqual(other, claim, taken);
      }),
      { numRuns: effort(150, 500) },
    );
  });

  test('property: for any words', () => {
    const word = fc.constantFrom(
      ...'ChatGPT Claude us Kestrel names cites ranks share position more often less at least most than as by within 3 40% 10 points this last month since October before foo unchanged higher the top above week half or better our site answers'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const read = readClaim(words.join(' '), LEXICON, NOW);
        if ('claim' in read) return;
        isHelped(read);
        for (const nearest of read.nearest) {
          const again = readClaim(nearest, LEXICON, NOW);
          assert.ok('claim' in again, `${words.join(' ')} -> ${nearest}`);
          assert.equal(flawOf(again.claim), null, nearest);
        }
      }),
      { numRuns: effort(150, 500) },
    );
  });
});

test('finds a name with its own quotation marks and spaces', () => {
  const odd = 'Ærø  “Δ” Straße';
  const lexicon = { ...LEXICON, brands: [...LEXICON.brands, { name: odd, names: [odd] }] };
  for (const said of [odd, 'Ærø "Δ" Straße', 'ærø Δ straße']) {
    const read = readClaim(`ChatGPT names us more often than ${said} this month`, lexicon, NOW);
    assert.deepEqual(read, { claim: { ...versus, versus: odd } }, said);
  }
});

describe('refuses an ambiguous name, with a readable sentence', () => {
  const [, ...rivals] = LEXICON.brands;
  const self = { name: 'Tandemly', names: ['Tandemly'] };
  const gemini = { name: 'Gemini', names: ['Gemini', 'Bard'] };
  for (const [what, brands, sentence, problem] of [
    ['an engine and a brand', [self, gemini], 'ChatGPT names us more often than Gemini', /is an engine and/],
    ['an engine and the brand itself', [gemini, ...rivals], 'Gemini names us less often', /is an engine and/],
    [
      'two brands',
      [self, { name: 'A', names: ['A', 'Ace'] }, { name: 'B', names: ['B', 'ACE'] }],
      'ChatGPT names ace more often',
      /^"ace" is a name of A and of B: write/,
    ],
  ] as const) {
    test(what, () => {
      const lexicon = { ...LEXICON, brands };
      const read = readClaim(sentence, lexicon, NOW);
      assert.ok('problem' in read, JSON.stringify(read));
      assert.match(read.problem, problem);
      assert.ok(read.nearest.length > 0);
      for (const nearest of read.nearest) assert.ok('claim' in readClaim(nearest, lexicon, NOW), nearest);
    });
  }

  test('but the engine and the brand each have an unambiguous spelling', () => {
    const lexicon = { ...LEXICON, brands: [...LEXICON.brands, gemini] };
    const read = readClaim('Gemini (API) names us more often than Bard this month', lexicon, NOW);
    assert.deepEqual(read, { claim: { ...versus, engine: 'gemini', versus: 'Gemini' } });
  });

  test("but a brand's own name, as written, is that brand", () => {
    const brands = [...LEXICON.brands, { name: 'Ace', names: ['Ace'] }, { name: 'B', names: ['B', 'ACE'] }];
    const read = readClaim('ChatGPT names us more often than Ace this month', { ...LEXICON, brands }, NOW);
    assert.deepEqual(read, { claim: { ...versus, versus: 'Ace' } });
  });
});

test("property: a claim's sentence reads as the same claim", () => {
  const dayOfYear = fc.integer({ min: 1, max: 300 });
  const brand = fc.constantFrom(...LEXICON.brands.map(({ name }) => name));
  const claims = fc
    .record({
      measure: fc.constantFrom(...CLAIM_MEASURES),
      top: fc.option(fc.integer({ min: 1, max: MOST_TOP })),
      direction: fc.constantFrom(...DIRECTIONS),
      brand,
      versus: fc.option(brand),
      engine: fc.option(fc.constantFrom(...ENGINES.map(({ slug }) => slug))),
      days: fc
        .uniqueArray(dayOfYear, { minLength: 4, maxLength: 4 })
        .map((each) => each.sort((a, b) => a - b)),
      isChange: fc.boolean(),
      size: fc.option(fc.integer({ min: 1, max: 99 })),
    })
    .map(({ days, isChange, ...rest }): Claim => {
      const [a = 0, b = 0, c = 0, d = 0] = days.map((each) => Date.UTC(2026, 0, each));
      return { ...rest, window: { from: c, to: d }, baseline: isChange ? { from: a, to: b } : null };
    })
    .filter((claim) => flawOf(claim) === null)
    .filter(
      ({ versus: other, baseline, direction }) =>
        other !== null || baseline !== null || direction.startsWith('at_'),
    );
  fc.assert(
    fc.property(claims, (claim) => {
      const name = ENGINES.find(({ slug }) => slug === claim.engine)?.name ?? null;
      const text = claimText(claim, name);
      assert.deepEqual(readClaim(text, LEXICON, NOW), { claim }, text);
    }),
    { numRuns: effort(150, 500) },
  );
});
