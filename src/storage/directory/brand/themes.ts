import type { OwnTheme } from '../../../domain/brand/theme.ts';
import type { Database } from '../../driver/database.ts';
import { insertAll } from '../../driver/insert-all.ts';
import { withBrandLock } from './brand-lock.ts';

/** A brand's own themes, by name. */
export async function listOwnThemes(db: Database, brandId: number): Promise<OwnTheme[]> {
  const rows = await db
    .selectFrom('brand_themes')
    .select(['name', 'words'])
    .where('brand_id', '=', brandId)
    .orderBy('name')
    .execute();
  return rows.map(({ name, words }) => ({ name, words: JSON.parse(words) as string[] }));
}

/** Replaces a brand's own themes. */
export async function replaceOwnThemes(
  db: Database,
  brandId: number,
  themes: readonly OwnTheme[],
): Promise<void> {
  const rows = themes.map(({ name, words }) => ({ brand_id: brandId, name, words: JSON.stringify(words) }));
  await withBrandLock(db, brandId, async (transaction) => {
    await transaction.deleteFrom('brand_themes').where('brand_id', '=', brandId).execute();
    await insertAll(transaction, 'brand_themes', rows);
  });
}
