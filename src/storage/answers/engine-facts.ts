import { sql } from 'kysely';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** What is known of an engine beside its prompts. */
export interface EngineFacts {
  readonly engine: string;
  /** When the first answer of the period came; null if there is none. */
  readonly firstAt: number | null;
  /** Of the newest answers before the end of the period, how many say what they cost, and what that was. */
  readonly told: number;
  readonly micros: number | null;
}

/** Whether a brand is asked on an engine, or has an answer of it from any time. */
export async function hasEngine(db: Database, brandId: number, engine: string): Promise<boolean> {
  return (await selectEngine(db, { brandId, engine })).length > 0;
}

const selectEngine = statement<Tables, { brandId: number; engine: string }, { readonly found: number }>(
  'whether a brand has an engine',
  (_, { brandId, engine }) => {
    const own = sql`where brand_id = ${brandId} and engine = ${engine}`;
    return sql<{ found: number }>`select 1 as found
      where exists (select 1 from brand_engines ${own}) or exists (select 1 from answers ${own})`;
  },
);

/** As many of the newest answers show what one costs now. */
const NEWEST = 100;

/** Every engine that this version knows, in one statement: a few seeks in the index of its newest answers for each. */
export async function listEngineFacts(
  db: Database,
  { brandId, marketId }: { readonly brandId: number; readonly marketId: number },
  { from, to }: Period,
): Promise<EngineFacts[]> {
  return await selectFacts(db, { brandId, marketId, from, to });
}

const selectFacts = statement<
  Tables,
  Readonly<Record<'brandId' | 'marketId' | 'from' | 'to', number>>,
  EngineFacts
>('facts of engines', (db, { brandId, marketId, from, to }) => {
  const facts = ENGINE_SLUGS.map((slug) => {
    const own = sql`from answers where brand_id = ${brandId} and engine = ${sql.lit(slug)} and collected_at < ${to}`;
    return sql`
        select ${sql.lit(slug)} as engine, (select min(collected_at) ${own}
            and collected_at >= ${from} and market_id = ${marketId}) as "firstAt",
          count(*) as told, sum(c.micros) as micros
        from (select id ${own} order by collected_at desc, id desc limit ${sql.lit(NEWEST)}) as a
          ${capabilitiesOf(db).joinInOrder('collections', 'c', sql`c.brand_id = ${brandId} and c.id = a.id`)}
        where c.micros is not null`;
  });
  return sql<EngineFacts>`${sql.join(facts, sql` union all `)}`;
});
