import { sql } from 'kysely';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** What is known of an engine beside its prompts. */
export interface EngineFacts {
  readonly engine: string;
  /** Of the newest answers before an instant, how many say what they cost, and what that was. */
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
