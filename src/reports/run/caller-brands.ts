import type { NamedBrand } from '../../domain/brand/brand-choice.ts';
import { canBeStored } from '../../domain/text.ts';
import { hasCards } from '../../storage/answers/cards.ts';
import { findReadableBrand, listNamedBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Caller } from '../shape/report.ts';
import { noSuchBrand } from './access.ts';

/** A brand that a caller may read, whether or not its setup was finished. */
export interface CallerBrand extends NamedBrand {
  /** Internal. */
  readonly id: number;
  readonly configured: boolean;
}

/**
 * The brand with this id.
 * @throws SightlineError `no_such_brand`, also for another organization's brand
 */
export async function brandOfCaller(db: Database, caller: Caller, id: string): Promise<CallerBrand> {
  const row = canBeStored(id) ? await findReadableBrand(db, caller, id) : null;
  if (row) return row;
  throw noSuchBrand();
}

/** The brands that a caller may read, oldest first. */
export async function brandsOfCaller(db: Database, caller: Caller): Promise<NamedBrand[]> {
  return await listNamedBrands(db, caller.organizationId, caller.brandIds);
}

/** Whether any of a brand's answers shows a card; false for a brand that the caller may not read. */
export async function showsCards(db: Database, caller: Caller, publicId: string): Promise<boolean> {
  const found = await findReadableBrand(db, caller, publicId);
  return found !== null && (await hasCards(db, found.id));
}
