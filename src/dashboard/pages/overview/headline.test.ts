import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../../domain/figures/rate.ts';
import { type BrandState, changesFrom, headlineOf, wouldShow } from './headline.ts';

type Row = BrandState['rows'][number];
type Gate = NonNullable<Row['compared']>['gate'];

const NAMES: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT (API)',
  claude: 'Claude (API)',
  gemini: 'Gemini (API)',
  grok: 'Grok (API)',
};

/** An engine's rates for Acme, of 100 answers per window by default. @param gate undefined without a comparison */
function row(engine: string, now: number, before: number, gate?: Gate, of = 100): Row {
  const [current, earlier] = [rateOf(now, of), rateOf(before, of)];
  const difference = { points: 100 * ((now - before) / of), lower: -1, upper: 1 };
  const change = {
    ...difference,
    with_same_mix: difference,
    shared_prompts: 10,
    current: { count: now, of },
    earlier: { count: before, of },
  };
  const figures = { citations: 0, avg_rank_when_named: null, ranked_answers: 0 };
  const base = { engine, engine_name: NAMES[engine] ?? engine, ...current };
  if (gate === undefined) return base as Row;
  const compared = {
    from: '2026-09-25T00:00:00.000Z',
    until: '2026-10-22T23:59:59.999Z',
    ...earlier,
    ...figures,
    gate,
    exceeds_noise: gate === null,
    change: earlier.rate === null ? null : change,
  };
  return { ...base, compared } as unknown as Row;
}

const NOISE = 'within_noise';
const FEW = 'too_few_answers';

const FELL = 'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: still so today.';
const SILENT = {
  sentence: 'Claude (API) has not answered since Nov 25; its figures stop there.',
  missing: 12,
};

function state(rows: readonly Row[], more: Partial<BrandState> = {}): BrandState {
  return {
    name: 'Acme',
    isConfigured: true,
    activeQuestions: 10,
    engines: rows.length,
    enginesWithoutKey: null,
    hasAnswers: true,
    failed: 0,
    keyPage: '/engine-keys',
    today: null,
    changes: [],
    silent: [],
    rows,
    before: 'Oct 3 – 30',
    least: 30,
    enoughOn: null,
    ...more,
  };
}

const SAME = 'No engine names Acme more or less often than before.';
const UNCONFIRMED = 'No alert has confirmed that: the last 7 days against the 28 before decide.';

for (const [what, given, sentence, lead] of [
  [
    'a change before all else',
    state([row('chatgpt', 60, 40, null)], { changes: [FELL], silent: [SILENT] }),
    FELL,
    null,
  ],
  [
    "an engine's silence, and what else changed",
    state([row('chatgpt', 60, 40, null), row('claude', 48, 46, NOISE)], { silent: [SILENT] }),
    SILENT.sentence,
    '12 answers are missing, and count nowhere as zero. ChatGPT (API) names Acme in 60% of answers, 40% on Oct 3 – 30.',
  ],
  [
    'what the window shows beyond noise, and that no alert did',
    state([row('chatgpt', 60, 40, null), row('claude', 48, 46, NOISE)]),
    'ChatGPT (API) names Acme in 60% of answers, 40% on Oct 3 – 30.',
    UNCONFIRMED,
  ],
  [
    'two such engines by name alone',
    state([row('chatgpt', 38, 57, null), row('claude', 70, 46, null)]),
    'ChatGPT (API) and Claude (API) name Acme in other shares than on Oct 3 – 30.',
    UNCONFIRMED,
  ],
  [
    'that nothing is beyond noise',
    state([
      row('chatgpt', 50, 52, NOISE),
      row('claude', 48, 46, 'below_min_delta'),
      row('grok', 1, 0, FEW, 4),
    ]),
    SAME,
    '2 engines compared with Oct 3 – 30. Of 1 more, too few answers can be compared.',
  ],
  [
    'too few answers for a change',
    state([row('chatgpt', 8, 3, FEW, 18), row('grok', 1, 0, FEW, 6)], { enoughOn: 'Dec 9' }),
    'Too few answers yet to tell a change.',
    'ChatGPT (API) has 18 of the 30 it needs on each side, the others fewer. At today’s pace, about Dec 9.',
  ],
  [
    'that nothing came before',
    state([
      { ...row('chatgpt', 4, 0, FEW, 40), compared: { ...row('chatgpt', 0, 0, FEW, 0).compared } } as Row,
    ]),
    'Too few answers yet to tell a change.',
    'ChatGPT (API) has 40 in these days and none before: a change needs 30 on each side.',
  ],
  [
    "how many of the first day's answers are in",
    state([row('chatgpt', 3, 0, FEW, 4), row('grok', 1, 0, FEW, 2)], {
      today: { answers: 24, open: 48 },
      enoughOn: 'Dec 7',
    }),
    '24 of today’s 72 answers are in.',
    'ChatGPT (API) names Acme in 3 of 4. A share appears at 5 answers, a change at 30 on each side: about Dec 7.',
  ],
  [
    'too few answers for a share',
    state([row('grok', 1, 0, FEW, 4)]),
    'Too few answers yet to tell a share.',
    'A share appears at 5 answers.',
  ],
  [
    'a level where nothing is compared',
    state([row('chatgpt', 38, 0), row('claude', 4, 0, undefined, 8)], { before: null }),
    'ChatGPT (API) names Acme in 38% of answers; the others are below.',
    null,
  ],
  ['no answers', state([row('grok', 0, 0, FEW, 0)]), 'No answers about Acme in these days.', null],
] as const) {
  test(`the headline says ${what}`, () => {
    const said = headlineOf(given);
    assert.deepEqual({ sentence: said.sentence, lead: said.lead }, { sentence, lead });
    assert.deepEqual(said.steps, []);
    assert.equal(said.isSame, sentence === SAME);
  });
}

test('before there are answers, the headline says what is missing', () => {
  const empty = { ...state([]), hasAnswers: false };
  const said = (given: Partial<BrandState>) => {
    const { sentence, steps } = headlineOf({ ...empty, ...given });
    return [sentence, ...steps.map(({ page }) => page)];
  };
  assert.deepEqual(said({ isConfigured: false }), ['Acme is not set up yet.', 'setup']);
  assert.deepEqual(said({ activeQuestions: 0 }), ['There are no questions about Acme yet.', 'questions']);
  assert.deepEqual(said({ engines: 0 }), ['There is no engine for Acme yet.', 'setup']);
  assert.deepEqual(said({ engines: 2, enginesWithoutKey: 2 }), [
    'No engine has a key yet, so nothing is asked.',
    '/engine-keys',
    'import',
  ]);
  assert.deepEqual(said({ engines: 2, enginesWithoutKey: 1, failed: 3 }), [
    'No answer about Acme yet: all 3 collections of the last 24 hours failed.',
    'collecting',
  ]);
  assert.deepEqual(said({ engines: 2 }), ['Waiting for the first answers about Acme.', 'collecting']);
});

test('a change can be told once the newest week and the days before have enough answers', () => {
  const day = 86_400_000;
  assert.equal(changesFrom(0, 12, 30), 10 * day);
  assert.equal(changesFrom(0, 30, 30), 8 * day);
  assert.equal(changesFrom(0, 4, 30), null, 'a week has 28');
});

test('what would have shown is in whole points, rounded up', () => {
  assert.equal(
    wouldShow('ChatGPT app', 10.5),
    ' With these questions, a change of 11 points or more on ChatGPT app would show within a week.',
  );
  assert.match(wouldShow('ChatGPT app', null), /No change would show on ChatGPT app/);
});
