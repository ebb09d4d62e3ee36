import { countVisibility } from '../../panel/counts/visibility.ts';
import { nullableInteger } from '../shape/schemas.ts';
import { countColumn } from './measure.ts';
import { type Place, type TrackedMeasure, total } from './tracked-measure.ts';

/** How many answers cited a brand's own domains. Null, not 0, if no engine could cite anything. */
export const CITED = {
  properties: {
    citations: nullableInteger(
      'Answers (not links) in `responses` that cited a page on its own domain or a subdomain. Null, not 0, if every engine ' +
        'in the row is your own and does not search: its replies cannot cite.',
    ),
  },
  columns: [countColumn('citations', 'Cited in', (brand) => ({ cites_brand: brand }), { of: 'responses' })],
  counted: countVisibility,
  figures: (counts: readonly { readonly cited: number }[], { engines }: Pick<Place, 'engines'>) => {
    const mayCite = engines.length === 0 || engines.some(({ citesNothing }) => !citesNothing);
    return { citations: mayCite ? total(counts, 'cited') : null };
  },
} as const satisfies TrackedMeasure;
