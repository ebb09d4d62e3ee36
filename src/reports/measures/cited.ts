import { countVisibility } from '../../panel/counts/visibility.ts';
import { numberBefore } from '../shape/compared.ts';
import { citationsCount } from '../shape/schemas.ts';
import { type Place, type TrackedMeasure, total } from './tracked-measure.ts';

/** How many answers cited a brand's own domains. Null, not 0, if no engine could cite anything. */
export const CITED = {
  properties: { citations: citationsCount },
  columns: [
    {
      id: 'citations',
      label: 'Cited in',
      kind: 'count',
      field: 'citations',
      of: 'responses',
      answerFilter: (brand: string) => ({ cites_brand: brand }),
    },
  ],
  before: [numberBefore('citations', 'citations', 'cited in')],
  counted: countVisibility,
  figures: (counts: readonly { readonly cited: number }[], { engines }: Pick<Place, 'engines'>) => {
    const mayCite = engines.length === 0 || engines.some(({ citesNothing }) => !citesNothing);
    return { citations: mayCite ? total(counts, 'cited') : null };
  },
} as const satisfies TrackedMeasure;
