import { meanOf } from '../../domain/figures/rate.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import { count, nullableNumber } from '../shape/schemas.ts';
import { numberBefore } from './measure.ts';
import { type TrackedMeasure, total } from './tracked-measure.ts';

interface Counts {
  readonly ranked: number;
  readonly rankSum: number;
}

const MEAN_POSITION = {
  id: 'avg_rank_when_named',
  label: 'Mean position',
  kind: 'position',
  field: 'avg_rank_when_named',
  decimals: 2,
  ranked: 'ranked_answers',
  answerFilter: (brand: string) => ({ names: brand, ranked: 'true' }),
} as const;
const RANKED_ANSWERS = { id: 'ranked_answers', label: 'Ranked', field: 'ranked_answers' } as const;

/** A brand's mean list position, over the answers that give it one. */
export const RANKED = {
  properties: {
    avg_rank_when_named: nullableNumber(
      'Mean list position, to 2 decimals, over the answers that named it at a list position (`ranked_answers`); null ' +
        'when there are none.',
    ),
    ranked_answers: count("Answers that named it at a list position: the mean position's denominator."),
  },
  columns: [MEAN_POSITION],
  before: [numberBefore(MEAN_POSITION), numberBefore(RANKED_ANSWERS)],
  counted: countVisibility,
  figures: (counts: readonly Counts[]) => ({
    avg_rank_when_named: meanOf(total(counts, 'rankSum'), total(counts, 'ranked')),
    ranked_answers: total(counts, 'ranked'),
  }),
} as const satisfies TrackedMeasure;
