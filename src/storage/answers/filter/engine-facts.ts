import { sql } from 'kysely';
import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { capabilitiesOf } from '../../driver/capabilities.ts';
import type { Database } from '../../driver/database.ts';
import type { Tables } from '../../driver/schema/schema.ts';
import { statement } from '../../driver/statement.ts';

/** Facts about an engine beyond its prompts. */
export interface EngineFacts {
  readonly engine: string;
  /** How many of the newest answers before an instant report their cost, and the sum. */
  readonly told: number;
  readonly micros: number | null;
}

/** Whether a brand is asked on an engine, or has any answer from it. */
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

/** When each engine first or last answered for a brand; omits engines without answers. Uses the index answers_newest_of_engine. */
export async function answerTimes(
  db: Database,
  brandId: number,
  engines: readonly string[],
  which: 'first' | 'newest',
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const engine of engines) {
    const row = await db
      .selectFrom('answers')
      .select('collected_at as at')
      .where('brand_id', '=', brandId)
      .where('engine', '=', engine)
      .orderBy('collected_at', which === 'first' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) times.set(engine, row.at);
  }
  return times;
}

/** Enough newest answers to estimate the current cost. */
const NEWEST = 100;

/** Every engine that this version knows, in one statement: a few index seeks each. */
export async function listEngineFacts(db: Database, brandId: number, to: number): Promise<EngineFacts[]> {
  return await selectFacts(db, { brandId, to });
}

const selectFacts = statement<Tables, { readonly brandId: number; readonly to: number }, EngineFacts>(
  'facts of engines',
  (db, { brandId, to }) => {
    const facts = ENGINE_SLUGS.map((slug) => {
      const own = sql`from answers where brand_id = ${brandId} and engine = ${sql.lit(slug)} and collected_at < ${to}`;
      return sql`
        select ${sql.lit(slug)} as engine, count(*) as told, sum(c.micros) as micros
        from (select id ${own} order by collected_at desc, id desc limit ${sql.lit(NEWEST)}) as a
          ${capabilitiesOf(db).joinInOrder('collections', 'c', sql`c.brand_id = ${brandId} and c.id = a.id`)}
        where c.micros is not null`;
    });
    return sql<EngineFacts>`${sql.join(facts, sql` union all `)}`;
  },
);
