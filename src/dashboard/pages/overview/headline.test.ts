import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../../domain/figures/rate.ts';
import { type AlertSummary, type BrandState, headlineOf } from './headline.ts';

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

const FOUND: AlertSummary = {
  engine: 'chatgpt',
  isNaming: true,
  what: 'ChatGPT (API) names Acme less often',
  beside: 'over these days, the change is within noise',
  at: '2026-11-17T06:00:00.000Z',
};

function state(rows: readonly Row[], findings: readonly AlertSummary[] = []): BrandState {
  return {
    name: 'Acme',
    isConfigured: true,
    activeQuestions: 10,
    engines: rows.length,
    enginesWithoutKey: null,
    hasAnswers: true,
    failed: 0,
    rows,
    findings,
  };
}

for (const [what, given, sentence, more] of [
  [
    'a drop, with both figures',
    state([row('chatgpt', 38, 57, null), row('claude', 48, 46, NOISE), row('gemini', 46, 48, NOISE)]),
    'ChatGPT (API) names Acme less often: 38% of answers, 57% before. No other change in how often engines name Acme exceeds noise.',
    null,
  ],
  [
    'a rise and a drop',
    state([row('chatgpt', 38, 57, null), row('claude', 70, 46, null)]),
    'ChatGPT (API) names Acme less often: 38% of answers, 57% before. Claude (API) names Acme more often: 70% of answers, 46% before.',
    null,
  ],
  [
    'a brand that is no longer named',
    state([row('chatgpt', 0, 57, null), row('claude', 48, 46, NOISE)]),
    'ChatGPT (API) no longer names Acme: 57% before. No other change in how often engines name Acme exceeds noise on Claude (API).',
    null,
  ],
  [
    'three drops by name alone',
    state([row('chatgpt', 38, 57, null), row('claude', 20, 46, null), row('gemini', 10, 48, null)]),
    'ChatGPT (API), Claude (API), and Gemini (API) name Acme less often.',
    null,
  ],
  [
    'noise on every engine, which is not that nothing changed',
    state([row('chatgpt', 50, 52, NOISE), row('claude', 48, 46, 'below_min_delta')]),
    'No change in how often engines name Acme exceeds noise.',
    null,
  ],
  [
    'too few answers',
    state([row('chatgpt', 2, 3, FEW, 10), row('grok', 1, 0, FEW, 4)]),
    'Too few answers to compare on ChatGPT (API) and Grok (API).',
    null,
  ],
  [
    'a finding that the window does not tell, and not as if it did',
    state([row('chatgpt', 50, 52, NOISE), row('claude', 48, 46, NOISE)], [FOUND]),
    'ChatGPT (API) names Acme less often (alert of Nov 17); over these days, the change is within noise.',
    'No other change in how often engines name Acme exceeds noise.',
  ],
  [
    'a finding that the window tells, once',
    state([row('chatgpt', 38, 57, null)], [FOUND]),
    'ChatGPT (API) names Acme less often: 38% of answers, 57% before.',
    null,
  ],
  [
    'who is put ahead after how often the brand is named',
    state(
      [row('chatgpt', 50, 52, NOISE)],
      [
        {
          ...FOUND,
          isNaming: false,
          what: 'ChatGPT (API) puts Bolt ahead',
          beside: 'Bolt is named more often',
        },
        FOUND,
      ],
    ),
    'ChatGPT (API) names Acme less often (alert of Nov 17); over these days, the change is within noise.',
    'ChatGPT (API) puts Bolt ahead (alert of Nov 17); Bolt is named more often. No other change in how often engines name Acme exceeds noise.',
  ],
  [
    'levels where nothing is compared',
    state([row('chatgpt', 38, 0), row('claude', 48, 0), row('grok', 1, 0, undefined, 4)]),
    'ChatGPT (API) names Acme in 38% of answers and Claude (API) names Acme in 48% of answers.',
    null,
  ],
  [
    'no rate of four answers',
    state([row('grok', 1, 0, undefined, 4)]),
    'Too few answers about Acme for a rate.',
    null,
  ],
  ['no answers', state([row('grok', 0, 0, FEW, 0)]), 'No answers about Acme in this window.', null],
] as const) {
  test(`the headline says ${what}`, () => {
    assert.deepEqual(headlineOf(given), { sentence, more, next: null });
  });
}

test('before there are answers, the headline says what is missing', () => {
  const empty = { ...state([]), hasAnswers: false };
  const said = (given: Partial<BrandState>) => {
    const { sentence, next } = headlineOf({ ...empty, ...given });
    return [sentence, next?.page];
  };
  assert.deepEqual(said({ isConfigured: false }), ['Acme is not set up yet.', 'setup']);
  assert.deepEqual(said({ activeQuestions: 0 }), ['There are no questions about Acme yet.', 'questions']);
  assert.deepEqual(said({ engines: 0 }), ['There is no engine for Acme yet.', 'setup']);
  assert.deepEqual(said({ engines: 2, enginesWithoutKey: 2 }), [
    'The engines have no keys, so Sightline cannot ask about Acme yet.',
    'collecting',
  ]);
  assert.deepEqual(said({ engines: 2, enginesWithoutKey: 1, failed: 3 }), [
    'No answer about Acme yet: all 3 collections of the last 24 hours failed.',
    'collecting',
  ]);
  assert.deepEqual(said({ engines: 2 }), ['Waiting for the first answers about Acme.', 'collecting']);
});
