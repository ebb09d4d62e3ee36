import { type RawBuilder, sql } from 'kysely';
import type { Bucket, BucketUnit } from '../../domain/buckets.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { type CountedBrand, isOfEngine, PART_NAMES, partParameters, perPart } from './parts.ts';

/** Integer counts of one tracked brand on one engine within a day or week. */
export interface TrendCount {
  readonly engine: string;
  readonly trackedId: number;
  /** The first day of the bucket, in whole days since 1970-01-01. */
  readonly firstDay: number;
  /** Answers in which the brand was looked for. */
  readonly responses: number;
  /** Answers that named it. */
  readonly present: number;
  /** Answers that cited a page of its own sites. */
  readonly cited: number;
}

/**
 * Counts a brand's answers per bucket, engine and tracked brand, in one statement and so on one snapshot: complete
 * buckets from the blocks that lie in them, and the last one in the parts of its period, because it may end anywhere.
 *
 * @param buckets neighboring ones of this unit, oldest first, at least one
 * @param engine the only one to count; every one if it is left out
 */
export async function countTrend(
  db: Database,
  brand: CountedBrand,
  unit: BucketUnit,
  buckets: readonly Bucket[],
  engine: string | null,
): Promise<TrendCount[]> {
  const [first, last] = [buckets.at(0), buckets.at(-1)] as [Bucket, Bucket];
  const endOf4 = Math.floor(Math.min(last.firstDay, brand.sealedDay) / 4);
  return await SELECTS[unit](db, {
    ...partParameters(last, brand),
    brandId: brand.id,
    engine,
    running: last.firstDay,
    firstDay: first.firstDay,
    lastDay: last.firstDay - 1,
    firstOf4: Math.ceil(first.firstDay / 4),
    lastOf4: endOf4 - 1,
    unsealed: 4 * endOf4,
  });
}

const NAMES = [
  'brandId',
  'engine',
  'running',
  'firstDay',
  'lastDay',
  'firstOf4',
  'lastOf4',
  'unsealed',
  ...PART_NAMES,
];

type Given = Readonly<Record<string, string | number | null>>;

/** The blocks of whole days that complete buckets consist of, with the first day of their bucket. */
const COMPLETE: Readonly<Record<BucketUnit, (given: Given) => RawBuilder<unknown>>> = {
  day: (given) => sql`
    select engine, tracked_id, block as first_day, 1 as sign, responses, present, cited
    from visibility_counts
    where brand_id = ${given.brandId} and span = 1 and block between ${given.firstDay} and ${given.lastDay}
      and ${isOfEngine(given.engine)}`,
  // Exactly one aligned block of 4 days lies in every week from Monday: it begins from Monday to Thursday. With it, a week
  // is 4 blocks instead of 7. Day 0 was a Thursday, so (day + 3) % 7 is 0 on Mondays. Days that no such block holds yet are 7.
  week: (given) => sql`
    select engine, tracked_id, 4 * block - (4 * block + 3) % 7 as first_day, 1 as sign, responses, present, cited
    from visibility_counts
    where brand_id = ${given.brandId} and span = 4 and block between ${given.firstOf4} and ${given.lastOf4}
      and (4 * block + 3) % 7 <= 3 and ${isOfEngine(given.engine)}
    union all
    select engine, tracked_id, block - (block + 3) % 7 as first_day, 1 as sign, responses, present, cited
    from visibility_counts
    where brand_id = ${given.brandId} and span = 1 and block between ${given.firstDay} and ${given.lastDay}
      and ((block - block % 4 + 3) % 7 > 3 or block >= ${given.unsealed}) and ${isOfEngine(given.engine)}`,
};

const selectTrend = (unit: BucketUnit) =>
  statement<Tables, Given, TrendCount>(`trend by ${unit}`, NAMES, (_db, given) => {
    const running = sql`cast(${given.running} as integer) as first_day`;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select engine, tracked_id, ${running}, ${sign} as sign, 1 as responses, mentioned as present, cited
        from mentions
        where brand_id = ${given.brandId} and collected_at >= ${from} and collected_at < ${to}
          and ${isOfEngine(given.engine)}`,
      ({ span, first, last, sign }) => sql`
        select engine, tracked_id, ${running}, ${sign} as sign, responses, present, cited
        from visibility_counts
        where brand_id = ${given.brandId} and span = ${span} and block between ${first} and ${last}
          and ${isOfEngine(given.engine)}`,
    );
    return sql<TrendCount>`
      select engine, tracked_id as "trackedId", first_day as "firstDay",
        sum(sign * responses) as responses, sum(sign * present) as present, sum(sign * cited) as cited
      from (${COMPLETE[unit](given)} union all ${parts}) as part
      group by engine, tracked_id, first_day
      having sum(sign * responses) > 0`;
  });

const SELECTS = { day: selectTrend('day'), week: selectTrend('week') };
