import { countRanks } from '../../panel/counts/ranks.ts';
import { count } from '../shape/schemas.ts';
import { countColumn } from './measure.ts';
import { type TrackedMeasure, total } from './tracked-measure.ts';

interface Counts {
  readonly rank: number;
  readonly answers: number;
}

/**
 * How many answers give a brand list position 1. Out of all answers in which Sightline looked for it, as for citations: a share of
 * the answers that rank it would look best for a brand that answers rank once, and first. Several brands can be first in an answer.
 */
export const FIRST = {
  properties: {
    first_position: count(
      'Answers that gave it list position 1. Its denominator is `responses`: a share of `ranked_answers` would look best for a ' +
        'brand that is hardly ever ranked.',
    ),
  },
  columns: [
    countColumn('first_position', 'First in', (brand) => ({ names: brand, top: '1' }), { of: 'responses' }),
  ],
  counted: countRanks,
  figures: (counts: readonly Counts[]) => ({
    first_position: total(
      counts.filter(({ rank }) => rank === 1),
      'answers',
    ),
  }),
} as const satisfies TrackedMeasure;
