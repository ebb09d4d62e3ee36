import type { SavedView } from '../../../domain/sharing/saved-view.ts';
import type { Database } from '../../driver/database.ts';
import { statement } from '../../driver/statement.ts';

/** A user's views on a brand, by internal ids. */
export interface ViewsOf {
  readonly userId: number;
  readonly brandId: number;
}

/** A user's views on a brand, by name; takes public ids. */
export async function listViews(
  db: Database,
  of: { readonly user: string; readonly brand: string },
): Promise<SavedView[]> {
  return (await viewsOf(db, of)).map(({ name, page, query }) => ({ name, page, query }));
}

/** By the primary key. */
const viewsOf = statement(
  'saved views of a user',
  (db: Database, { user, brand }: { readonly user: string; readonly brand: string }) =>
    db
      .selectFrom('saved_views as v')
      .innerJoin('users as u', 'u.id', 'v.user_id')
      .innerJoin('brands as b', 'b.id', 'v.brand_id')
      .select(['v.name', 'v.page', 'v.query'])
      .where('u.public_id', '=', user)
      .where('b.public_id', '=', brand)
      .orderBy('v.name'),
) as (db: Database, of: { readonly user: string; readonly brand: string }) => Promise<SavedView[]>;

/** @returns false if the name exists */
export async function insertView(
  db: Database,
  { userId, brandId }: ViewsOf,
  { name, page, query }: SavedView,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saved_views')
    .values({ brand_id: brandId, user_id: userId, name, page, query, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Renames a view to an unused name. @returns whether the view exists */
export async function updateViewName(
  db: Database,
  { userId, brandId }: ViewsOf,
  name: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_views')
    .set({ name: to })
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether the view existed */
export async function deleteView(db: Database, { userId, brandId }: ViewsOf, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a removed user's views. */
export async function dropViews(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('saved_views').where('user_id', '=', userId).execute();
}
