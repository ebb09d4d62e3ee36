import { type RawBuilder, sql } from 'kysely';
import { registrationHash } from '../domain/experiment.ts';
import { capabilitiesOf } from './driver/capabilities.ts';
import type { Database } from './driver/database.ts';
import { misplacedTables } from './driver/distribution.ts';
import { inSnapshot } from './driver/snapshot.ts';
import { tablesOf } from './driver/table-kinds.ts';
import { panelDifferences } from './panel/verify.ts';

/** A difference between what is stored twice, or damage that the database found. */
export interface Difference {
  /** What was compared, e.g. `panel`. */
  readonly check: string;
  /** One sentence with the keys and both values. */
  readonly detail: string;
}

/** At most this many differences are named per check. */
const NAMED = 20;

/**
 * Compares everything that is kept twice with its source: the panel with raw rows, repeated columns with the row they
 * repeat, and foreign keys and indexes with the database's own checks. Reads one snapshot.
 */
export async function findDifferences(db: Database): Promise<Difference[]> {
  return await inSnapshot(db, async (snapshot) => {
    const capabilities = capabilitiesOf(snapshot);
    const problems = await capabilities.integrityProblems(snapshot as never);
    const differences = problems.map((detail) => ({ check: 'integrity', detail }));
    const misplaced = await misplacedTables(snapshot);
    // Citus refuses some comparisons of tables that are not on the same machine.
    if (misplaced.length > 0) return [...differences, ...misplaced.map(notDistributed)];
    const scopes = (await capabilities.isSpread(snapshot)) ? await scopesOf(snapshot) : [WHOLE];
    for (const detail of await panelDifferences(snapshot, NAMED))
      differences.push({ check: 'panel', detail });
    for (const detail of await changedExperiments(snapshot, scopes))
      differences.push({ check: 'experiments', detail });
    for (const [check, query] of Object.entries(CHECKS)) {
      differences.push(...(await findBy(snapshot, scopes, check, query)));
    }
    return differences;
  });
}

function notDistributed({ table }: { readonly table: string }): Difference {
  const detail = `${table} is not distributed as tables of its kind are, so nothing was compared: run distribute, then verify again`;
  return { check: 'distribution', detail };
}

/** What stands before a check: nothing, or what limits it to one brand. */
type Scope = RawBuilder<unknown>;

const WHOLE: Scope = sql``;

async function findBy(
  snapshot: Database,
  scopes: readonly Scope[],
  check: string,
  query: RawBuilder<unknown>,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const scope of scopes) {
    const left = NAMED - found.length;
    if (left === 0) break;
    const { rows } = await sql<{ detail: string }>`
      ${scope} select detail from (${query}) as found limit ${sql.lit(left)}`.execute(snapshot);
    found.push(...rows.map(({ detail }) => ({ check, detail })));
  }
  return found;
}

/**
 * Where tables are on several machines, a check of all brands in one statement has them send every row that it compares. One brand
 * is on one machine, which compares them itself, in one state: within its scope, every table is the rows of that brand.
 */
async function scopesOf(snapshot: Database): Promise<Scope[]> {
  const brands = await snapshot.selectFrom('brands').select('id').orderBy('id').execute();
  return brands.map(({ id }) => {
    const rowsOf = (table: string, column: string) =>
      sql`${sql.table(table)} as not materialized (select * from ${sql.table(table)} where ${sql.ref(column)} = ${id})`;
    return sql`with ${sql.join([rowsOf('brands', 'id'), ...tablesOf('brand').map((table) => rowsOf(table, 'brand_id'))])}`;
  });
}

/** Experiments that are no longer what was registered. */
async function changedExperiments(snapshot: Database, scopes: readonly Scope[]): Promise<string[]> {
  const found: string[] = [];
  for (const scope of scopes) {
    const { rows } = await sql<{ public_id: string; registration: string; hash: string }>`
      ${scope} select public_id, registration, hash from experiments`.execute(snapshot);
    const changed = rows.filter(({ registration, hash }) => registrationHash(registration) !== hash);
    found.push(
      ...changed.map(({ public_id: id }) => `experiment ${id} is not what was registered: its hash differs`),
    );
  }
  return found.slice(0, NAMED);
}

/** Each query gives one row, a sentence, per difference. */
const CHECKS: Record<string, RawBuilder<unknown>> = {
  brand_heads: sql`
    select 'brand ' || b.public_id || ' has no number to give to what it will own' as detail
    from brands b left join (select brand_id from brand_heads) as h on h.brand_id = b.id
    where h.brand_id is null and b.purged_at is null
    union all
    select 'brand ' || b.public_id || ' would number a collection as one that it has'
    from brands b join brand_heads h on h.brand_id = b.id
      join (select brand_id, max(id) as last_id from collections group by brand_id) as c on c.brand_id = b.id
    where c.last_id > h.last_id`,
  answers: sql`
    select 'answer ' || a.public_id || ' does not match its collection, which is ' || c.outcome || ', in outcome, prompt, engine, or time' as detail
    from answers a join collections c on c.brand_id = a.brand_id and c.id = a.id
    where a.outcome <> c.outcome or a.engine <> c.engine
      or a.collected_at <> c.collected_at or a.prompt_id <> c.prompt_id
    union all
    select 'collection ' || c.id || ' of brand ' || c.brand_id || ' is ' || c.outcome || ' and has no answer'
    from collections c left join answers a on a.brand_id = c.brand_id and a.id = c.id
    where c.outcome in ('ok', 'empty') and a.id is null`,
  mentions: sql`
    select 'answer ' || a.public_id || ' has a mention with a different time' as detail
    from mentions m join answers a on a.brand_id = m.brand_id and a.id = m.answer_id
    where m.collected_at <> a.collected_at
    union all
    select 'answer ' || a.public_id || ' was not searched for the brand itself'
    from answers a where not exists (
      select 1 from mentions m join tracked_brands t on t.brand_id = m.brand_id and t.id = m.tracked_id
      where m.brand_id = a.brand_id and m.answer_id = a.id and t.role = 'self')`,
  citations: sql`
    select 'answer ' || a.public_id || ' has a citation with a different time' as detail
    from citations c join answers a on a.brand_id = c.brand_id and a.id = c.answer_id
    where c.collected_at <> a.collected_at
    union all
    ${wronglyMarked('first_of_host', 'host')}
    union all
    ${wronglyMarked('first_of_site', 'site')}
    union all
    select 'answer ' || a.public_id || ' cites page ' || c.page_id || ' ' || count(*) || ' times'
    from citations c join answers a on a.brand_id = c.brand_id and a.id = c.answer_id
    group by c.brand_id, a.public_id, c.page_id having count(*) <> 1
    union all
    select 'host ' || host || ' is in several sites' from citations
    group by brand_id, host having count(distinct site) > 1
    union all
    select 'answer ' || a.public_id || ' cites a page without a URL'
    from citations c join answers a on a.brand_id = c.brand_id and a.id = c.answer_id
    where not exists (select 1 from cited_pages p where p.brand_id = c.brand_id and p.id = c.page_id)`,
  searches: sql`
    select 'answer ' || a.public_id || ' has a search with a different time' as detail
    from searches s join answers a on a.brand_id = s.brand_id and a.id = s.answer_id
    where s.collected_at <> a.collected_at
    union all
    select 'answer ' || a.public_id || ' marks ' || sum(s.first_of_query) || ' searches as the first of one query'
    from searches s join answers a on a.brand_id = s.brand_id and a.id = s.answer_id
    group by s.brand_id, a.public_id, s.query_id having sum(s.first_of_query) <> 1
    union all
    select 'answer ' || a.public_id || ' has searches, but is marked as if they were not known'
    from answers a where a.searches_known = 0 and exists (
      select 1 from searches s where s.brand_id = a.brand_id and s.answer_id = a.id)`,
};

/** Answers in which not exactly one citation of a host, site, or page is marked as the first. */
function wronglyMarked(mark: string, of: string): RawBuilder<unknown> {
  const [marks, value] = [sql.ref(`c.${mark}`), sql.ref(`c.${of}`)];
  return sql`
    select 'answer ' || a.public_id || ' marks ' || sum(${marks}) || ' citations of ' || ${value} || ' as the first'
    from citations c join answers a on a.brand_id = c.brand_id and a.id = c.answer_id
    group by c.brand_id, a.public_id, ${value} having sum(${marks}) <> 1`;
}
