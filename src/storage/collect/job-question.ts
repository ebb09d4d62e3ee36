import { isAskedIn, type MarketCodes } from '../../domain/brand/market.ts';
import { marketsFrom } from '../directory/brand/names.ts';
import type { CollectedBrand } from '../directory/brands.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A job's question, with the brand settings that it depends on. */
export interface JobQuestion {
  readonly brand: CollectedBrand;
  readonly prompt: string;
  /** SHA-256 of the prompt, in hex. */
  readonly digest: string;
  readonly isWeekly: boolean;
  readonly market: MarketCodes;
  readonly isActive: boolean;
  readonly isInMarket: boolean;
  readonly isOnEngine: boolean;
  readonly isProspect: boolean;
}

interface AskedKey {
  readonly [name: string]: string | number;
  readonly brandId: number;
  readonly promptId: number;
  readonly engine: string;
  readonly marketId: number;
}

/** Null if the brand or prompt is gone, or the brand is unfinished. */
export async function findJobQuestion(
  db: Database,
  { brandId, promptId, engine, marketId }: AskedKey,
): Promise<JobQuestion | null> {
  const [row] = await selectAsked(db, { brandId, promptId, engine, marketId });
  if (row === undefined) return null;
  const { id, organizationId, locationCode, languageCode, samplesPerDay } = row;
  return {
    brand: { id, organizationId, samplesPerDay },
    prompt: row.text,
    digest: row.digest,
    isWeekly: row.weeklyFrom !== null,
    market: { locationCode, languageCode },
    isActive: row.active === 1,
    isInMarket: row.retiredAt === null && isAskedIn(marketsFrom(row.markets), marketId),
    isOnEngine: row.engine !== null,
    isProspect: row.prospectUntil !== null,
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
    .select('b.prospect_until as prospectUntil')
    .select(['m.location_code as locationCode', 'm.language_code as languageCode'])
    .select((eb) => eb.fn.coalesce('p.samples_per_day', 'b.samples_per_day').as('samplesPerDay'))
    .select(['p.text', 'p.digest', 'p.weekly_from as weeklyFrom', 'p.active', 'p.markets', 'e.engine'])
    .where('b.id', '=', given.brandId)
    .where('b.deleted_at', 'is', null)
    .where('b.configured', '=', 1)
    .where('p.brand_id', '=', given.brandId)
    .where('p.id', '=', given.promptId)
    .where('m.brand_id', '=', given.brandId)
    .where('m.id', '=', given.marketId),
);
