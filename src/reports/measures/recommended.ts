import { rateOf } from '../../domain/figures/rate.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import { RANGE, REPEATS } from '../shape/columns.ts';
import { count, nullableShare, rangeProperties, rateProperties } from '../shape/schemas.ts';
import { type FramingCounts, framingCounts, framingOf } from './framed.ts';
import { countColumn, rateBefore } from './measure.ts';
import { type Place, type TrackedMeasure, total } from './tracked-measure.ts';

/** How many answers named a brand. */
export const NAMED_COUNT = {
  properties: {
    answers_naming_them: count('Answers that named it. Not the denominator: see `classified`.'),
  },
  columns: [countColumn('answers_naming_them', 'Named in', (brand) => ({ names: brand }))],
  counted: countVisibility,
  figures: (counts: readonly { readonly present: number }[]) => ({
    answers_naming_them: total(counts, 'present'),
  }),
} as const satisfies TrackedMeasure;

const RECOMMENDED_IN = {
  id: 'recommended_share',
  label: 'Recommended',
  kind: 'rate',
  count: 'recommended',
  of: 'classified',
  rate: 'recommended_share',
  interval: 'interval',
  floor: 'min_sample',
  answerFilter: (brand: string) => ({ names: brand, framing: 'recommended' }),
  denominatorFilter: (brand: string) => ({ names: brand, framing: 'any' }),
} as const;

/** The share of mentions that recommend a brand, among those with judged framing. */
export const RECOMMENDED = {
  properties: {
    classified: count(
      'Answers among them with judged framing: the denominator. Those both for and against it, unread, or not judged have none.',
    ),
    recommended: framingCounts.recommended,
    negative: framingCounts.negative,
    neutral: count('Mentions framed neither way: `classified` - `recommended` - `negative`.'),
    recommended_share: nullableShare(
      '`recommended / classified` to 3 decimals. Null below `min_sample` classified mentions: not enough yet, never zero.',
    ),
    min_sample: rateProperties.min_sample,
    interval: rateProperties.interval,
    ...rangeProperties,
  },
  columns: [RECOMMENDED_IN, RANGE, REPEATS],
  before: rateBefore(RECOMMENDED_IN),
  isJudged: true,
  rate: 'recommended_of_judged',
  counted: countVisibility,
  figures: (counts: readonly FramingCounts[], { sampleDesign }: Place) => {
    const framing = framingOf(counts);
    const { rate, min_sample, interval, range_of_questions, questions, design_effect } = rateOf(
      framing.recommended,
      framing.classified,
      sampleDesign,
    );
    return {
      ...framing,
      neutral: Math.max(0, framing.classified - framing.recommended - framing.negative),
      recommended_share: rate,
      min_sample,
      interval,
      range_of_questions,
      questions,
      design_effect,
    };
  },
} as const satisfies TrackedMeasure;

/** Mentions with another framing; their fields are in RECOMMENDED. */
export const FRAMED_OTHERWISE = {
  properties: {},
  columns: [
    countColumn('neutral', 'Neutral', (brand) => ({ names: brand, framing: 'neutral' })),
    countColumn('negative', 'Negative', (brand) => ({ names: brand, framing: 'negative' })),
  ],
  counted: countVisibility,
  figures: () => ({}),
} as const satisfies TrackedMeasure;
