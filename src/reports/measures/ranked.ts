import { meanOf } from '../../domain/figures/rate.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import { numberBefore } from '../shape/compared.ts';
import { rankProperties } from '../shape/schemas.ts';
import { type TrackedMeasure, total } from './tracked-measure.ts';

interface Counts {
  readonly ranked: number;
  readonly rankSum: number;
}

/** A brand's mean list position, over the answers that give it one. */
export const RANKED = {
  properties: rankProperties,
  columns: [
    {
      id: 'avg_rank_when_named',
      label: 'Mean position',
      kind: 'position',
      field: 'avg_rank_when_named',
      decimals: 2,
      ranked: 'ranked_answers',
      answerFilter: (brand: string) => ({ names: brand, ranked: 'true' }),
    },
  ],
  before: [
    numberBefore('avg_rank_when_named', 'avg_rank_when_named', 'mean position'),
    numberBefore('ranked_answers', 'ranked_answers', 'ranked'),
  ],
  counted: countVisibility,
  figures: (counts: readonly Counts[]) => ({
    avg_rank_when_named: meanOf(total(counts, 'rankSum'), total(counts, 'ranked')),
    ranked_answers: total(counts, 'ranked'),
  }),
} as const satisfies TrackedMeasure;
