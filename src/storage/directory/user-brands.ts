import { type RawBuilder, sql } from 'kysely';
import type { BrandReach } from '../../domain/brand-reach.ts';
import type { Database } from '../driver/database.ts';

/** Which user, and whether there is a limit at all. */
interface MaybeLimited {
  readonly user_id: number;
  readonly limited: number;
}

/** The brands that each of these users is limited to, in their order. Only users with a limit cost a statement. */
export async function reachesOf(db: Database, users: readonly MaybeLimited[]): Promise<BrandReach[]> {
  const limited = users.filter((user) => user.limited !== 0).map((user) => user.user_id);
  if (limited.length === 0) return users.map(() => null);
  const rows = await db
    .selectFrom('user_brands')
    .select(['user_id', 'brand_id'])
    .where('user_id', 'in', limited)
    .orderBy('brand_id')
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return users.map((user) =>
    user.limited === 0 ? null : (byUser.get(user.user_id) ?? []).map((row) => row.brand_id),
  );
}

/** The condition that a column has the id of a brand within a limit. No brand is within that of nobody. */
export function withinReach(column: string, reach: readonly number[]): RawBuilder<boolean> {
  if (reach.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref(column)} in (${sql.join(reach)})`;
}

/** Limits a user to brands, instead of those before; null ends the limit. Run it in a transaction. */
export async function saveReach(db: Database, userId: number, reach: BrandReach): Promise<void> {
  // The row of the user first: whoever saves another limit at the same time waits for it.
  await db
    .updateTable('users')
    .set({ limited: reach === null ? 0 : 1 })
    .where('id', '=', userId)
    .execute();
  await dropReach(db, userId);
  if (reach === null || reach.length === 0) return;
  await db
    .insertInto('user_brands')
    .values([...new Set(reach)].map((brandId) => ({ user_id: userId, brand_id: brandId })))
    .execute();
}

/** Takes out the brands of a user who is removed. */
export async function dropReach(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('user_brands').where('user_id', '=', userId).execute();
}
