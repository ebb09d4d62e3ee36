import type { BrandMarket } from '../../domain/market.ts';
import type { SeenBrand } from '../../storage/directory/brands.ts';

/** Markets are never counted together: that would hide how they differ. */

/** The market that a report is about if none is asked for, where it can be about one only. */
export function firstMarket({ publicId, markets: [first] }: SeenBrand): BrandMarket {
  if (first === undefined) throw new Error(`the markets of ${publicId} were not read`);
  return first;
}
