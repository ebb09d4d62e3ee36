import { type RawBuilder, sql } from 'kysely';
import type { BrandReach } from '../../../domain/access/brand-reach.ts';
import type { Database } from '../../driver/database.ts';

/** A user, and whether they are limited to brands. */
interface MaybeLimited {
  readonly user_id: number;
  readonly limited: number;
}

/** Each user's brands, in order. Only limited users cost a statement. */
export async function listReaches(db: Database, users: readonly MaybeLimited[]): Promise<BrandReach[]> {
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

/** SQL condition: the column's brand is in this list. An empty list matches none. */
export function isWithinReach(column: string, reach: readonly number[]): RawBuilder<boolean> {
  if (reach.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref(column)} in (${sql.join(reach)})`;
}

/** Replaces a user's brands; null removes the limit. Run it in a transaction. */
export async function saveReach(db: Database, userId: number, reach: BrandReach): Promise<void> {
  // The user's row first, so that concurrent changes wait.
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

/** Deletes a removed user's brands. */
export async function dropReach(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('user_brands').where('user_id', '=', userId).execute();
}
