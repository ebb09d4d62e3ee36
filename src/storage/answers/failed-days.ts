import { sql } from 'kysely';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';

/** Questions that an engine did not answer in a market on a UTC day, for one reason. */
export interface FailedDay {
  readonly engine: string;
  readonly marketId: number;
  /** In whole days since 1970. */
  readonly day: number;
  readonly outcome: string;
  /** Its code; null if unknown. */
  readonly detail: string | null;
  readonly failed: number;
}

/** Failed collections in a period. Uses the index collections_failed. */
export async function countFailedDays(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<FailedDay[]> {
  const day = sql<number>`collected_at / ${sql.lit(DAY_MS)}`;
  return await db
    .selectFrom('collections')
    .select(['engine', 'market_id as marketId', 'outcome', 'detail'])
    .select((eb) => [day.as('day'), eb.fn.countAll<number>().as('failed')])
    .where('brand_id', '=', brandId)
    .where('collected_at', '>=', from)
    .where('collected_at', '<', to)
    .where(sql<boolean>`outcome in ('error', 'timeout')`)
    .groupBy(['engine', 'market_id', 'outcome', 'detail', day])
    .execute();
}
