import { type RawBuilder, sql } from 'kysely';
import { hostOf } from '../domain/web/host.ts';
import { pageDigestOf } from '../domain/web/page.ts';
import { siteOf } from '../domain/web/site.ts';
import { capabilitiesOf } from './driver/capabilities.ts';
import type { Database } from './driver/database.ts';
import { misplacedTables } from './driver/distribution.ts';
import { tablesOf } from './driver/schema/table-kinds.ts';
import { inSnapshot } from './driver/snapshot.ts';
import { panelDifferences } from './panel/verify.ts';

/** Two stored copies that differ, or damage that the database found. */
export interface Difference {
  /** The check's name, e.g. `panel`. */
  readonly check: string;
  /** One sentence with the keys and both values. */
  readonly detail: string;
}

/** Reports at most this many differences per check. */
const NAMED = 20;

/** Keeps memory flat. */
const PAGES_AT_ONCE = 2000;

/**
 * Compares all redundant data with its source: the panel with raw rows, repeated columns with their rows, and foreign
 * keys and indexes by the database's own checks. Reads one snapshot.
 */
export async function findDifferences(db: Database): Promise<Difference[]> {
  return await inSnapshot(db, async (snapshot) => {
    const capabilities = capabilitiesOf(snapshot);
    const problems = await capabilities.integrityProblems(snapshot as never);
    const differences = problems.map((detail) => ({ check: 'integrity', detail }));
    const misplaced = await misplacedTables(snapshot);
    // Citus refuses some comparisons across machines.
    if (misplaced.length > 0) return [...differences, ...misplaced.map(notDistributed)];
    const scopes = (await capabilities.isDistributed(snapshot)) ? await scopesOf(snapshot) : [WHOLE];
    for (const detail of await panelDifferences(snapshot, NAMED))
      differences.push({ check: 'panel', detail });
    for (const detail of await misplacedPages(snapshot, scopes))
      differences.push({ check: 'page_facts', detail });
    for (const detail of await outdatedPages(snapshot)) differences.push({ check: 'cited_pages', detail });
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

/** A check's prefix: empty, or a limit to one brand. */
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
 * On several machines, a check over all brands would send every compared row. One brand is on one machine, which
 * compares in one state: within its scope, every table is that brand's rows.
 */
async function scopesOf(snapshot: Database): Promise<Scope[]> {
  const brands = await snapshot.selectFrom('brands').select('id').orderBy('id').execute();
  return brands.map(({ id }) => {
    const rowsOf = (table: string, column: string) =>
      sql`${sql.table(table)} as not materialized (select * from ${sql.table(table)} where ${sql.ref(column)} = ${id})`;
    return sql`with ${sql.join([rowsOf('brands', 'id'), ...tablesOf('brand').map((table) => rowsOf(table, 'brand_id'))])}`;
  });
}

/** Fetched pages that a URL lookup would miss. */
async function misplacedPages(snapshot: Database, scopes: readonly Scope[]): Promise<string[]> {
  const found: string[] = [];
  for (const scope of scopes) {
    const { rows } = await sql<{ url: string; digest: string; site: string }>`
      ${scope} select url, digest, site from page_facts`.execute(snapshot);
    const misplaced = rows.filter(
      ({ url, digest, site }) => digest !== pageDigestOf(url) || site !== siteOf(hostOf(url) ?? ''),
    );
    found.push(...misplaced.map(({ url }) => `the facts about ${url} are stored under another page or site`));
  }
  return found.slice(0, NAMED);
}

/** Cited pages under another key, which a rescan renews. */
async function outdatedPages(snapshot: Database): Promise<string[]> {
  const found: string[] = [];
  for (const { id } of await snapshot.selectFrom('brands').select('id').orderBy('id').execute()) {
    for (let after = 0; found.length < NAMED; ) {
      const pages = await snapshot
        .selectFrom('cited_pages')
        .select(['id', 'url', 'digest'])
        .where('brand_id', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGES_AT_ONCE)
        .execute();
      const outdated = pages.filter(({ url, digest }) => digest !== pageDigestOf(url));
      found.push(...outdated.map(({ url }) => `the cited page ${url} has another key`));
      if (pages.length < PAGES_AT_ONCE) break;
      after = pages.at(-1)?.id ?? after;
    }
  }
  return found.slice(0, NAMED);
}

/** Each query returns one sentence per difference. */
const CHECKS: Record<string, RawBuilder<unknown>> = {
  brand_state: sql`
    select 'brand ' || b.public_id || ' has no number to give to what it will own' as detail
    from brands b left join (select brand_id from brand_state) as h on h.brand_id = b.id
    where h.brand_id is null and b.purged_at is null
    union all
    select 'brand ' || b.public_id || ' would number a collection as one that it has'
    from brands b join brand_state h on h.brand_id = b.id
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
  imports: sql`
    select 'collection ' || c.id || ' of brand ' || c.brand_id || ' belongs to an import that does not exist' as detail
    from collections c where c.import_id is not null
      and not exists (select 1 from imports i where i.brand_id = c.brand_id and i.id = c.import_id)`,
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
  cards: sql`
    select 'answer ' || a.public_id || ' shows a card with a different time' as detail
    from cards s join answers a on a.brand_id = s.brand_id and a.id = s.answer_id
    where s.collected_at <> a.collected_at
    union all
    select 'answer ' || a.public_id || ' shows cards, but is marked as if they were not known'
    from answers a where a.cards_known = 0 and exists (
      select 1 from cards s where s.brand_id = a.brand_id and s.answer_id = a.id)`,
  traffic: sql`
    with counts as (
      select brand_id, day, page, requests as lines from crawl_counts
      union all select brand_id, day, page, visits from visit_counts),
    days as (
      select brand_id, day, sum(lines) as lines, min(lines) as fewest,
        count(distinct case when page <> '' then page end) as pages from counts group by brand_id, day),
    known as (select brand_id, day, count(*) as lines from log_lines group by brand_id, day)
    select 'day ' || c.day || ' of brand ' || c.brand_id || ' has crawls or visits, but no log' as detail
    from days c where not exists (select 1 from log_days d where d.brand_id = c.brand_id and d.day = c.day)
    union all
    select 'day ' || d.day || ' of brand ' || d.brand_id || ' counts ' || coalesce(c.lines, 0) || ' lines on '
      || coalesce(c.pages, 0) || ' pages, and knows ' || coalesce(k.lines, 0) || ' lines and ' || d.pages || ' pages'
      || case when d.salt is null then ', although it is closed' else '' end
    from log_days d left join days c on c.brand_id = d.brand_id and c.day = d.day
      left join known k on k.brand_id = d.brand_id and k.day = d.day
    where d.pages <> coalesce(c.pages, 0) or coalesce(c.fewest, 1) < 1
      or coalesce(k.lines, 0) <> case when d.salt is null then 0 else coalesce(c.lines, 0) end`,
};

/** Answers without exactly one citation marked as first per host, site, or page. */
function wronglyMarked(mark: string, of: string): RawBuilder<unknown> {
  const [marks, value] = [sql.ref(`c.${mark}`), sql.ref(`c.${of}`)];
  return sql`
    select 'answer ' || a.public_id || ' marks ' || sum(${marks}) || ' citations of ' || ${value} || ' as the first'
    from citations c join answers a on a.brand_id = c.brand_id and a.id = c.answer_id
    group by c.brand_id, a.public_id, ${value} having sum(${marks}) <> 1`;
}
