import type { OwnTheme } from '../../../domain/brand/theme.ts';
import type { Database } from '../../driver/database.ts';
import { takeIds, withBrandLock } from './brand-lock.ts';

/** A brand's own themes, in the order in which they were stored. */
export async function listOwnThemes(db: Database, brandId: number): Promise<OwnTheme[]> {
  const brand = await db.selectFrom('brands').select('themes').where('id', '=', brandId).executeTakeFirst();
  return JSON.parse(brand?.themes ?? '[]') as OwnTheme[];
}

/** Replaces a brand's own themes. New ones get an id. */
export async function replaceOwnThemes(
  db: Database,
  brandId: number,
  themes: readonly OwnTheme[],
): Promise<void> {
  await withBrandLock(db, brandId, async (transaction) => {
    const before = new Map(
      (await listOwnThemes(transaction, brandId)).map(({ name, since }) => [name, since]),
    );
    const isNew = themes.some(({ name }) => !before.has(name));
    const id = isNew ? await takeIds(transaction, brandId, 1) : 0;
    const stored = themes.map(({ name, words }) => ({ name, words, since: before.get(name) ?? id }));
    await transaction
      .updateTable('brands')
      .set({ themes: JSON.stringify(stored) })
      .where('id', '=', brandId)
      .execute();
  });
}
