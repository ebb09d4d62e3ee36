import { MIN_SAMPLE, rateOf } from '../domain/rate.ts';
import { defineReport, engineParameter } from './report.ts';
import { count, flag, named, nullableShare, rateProperties, readonlyList, text } from './schemas.ts';
import { framingCounts, framingOf, type Sums, sumsByEngine, trackedCounts } from './tracked-counts.ts';
import { windowMeta, windowOf, windowQuery } from './window.ts';

const SentimentSchema = named(
  'BrandSentiment',
  {
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text('Display name of the engine.'),
    brand: text('Name of the tracked brand.'),
    is_you: flag('Whether it is the brand itself and not a competitor.'),
    answers_naming_them: count('Answers that named it. Not the denominator: see `classified`.'),
    classified: count(
      'Of those, answers in which its framing could be judged: the denominator. A bare entry in a list, and cues in ' +
        'both directions, cannot be.',
    ),
    recommended: framingCounts.recommended,
    negative: framingCounts.negative,
    neutral: count('Mentions framed neither way: `classified` - `recommended` - `negative`.'),
    recommended_share: nullableShare(
      '`recommended / classified` to 3 decimals. Null below `min_sample` classified mentions: not enough yet, never zero.',
    ),
    min_sample: rateProperties.min_sample,
    interval: rateProperties.interval,
  },
  'How one engine framed one tracked brand.',
);

/** GET /sentiment */
export const sentiment = defineReport({
  name: 'sentiment',
  summary: 'How each engine framed each tracked brand: recommended, neutral, or negative.',
  description:
    'One row per engine and tracked brand, in the order of /presence. Counts of cue phrases, not a tone grade: only ' +
    'mentions whose framing could be judged are in the denominator of `recommended_share`.',
  takesBrand: true,
  query: { ...windowQuery(30), engine: engineParameter },
  data: readonlyList(SentimentSchema, 'One row per engine and tracked brand.'),
  meta: windowMeta,
  errors: [],
  async run({ db, now, brand }, query) {
    const { period, meta } = windowOf(now, query);
    const counted = await trackedCounts(db, brand.id, period, query.engine);
    return {
      note:
        `\`recommended_share\` is null below ${MIN_SAMPLE} classified mentions, which is not zero. Mentions that could ` +
        'not be judged are in `answers_naming_them` and in no other count.',
      meta,
      data: sumsByEngine(counted).map(({ engine, brand: each, sum }) => ({
        engine: engine.slug,
        engine_name: engine.name,
        brand: each.name,
        is_you: each.role === 'self',
        ...sentimentOf(sum),
      })),
    };
  },
});

function sentimentOf(sum: Sums) {
  const framing = framingOf(sum);
  const { rate, min_sample, interval } = rateOf(framing.recommended, framing.classified);
  return {
    answers_naming_them: sum.present,
    ...framing,
    neutral: Math.max(0, framing.classified - framing.recommended - framing.negative),
    recommended_share: rate,
    min_sample,
    interval,
  };
}
