import type { OwnTheme } from '../../../domain/brand/theme.ts';
import type { Database } from '../../driver/database.ts';
import { withBrandLock } from './brand-lock.ts';

/** A brand's own themes, in the order in which they were stored. */
export async function listOwnThemes(db: Database, brandId: number): Promise<OwnTheme[]> {
  const brand = await db.selectFrom('brands').select('themes').where('id', '=', brandId).executeTakeFirst();
  return JSON.parse(brand?.themes ?? '[]') as OwnTheme[];
}

/** Replaces a brand's own themes. */
export async function replaceOwnThemes(
  db: Database,
  brandId: number,
  themes: readonly OwnTheme[],
): Promise<void> {
  const stored = JSON.stringify(themes.map(({ name, words }) => ({ name, words })));
  await withBrandLock(db, brandId, (transaction) =>
    transaction.updateTable('brands').set({ themes: stored }).where('id', '=', brandId).execute(),
  );
}
