import { sql } from 'kysely';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { headOf, noteSealed, writing } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { packDays } from '../panel/sealing.ts';
import { lengthen } from './counts.ts';

/**
 * Sealed days: those whose answers are counted in blocks of every length. Answers of later days are counted in open blocks only
 * (domain/period.ts), which is a quarter of the rows, and sealing a day adds its open blocks to the longer ones. An answer that
 * comes late, for a day that is sealed, is counted in all. Whoever counts holds the brand's lock, and whoever reads sees the
 * sealed day in the snapshot of the counts, so at every moment each block holds what that day says.
 */

/** The days of so many answers are sealed in one transaction, but one at least. The brand's other writers wait for it. */
const ANSWERS_AT_ONCE = 2000;

/** The live and deleted brands that have answers of days before this one which are not sealed. */
export async function listUnsealed(db: Database, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('brand_heads as h')
    .select('h.brand_id')
    .where('h.sealed_day', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('answers as a')
          .select('a.id')
          .whereRef('a.brand_id', '=', 'h.brand_id')
          .where('a.collected_at', '>=', sql<number>`cast(h.sealed_day as bigint) * ${sql.lit(DAY_MS)}`)
          .where('a.collected_at', '<', before * DAY_MS),
      ),
    )
    .orderBy('h.brand_id')
    .execute();
  return rows.map((row) => row.brand_id);
}

/**
 * Seals the days of a brand before this one, in several transactions. A kill loses nothing, and whoever comes second finds it
 * done.
 *
 * @param onSome called after each transaction; the next one waits for it
 */
export async function sealDays(
  db: Database,
  brandId: number,
  before: number,
  onSome?: () => unknown,
): Promise<void> {
  while ((await firstOpenDay(db, brandId)) < before) {
    await writing(db, brandId, (transaction) => sealSome(transaction, brandId, before));
    await onSome?.();
  }
  await packDays(db, brandId, before, onSome);
}

async function sealSome(db: Database, brandId: number, before: number): Promise<void> {
  const first = await firstOpenDay(db, brandId);
  if (first >= before) return;
  const { sealedDay } = await headOf(db, brandId);
  const full = await firstOpenDay(db, brandId, ANSWERS_AT_ONCE);
  const until = Math.min(before, Math.max(full, first + 1));
  await lengthen(db, brandId, sealedDay, until);
  await noteSealed(db, brandId, until);
}

/** The first day with answers that is not sealed, or the first after some of these answers; Infinity if there is none. */
export async function firstOpenDay(db: Database, brandId: number, skipped = 0): Promise<number> {
  const { sealedDay } = await headOf(db, brandId);
  const row = await db
    .selectFrom('answers')
    .select('collected_at')
    .where('brand_id', '=', brandId)
    .where('collected_at', '>=', sealedDay * DAY_MS)
    .orderBy('collected_at')
    .offset(skipped)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? Number.POSITIVE_INFINITY : dayOf(row.collected_at);
}
