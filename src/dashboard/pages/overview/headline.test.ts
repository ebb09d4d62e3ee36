import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../../domain/rate.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import { type BrandState, headlineOf } from './headline.ts';

type Kind = Comparison['kind'];

const MEASURES: Record<Kind, Comparison['measure']> = {
  visibility_drop: 'visibility',
  visibility_rise: 'visibility',
  engine_blackout: 'visibility',
  competitor_overtook: 'overtaken',
  cited_not_named: 'cited_not_named',
  negative_framing: 'negative_framing',
};

const NAMES = {
  chatgpt: 'ChatGPT (API)',
  claude: 'Claude (API)',
  gemini: 'Gemini (API)',
  grok: 'Grok (API)',
};

type Engine = keyof typeof NAMES;

interface Case {
  readonly engine?: Engine;
  readonly kind?: Kind;
  readonly gate?: Comparison['gate'];
  readonly now?: readonly [number, number];
  readonly before?: readonly [number, number];
  /** In points: lower and upper end. */
  readonly interval?: readonly [number, number];
  readonly sameMix?: readonly [number, number];
  readonly brand?: string;
  readonly alert?: string | null;
  /** When the 28 days that it is against end; those right before if left out. */
  readonly until?: string;
}

/** A comparison of a drop from 194 of 336 to 24 of 84, but for what is given. */
function compared(given: Case = {}): Comparison {
  const { engine = 'chatgpt', kind = 'visibility_drop', gate = null, brand = 'Acme' } = given;
  const { now = [24, 84], before = [194, 336], interval = [-39.2, -17.4] } = given;
  const side = ([present, responses]: readonly [number, number], after: string, until: string) => ({
    ...{ after, until },
    ...rateOf(present, responses),
    responses_to_all_prompts: responses,
    design_effect: null,
  });
  const change7 = '2026-11-14T06:00:00.000Z';
  const current = side(now, change7, '2026-11-21T06:00:00.000Z');
  const baseline = side(before, '2026-10-17T06:00:00.000Z', given.until ?? change7);
  const isKnown = current.rate !== null && baseline.rate !== null;
  const points = 100 * ((current.rate ?? 0) - (baseline.rate ?? 0));
  const change = ([lower, upper]: readonly [number, number]) => (isKnown ? { points, lower, upper } : null);
  return {
    id: 'cmp_000000000000',
    evaluated_at: '2026-11-21T06:00:00.000Z',
    ...{ engine, engine_name: NAMES[engine], kind, measure: MEASURES[kind], also_seen_as: [] },
    ...{ brand, role: brand === 'Acme' ? 'self' : 'competitor', current, baseline, shared_prompts: 12 },
    change: change(interval),
    change_with_same_mix: change(given.sameMix ?? interval),
    ...{ answers_needed_each_side: 100, min_delta_points: 10, min_sample_each_side: 30 },
    noise_floor_points: null,
    ...{ raised: gate === null, gate, alert: given.alert ?? null },
  };
}

const noise = (engine: Engine) =>
  compared({ engine, gate: 'within_noise', now: [40, 84], before: [165, 336], interval: [-12, 11] });
const few = (engine: Engine, answers: number) =>
  compared({ engine, gate: 'too_few_answers', now: [0, answers], before: [40, 80] });
const rise = (engine: Engine, gate: Comparison['gate'] = null) =>
  compared({ engine, kind: 'visibility_rise', gate, now: [50, 84], before: [140, 336], interval: [6, 29] });

const READY: BrandState = {
  name: 'Acme',
  isConfigured: true,
  activeQuestions: 12,
  engines: 2,
  enginesWithoutKey: 0,
  hasAnswers: true,
  failed: 0,
  alertsEnabled: true,
  comparisons: [],
  asOf: null,
};

/** What is known of the brand, or what was compared; the headline; and the page that it leads to. */
const CASES: readonly [string, Partial<BrandState> | readonly Comparison[], string, string?][] = [
  ['a brand without setup', { isConfigured: false, hasAnswers: false }, 'Acme is not set up yet.', 'setup'],
  [
    'a brand without questions',
    { hasAnswers: false, activeQuestions: 0 },
    'No question is asked about Acme yet.',
    'questions',
  ],
  [
    'a brand without engines',
    { hasAnswers: false, engines: 0 },
    'No engine is asked about Acme yet.',
    'setup',
  ],
  [
    'engines without keys',
    { hasAnswers: false, enginesWithoutKey: 2 },
    'The engines have no keys, so nothing can be asked about Acme yet.',
    'collecting',
  ],
  [
    'one engine without a key',
    { hasAnswers: false, engines: 1, enginesWithoutKey: 1 },
    'The engine has no key, so nothing can be asked about Acme yet.',
    'collecting',
  ],
  [
    'engines of which one has a key',
    { hasAnswers: false, enginesWithoutKey: 1 },
    'Waiting for the first answers about Acme.',
    'collecting',
  ],
  [
    'engines whose keys are not known',
    { hasAnswers: false, enginesWithoutKey: null },
    'Waiting for the first answers about Acme.',
    'collecting',
  ],
  [
    'no answer yet, because everything failed',
    { hasAnswers: false, failed: 12 },
    'No answer about Acme yet: all 12 collections of the last 24 hours failed.',
    'collecting',
  ],
  [
    'no answer yet, because the first collection failed',
    { hasAnswers: false, failed: 1 },
    'No answer about Acme yet: the only collection of the last 24 hours failed.',
    'collecting',
  ],
  [
    'failed collections beside answers are in the health of the data',
    { failed: 12 },
    'Nothing has been compared yet: changes for Acme are looked for once a day.',
  ],
  [
    'imported answers without questions or engines are answers',
    { activeQuestions: 0, engines: 0 },
    'Nothing has been compared yet: changes for Acme are looked for once a day.',
  ],
  [
    'alerts that are switched off, also after a last evaluation',
    { alertsEnabled: false, comparisons: [compared()] },
    'Alerts are switched off, so no change in how engines name Acme is looked for.',
  ],
  [
    'one drop, about half',
    [compared()],
    'ChatGPT (API) names Acme about half as often as in the weeks before.',
  ],
  [
    'a drop that was told before',
    [compared({ gate: 'episode_open' }), noise('claude'), noise('gemini')],
    'ChatGPT (API) names Acme about half as often as in the weeks before. On the other engines, nothing exceeds noise.',
  ],
  [
    'a drop, and one other engine',
    [compared(), noise('claude')],
    'ChatGPT (API) names Acme about half as often as in the weeks before. On Claude (API), nothing exceeds noise.',
  ],
  [
    'a small drop has no size in words',
    [compared({ now: [40, 84], before: [230, 336] })],
    'ChatGPT (API) names Acme less often than in the weeks before.',
  ],
  [
    'a drop to a quarter is less than half, because its interval ends below it',
    [compared({ now: [12, 84], before: [194, 336] })],
    'ChatGPT (API) names Acme less than half as often as in the weeks before.',
  ],
  [
    'a drop to a third of few answers may be a half',
    [compared({ now: [5, 30], before: [60, 120] })],
    'ChatGPT (API) names Acme less often than in the weeks before.',
  ],
  ['silence', [compared({ kind: 'engine_blackout', now: [0, 84] })], 'ChatGPT (API) no longer names Acme.'],
  ['a rise', [rise('claude')], 'Claude (API) names Acme more often than in the weeks before.'],
  [
    'a rise from nothing',
    [compared({ kind: 'visibility_rise', now: [50, 84], before: [0, 336], interval: [40, 60] })],
    'ChatGPT (API) now names Acme, which it did not in the weeks before.',
  ],
  [
    'a rise to twice as often',
    [compared({ kind: 'visibility_rise', now: [50, 84], before: [100, 336], interval: [20, 40] })],
    'ChatGPT (API) names Acme about twice as often as in the weeks before.',
  ],
  [
    'a rise and a drop',
    [compared(), rise('claude'), noise('gemini'), noise('grok')],
    'ChatGPT (API) names Acme about half as often as in the weeks before. ' +
      'Claude (API) names Acme more often than in the weeks before. On the other engines, nothing exceeds noise.',
  ],
  [
    'three changes are listed',
    [compared(), compared({ engine: 'claude' }), rise('gemini')],
    'ChatGPT (API) and Claude (API) name Acme less often than in the weeks before. ' +
      'Gemini (API) names Acme more often than in the weeks before.',
  ],
  [
    'one change seen by two kinds is said once',
    [
      compared({ kind: 'engine_blackout', gate: 'condition_not_met' }),
      compared(),
      compared({ kind: 'visibility_rise', gate: 'below_min_delta' }),
    ],
    'ChatGPT (API) names Acme about half as often as in the weeks before.',
  ],
  ['noise on every engine', [noise('chatgpt'), noise('claude')], "No engine's change exceeds noise."],
  ['noise on the only engine', [noise('chatgpt')], 'On ChatGPT (API), nothing exceeds noise.'],
  [
    'a small change within noise is noise',
    [compared({ gate: 'below_min_delta', now: [44, 84], interval: [-8, 9] }), noise('claude')],
    "No engine's change exceeds noise.",
  ],
  [
    'a change that exceeds noise by fewer points than an alert needs',
    [
      compared({ gate: 'below_min_delta', now: [164, 300], before: [600, 1000], interval: [-9, -1] }),
      noise('claude'),
    ],
    'On Claude (API), nothing exceeds noise. ' +
      'ChatGPT (API) is down by more than noise, but by fewer than the 10 points of an alert.',
  ],
  [
    'a change that has not held yet',
    [compared({ gate: 'not_persistent' })],
    'ChatGPT (API) is down by more than noise, but not on enough days in a row yet to tell.',
  ],
  [
    'a drop where only rises are asked for',
    [compared({ kind: 'visibility_rise', gate: 'below_min_delta' })],
    'ChatGPT (API) is down by more than noise, which no alert is asked for.',
  ],
  [
    'a change that the mix of questions explains is noise',
    [compared({ gate: 'within_noise', sameMix: [-20, 3] })],
    'On ChatGPT (API), nothing exceeds noise.',
  ],
  [
    'a change that is no larger than the share moves by itself is noise',
    [compared({ gate: 'below_noise_floor' })],
    'On ChatGPT (API), nothing exceeds noise.',
  ],
  [
    'too few answers',
    [few('chatgpt', 12)],
    'Too few answers to say: 12 of the 30 needed in the last 7 days on ChatGPT (API).',
  ],
  [
    'too few answers in the weeks before',
    [compared({ gate: 'too_few_answers', now: [20, 84], before: [4, 20] })],
    'Too few answers to say: 20 of the 30 needed in the weeks before on ChatGPT (API).',
  ],
  [
    'too few answers in other days on each engine',
    [
      compared({ gate: 'too_few_answers', now: [20, 84], before: [0, 0] }),
      few('claude', 28),
      few('gemini', 3),
    ],
    'Too few answers to say: 0 of the 30 needed in the weeks before on ChatGPT (API), ' +
      '28 of the 30 needed in the last 7 days on Claude (API), 3 on Gemini (API).',
  ],
  [
    'too few answers on every engine',
    [few('chatgpt', 12), few('claude', 3), few('gemini', 0), few('grok', 1)],
    'Too few answers to say: 12 of the 30 needed in the last 7 days on ChatGPT (API), 3 on Claude (API), 0 on Gemini (API), ' +
      'and too few on 1 other engine.',
  ],
  [
    'too few answers on one engine and noise on others',
    [noise('chatgpt'), noise('claude'), few('grok', 12)],
    'On ChatGPT (API) and Claude (API), nothing exceeds noise. Too few answers to say: 12 of the 30 needed in the last 7 days on Grok (API).',
  ],
  [
    'an outage',
    [noise('chatgpt'), compared({ engine: 'claude', gate: 'outage' })],
    'On ChatGPT (API), nothing exceeds noise. ' +
      'Fewer than half of the expected answers of Claude (API) came in, so nothing is compared there.',
  ],
  [
    'only a competitor has changed',
    [noise('chatgpt'), noise('claude'), compared({ kind: 'competitor_overtook', brand: 'Bolt' })],
    'In answers that name either, ChatGPT (API) puts Bolt ahead of Acme more often. No change in how often Acme is named exceeds noise.',
  ],
  [
    'other findings on several engines',
    [
      noise('chatgpt'),
      noise('claude'),
      compared({ kind: 'negative_framing' }),
      compared({ kind: 'negative_framing', engine: 'claude' }),
      compared({ kind: 'cited_not_named' }),
    ],
    'ChatGPT (API) and Claude (API) more often frame Acme negatively. ' +
      'ChatGPT (API) more often cites Acme without naming it. No change in how often Acme is named exceeds noise.',
  ],
  [
    'a drop and something else on another engine',
    [
      compared(),
      noise('claude'),
      noise('gemini'),
      compared({ kind: 'competitor_overtook', engine: 'claude', brand: 'Bolt' }),
    ],
    'ChatGPT (API) names Acme about half as often as in the weeks before. In answers that name either, Claude (API) puts Bolt ahead of Acme more often. ' +
      'On the other engines, no change in how often Acme is named exceeds noise.',
  ],
  [
    'half as often in few answers has no size in words: it may be hardly less',
    [compared({ now: [8, 30], before: [64, 120] })],
    'ChatGPT (API) names Acme less often than in the weeks before.',
  ],
  [
    'twice as often in few answers has none either',
    [compared({ kind: 'visibility_rise', now: [16, 30], before: [32, 120], interval: [7, 45] })],
    'ChatGPT (API) names Acme more often than in the weeks before.',
  ],
  [
    'a drop that began long ago is against the weeks before it, and not against the last ones',
    [compared({ gate: 'episode_open', alert: 'alr_1', until: '2026-09-20T06:00:00.000Z' })],
    'ChatGPT (API) names Acme about half as often as in the 28 days to September 20, 2026.',
  ],
  [
    'a drop that began some days ago',
    [compared({ gate: 'episode_open', alert: 'alr_1', until: '2026-11-10T06:00:00.000Z' })],
    'ChatGPT (API) names Acme about half as often as in the weeks before.',
  ],
  [
    'of several changes, one began long ago',
    [
      compared({ gate: 'episode_open', alert: 'alr_1', until: '2026-09-20T06:00:00.000Z' }),
      compared({ engine: 'claude' }),
      rise('gemini'),
    ],
    'ChatGPT (API) and Claude (API) name Acme less often than before. ' +
      'Gemini (API) names Acme more often than in the weeks before.',
  ],
  [
    'what was found ten days ago is not told of today, which is within noise',
    [compared({ gate: 'within_noise', alert: 'alr_1', now: [44, 84], interval: [-16, 6] }), noise('claude')],
    "No engine's change exceeds noise.",
  ],
  [
    'a drop that goes on: the kinds that do not hold name its alert too',
    [
      compared({ kind: 'visibility_rise', gate: 'below_min_delta', alert: 'alr_1' }),
      compared({ gate: 'episode_open', alert: 'alr_1' }),
    ],
    'ChatGPT (API) names Acme about half as often as in the weeks before.',
  ],
  [
    'a rise in the week after a drop has ended is no alert',
    [
      compared({
        ...{ kind: 'visibility_rise', gate: 'episode_open', alert: 'alr_of_drop' },
        ...{ now: [70, 84], before: [194, 336], interval: [14, 34] },
      }),
      compared({ gate: 'below_min_delta', now: [70, 84], interval: [14, 34] }),
    ],
    'ChatGPT (API) is up by more than noise, but an earlier change ended there less than a week ago, so no alert tells it.',
  ],
  [
    'a competitor who seems to overtake because the brand is no longer named has no alert',
    [
      compared({ kind: 'engine_blackout', gate: 'episode_open', now: [0, 84], alert: 'alr_1' }),
      compared({ kind: 'competitor_overtook', gate: 'episode_open', brand: 'Bolt', alert: 'alr_1' }),
      noise('claude'),
    ],
    'ChatGPT (API) no longer names Acme. On Claude (API), no change in how often Acme is named exceeds noise.',
  ],
  [
    'something else exceeds noise, and is held back',
    [
      noise('chatgpt'),
      noise('claude'),
      compared({ kind: 'competitor_overtook', gate: 'not_persistent', brand: 'Bolt' }),
    ],
    'No change in how often Acme is named exceeds noise.',
  ],
  [
    'a change that is too small with the same mix of questions, of kinds of which one is asked for',
    [compared({ gate: 'below_min_delta', now: [40, 84], before: [200, 336], sameMix: [-9, -1] })],
    'ChatGPT (API) is down by more than noise, but by fewer than the 10 points of an alert.',
  ],
  [
    'a small rise, seen by every kind, is in the direction of one of them',
    [
      compared({ kind: 'engine_blackout', gate: 'below_min_delta', now: [60, 84], interval: [2, 20] }),
      compared({ gate: 'below_min_delta', now: [60, 84], interval: [2, 20] }),
      compared({ kind: 'visibility_rise', gate: 'below_min_delta', now: [60, 84], interval: [2, 20] }),
    ],
    'ChatGPT (API) is up by more than noise, but by fewer than the 10 points of an alert.',
  ],
  [
    'comparisons of long ago say when that was',
    { comparisons: [compared(), noise('claude')], asOf: 'September 20, 2026' },
    'As of September 20, 2026: ChatGPT (API) names Acme about half as often as in the weeks before. ' +
      'On Claude (API), nothing exceeds noise.',
  ],
  [
    'no comparisons until then',
    { asOf: 'September 20, 2026' },
    'Nothing was compared up to September 20, 2026: changes for Acme are looked for once a day.',
  ],
  [
    'only kinds about others are asked for, and there are too few answers',
    [compared({ kind: 'negative_framing', gate: 'too_few_answers', now: [1, 4] })],
    'Too few answers to say whether anything has changed.',
  ],
  [
    'only kinds about others are asked for, some with too few answers',
    [
      compared({ kind: 'negative_framing', gate: 'too_few_answers', now: [1, 4] }),
      compared({ kind: 'cited_not_named', gate: 'within_noise', interval: [-3, 4] }),
    ],
    'No change that could be compared exceeds noise.',
  ],
  [
    'only kinds about others are asked for, and none is told',
    [compared({ kind: 'negative_framing', gate: 'within_noise', interval: [-3, 4] })],
    'No change that was looked for exceeds noise.',
  ],
];

for (const [what, given, sentence, leadsTo] of CASES) {
  test(`${what}: ${sentence}`, () => {
    const state = Array.isArray(given)
      ? { comparisons: given as Comparison[] }
      : (given as Partial<BrandState>);
    const headline = headlineOf({ ...READY, ...state });
    assert.equal([headline.sentence, headline.more].filter((part) => part !== null).join(' '), sentence);
    assert.equal(headline.next?.page, leadsTo);
  });
}

test('a headline that would be long leaves what is not told to the text below it', () => {
  const comparisons = [
    compared(),
    compared({ kind: 'competitor_overtook', brand: 'Bolt' }),
    noise('claude'),
    few('grok', 3),
  ];
  assert.deepEqual(headlineOf({ ...READY, comparisons }), {
    sentence:
      'ChatGPT (API) names Acme about half as often as in the weeks before. In answers that name either, ChatGPT (API) puts Bolt ahead of Acme more often.',
    more:
      'On Claude (API), no change in how often Acme is named exceeds noise. ' +
      'Too few answers to say: 3 of the 30 needed in the last 7 days on Grok (API).',
    next: null,
  });
});
