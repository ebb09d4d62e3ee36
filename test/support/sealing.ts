import fc from 'fast-check';
import { sql } from 'kysely';
import { dayOf } from '../../src/domain/period.ts';
import { sealDays } from '../../src/storage/answers/sealing.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { NOW } from './world.ts';

/** Which rows of each table of counts are of longer blocks. Pages have one length. */
const LONGER = {
  visibility_counts: sql`span > 1`,
  source_counts: sql`span > case when engine = '' then 1 else 4 end`,
  search_counts: sql`span > 1`,
  prompt_counts: sql`span > 1`,
  rank_counts: sql`span > 1`,
  voice_counts: sql`span > 1`,
  definition_counts: sql`span > 0`,
  panel_counts: sql`1 = 1`,
};

/** Up to which day days are sealed: as they usually are, anywhere in the last year, all of them, or none. */
export const anySealedDay: fc.Arbitrary<number> = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 400 }), fc.constantFrom(-2, 20_000))
  .map((before) => dayOf(NOW) - before);

/** Seals the days of a brand before this one, and opens all others. */
export async function sealExactly(db: Database, brandId: number, day: number): Promise<void> {
  for (const [table, isLonger] of Object.entries(LONGER)) {
    await sql`delete from ${sql.table(table)} where brand_id = ${brandId} and ${isLonger}`.execute(db);
  }
  const setTo = (sealedDay: number) =>
    db.updateTable('brand_heads').set({ sealed_day: sealedDay }).where('brand_id', '=', brandId).execute();
  await setTo(0);
  await sealDays(db, brandId, day);
  await setTo(day);
}

/** A brand as counting takes it. */
export async function countedBrand(db: Database, id: number): Promise<{ id: number; sealedDay: number }> {
  const { sealed_day: sealedDay } = await db
    .selectFrom('brand_heads')
    .select('sealed_day')
    .where('brand_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, sealedDay };
}
