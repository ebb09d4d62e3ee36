import type { BrandMarket } from '../../../domain/brand/market.ts';
import type { Database } from '../../driver/database.ts';
import { statement } from '../../driver/statement.ts';
import { withBrandLock } from './brand-lock.ts';

/** A brand's active markets in order, then removed ones. */
export async function listMarkets(db: Database, brandId: number): Promise<readonly BrandMarket[]> {
  const rows = await selectMarkets(db, { brandId });
  const markets = rows.map(
    ({ retiredAt, ...market }): BrandMarket => ({ ...market, active: retiredAt === null }),
  );
  return markets.sort((one, other) => Number(other.active) - Number(one.active));
}

const selectMarkets = statement('markets of a brand', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('markets')
    .select(['id', 'name', 'location_code as locationCode', 'language_code as languageCode'])
    .select('retired_at as retiredAt')
    .where('brand_id', '=', brandId)
    .orderBy('position')
    .orderBy('id'),
);

/** A market with its position in the list. */
export interface StoredMarket extends BrandMarket {
  readonly position: number;
}

export async function saveMarkets(
  db: Database,
  brandId: number,
  markets: readonly StoredMarket[],
  now: number,
): Promise<void> {
  await withBrandLock(db, brandId, async (transaction) => {
    for (const { id, name, locationCode, languageCode, active, position } of markets) {
      const columns = {
        name,
        location_code: locationCode,
        language_code: languageCode,
        position,
        retired_at: active ? null : now,
      };
      await transaction
        .insertInto('markets')
        .values({ brand_id: brandId, id, ...columns })
        .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet(columns))
        .execute();
    }
  });
}

export async function isMarketUsed(db: Database, brandId: number, marketId: number): Promise<boolean> {
  for (const table of ['jobs', 'collections'] as const) {
    const row = await db
      .selectFrom(table)
      .select('brand_id')
      .where('brand_id', '=', brandId)
      .where('market_id', '=', marketId)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

export async function countAnswersIn(db: Database, brandId: number, marketId: number): Promise<number> {
  const { n } = await db
    .selectFrom('collections')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('market_id', '=', marketId)
    .where('outcome', 'in', ['ok', 'empty'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
