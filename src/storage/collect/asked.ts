import { isAskedIn, type MarketCodes } from '../../domain/market.ts';
import type { CollectedBrand } from '../directory/brands.ts';
import { marketsFrom } from '../directory/names.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** What a job asks, for whom, and what of the brand that depends on. */
export interface Asked {
  readonly brand: CollectedBrand;
  readonly prompt: string;
  readonly market: MarketCodes;
  readonly isActive: boolean;
  /** Whether the prompt is asked in the market. */
  readonly isInMarket: boolean;
  /** Whether the brand is asked on the engine. */
  readonly isOnEngine: boolean;
}

interface AskedKey {
  readonly [name: string]: string | number;
  readonly brandId: number;
  readonly promptId: number;
  readonly engine: string;
  readonly marketId: number;
}

/** A prompt of a live brand whose setup was finished; null where the brand or the prompt is gone. */
export async function findAsked(
  db: Database,
  { brandId, promptId, engine, marketId }: AskedKey,
): Promise<Asked | null> {
  const [row] = await selectAsked(db, { brandId, promptId, engine, marketId });
  if (row === undefined) return null;
  const { id, organizationId, locationCode, languageCode, samplesPerDay } = row;
  return {
    brand: { id, organizationId, samplesPerDay },
    prompt: row.text,
    market: { locationCode, languageCode },
    isActive: row.active === 1,
    isInMarket: row.retiredAt === null && isAskedIn(marketsFrom(row.markets), marketId),
    isOnEngine: row.engine !== null,
  };
}

const selectAsked = statement('asked question', (db: Database, given: AskedKey) =>
  db
    .selectFrom('brands as b')
    .innerJoin('prompts as p', 'p.brand_id', 'b.id')
    .innerJoin('markets as m', 'm.brand_id', 'b.id')
    .leftJoin('brand_engines as e', (join) =>
      join.on('e.brand_id', '=', given.brandId).on('e.engine', '=', given.engine),
    )
    .select(['b.id', 'b.organization_id as organizationId', 'm.retired_at as retiredAt'])
    .select(['m.location_code as locationCode', 'm.language_code as languageCode'])
    .select((eb) => eb.fn.coalesce('p.samples_per_day', 'b.samples_per_day').as('samplesPerDay'))
    .select(['p.text', 'p.active', 'p.markets', 'e.engine'])
    .where('b.id', '=', given.brandId)
    .where('b.deleted_at', 'is', null)
    .where('b.configured', '=', 1)
    .where('p.brand_id', '=', given.brandId)
    .where('p.id', '=', given.promptId)
    .where('m.brand_id', '=', given.brandId)
    .where('m.id', '=', given.marketId),
);
