import fc from 'fast-check';
import { dayOf } from '../../src/domain/time/period.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { markChanged } from '../../src/storage/panel/changes.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { NOW } from './world.ts';

/** The day before which days are packed: as usual, anywhere in the last year, all, or none. */
export const anyPackedDay: fc.Arbitrary<number> = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 400 }), fc.constantFrom(-2, 20_000))
  .map((before) => dayOf(NOW) - before);

/** Packs a brand's days before this one, and unpacks the others. */
export async function packExactly(db: Database, brandId: number, day: number): Promise<void> {
  await withBrandLock(db, brandId, async (transaction) => {
    const answers = await transaction
      .selectFrom('answers')
      .select('id')
      .where('brand_id', '=', brandId)
      .execute();
    await transaction.deleteFrom('segments').where('brand_id', '=', brandId).execute();
    await transaction.deleteFrom('panel_delta').where('brand_id', '=', brandId).execute();
    await markChanged(
      transaction,
      brandId,
      answers.map(({ id }) => id),
    );
  });
  await packDays(db, brandId, day);
}
