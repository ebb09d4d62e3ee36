import { rateOf } from '../../domain/figures/rate.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import { RANGE, RATE, REPEATS } from '../shape/columns.ts';
import { rangeProperties, rateProperties, repeatProperties } from '../shape/schemas.ts';
import { rateBefore } from './measure.ts';
import { type Place, type TrackedMeasure, total } from './tracked-measure.ts';

const NAMED_IN = {
  id: 'rate',
  label: 'Named in',
  ...RATE,
  answerFilter: (brand: string) => ({ names: brand }),
  denominatorFilter: (brand: string) => ({ looked_for: brand }),
} as const;

interface Counts {
  readonly present: number;
  readonly responses: number;
}

/** How often answers named a brand, among those in which Sightline looked for it. */
export const NAMED = {
  properties: { ...rateProperties, ...rangeProperties },
  columns: [NAMED_IN, RANGE, REPEATS],
  before: rateBefore(NAMED_IN),
  isJudged: true,
  rate: 'named',
  counted: countVisibility,
  figures: (counts: readonly Counts[], { sampleDesign }: Place) =>
    rateOf(total(counts, 'present'), total(counts, 'responses'), sampleDesign),
} as const satisfies TrackedMeasure;

const { questions: _, ...RANGE_ALONE } = RANGE;

/** The same in records without a number of questions. */
export const NAMED_ALONE = {
  properties: {
    ...rateProperties,
    range_of_questions: rangeProperties.range_of_questions,
    ...repeatProperties,
  },
  columns: [NAMED_IN, RANGE_ALONE, REPEATS],
} as const;
