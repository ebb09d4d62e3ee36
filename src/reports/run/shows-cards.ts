import { hasCards } from '../../storage/answers/cards.ts';
import { findReadableBrand } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Caller } from '../shape/report.ts';

/** Whether any of a brand's answers shows a card; false for a brand that the caller may not read. */
export async function showsCards(db: Database, caller: Caller, publicId: string): Promise<boolean> {
  const found = await findReadableBrand(db, caller, publicId);
  return found !== null && (await hasCards(db, found.id));
}
