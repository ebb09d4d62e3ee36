import { type RawBuilder, sql } from 'kysely';
import { blockOf, PAGE_SPAN, type Period, partsBy } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { isGap } from './counts.ts';
import type { CountedAnswers } from './sources.ts';

/** A site, and which answers that cite it are looked at. */
export interface LookedAtSite {
  readonly site: string;
  /** Its hosts that are cited. */
  readonly hosts: readonly string[];
  /** True for all answers that cite it; false for gaps, which name a competitor and not the brand itself. */
  readonly all: boolean;
}

/** A page of a site, by how many of the answers looked at cite it. */
export interface SitePage {
  readonly site: string;
  readonly url: string;
  readonly title: string | null;
  readonly answers: number;
}

/** The `most` pages of each site that most of the answers looked at cite, then by URL. */
export async function topPagesOf(
  db: Database,
  { brandId, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  most: number,
): Promise<SitePage[]> {
  if (sites.length === 0) return [];
  // One engine has no kept counts of pages, so its whole window is an edge.
  const { edges, runs } =
    engine === null ? partsBy(PAGE_SPAN, period) : { edges: [{ ...period, sign: 1 }], runs: [] };
  const { joinInOrder } = capabilitiesOf(db);
  const counted = [
    ...runs.map(
      ({ first, last, sign }) => sql`
        select s.site, k.page_id, ${sql.lit(sign)} * case when s.looks = 1 then k.answers else k.gaps end as n
        from looked as s ${joinInOrder(
          'page_counts',
          'k',
          sql`k.brand_id = ${brandId} and k.site = s.site and k.block between ${first} and ${last}`,
        )}
        where s.first_host = 1`,
    ),
    ...edges.map((edge) => {
      const cited = sql`c.brand_id = ${brandId} and c.host = h.host and ${within('c', edge)}`;
      return sql`
        select h.site, c.page_id, ${sql.lit(edge.sign)} * case when h.looks = 1 then 1 else ${isGap} end as n
        from ${engine === null ? hostsInBlock(db, brandId, edge) : sql`looked as h`}
          ${joinInOrder('citations', 'c', cited)}
        where c.first_of_page = 1 and ${engineIs(engine)}`;
    }),
  ];
  const { rows } = await sql<SitePage>`
    with looked as (${lookedAt(sites)}),
    summed as (
      select site, page_id, sum(n) as answers from (${sql.join(counted, sql` union all `)}) as part
      group by site, page_id having sum(n) > 0),
    placed as (select site, page_id, answers, rank() over (partition by site order by answers desc) as place from summed)
    select placed.site, p.url, p.title, placed.answers
    from placed join cited_pages as p on p.brand_id = ${brandId} and p.id = placed.page_id
    where placed.place <= ${most}
    order by placed.site, placed.answers desc, p.url`.execute(db);
  return [...Map.groupBy(rows, ({ site }) => site).values()].flatMap((each) => each.slice(0, most));
}

/**
 * The hosts of the sites that are looked at in the block in which an edge lies. An edge takes away what its block counts too
 * much, and that may be of hosts that the window does not have.
 */
function hostsInBlock(db: Database, brandId: number, { from }: Period): RawBuilder<unknown> {
  const counts = sql`k.brand_id = ${brandId} and k.span = ${sql.lit(PAGE_SPAN)} and k.engine = ''
    and k.block = ${blockOf(from, PAGE_SPAN)} and k.site = s.site`;
  return sql`(select s.site, s.looks, k.host
    from looked as s ${capabilitiesOf(db).joinInOrder('source_counts', 'k', counts)} where s.first_host = 1) as h`;
}

/** The engines on which answers that are looked at cite each site. */
export async function enginesOf(
  db: Database,
  { brandId, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  engines: readonly string[],
): Promise<{ site: string; engine: string }[]> {
  if (sites.length === 0 || engines.length === 0) return [];
  const asked = engines.filter((each) => engine === null || each === engine);
  const { rows } = await sql<{ site: string; engine: string }>`
    with looked as (${lookedAt(sites)}),
    asked as (${unionAll(asked.map((each) => sql`select cast(${each} as text) as engine`))})
    select distinct s.site, e.engine from looked as s cross join asked as e
    where (select 1 from citations as c
      where ${citesLookedAt(brandId, period)} and c.engine = e.engine limit 1) is not null`.execute(db);
  return rows;
}

/** A competitor, and how many answers of the window name it. */
export interface NamedCompetitor {
  readonly id: number;
  readonly answers: number;
}

/** Below this share of the answers, a competitor is rare. */
const RARE = 0.01;

/**
 * Which competitors the answers that are looked at name, for each site. Answers that cite the site are gone through until one
 * names a frequent competitor, which is soon. For a rare one, the few answers that name it are gone through instead.
 */
export async function competitorsIn(
  db: Database,
  counted: CountedAnswers,
  sites: readonly LookedAtSite[],
  { competitors, answers }: { readonly competitors: readonly NamedCompetitor[]; readonly answers: number },
): Promise<{ site: string; id: number }[]> {
  const named = competitors.filter((each) => each.answers > 0);
  if (sites.length === 0 || named.length === 0) return [];
  const [rare, frequent] = [true, false].map((isRare) =>
    named.filter((each) => each.answers < RARE * answers === isRare).map(({ id }) => id),
  ) as [number[], number[]];
  return [...(await frequentIn(db, counted, sites, frequent)), ...(await rareIn(db, counted, sites, rare))];
}

async function frequentIn(
  db: Database,
  { brandId, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  ids: readonly number[],
): Promise<{ site: string; id: number }[]> {
  if (ids.length === 0) return [];
  const mention = sql`m.brand_id = ${brandId} and m.answer_id = c.answer_id and m.tracked_id = t.id`;
  const { rows } = await sql<{ site: string; id: number }>`
    with looked as (${lookedAt(sites)}),
    named as (${unionAll(ids.map((id) => sql`select cast(${id} as integer) as id`))})
    select distinct s.site, t.id from looked as s cross join named as t
    where (select 1 from citations as c ${capabilitiesOf(db).joinInOrder('mentions', 'm', mention)}
      where ${citesLookedAt(brandId, period)} and ${engineIs(engine)} and m.mentioned = 1 limit 1) is not null`.execute(
    db,
  );
  return rows;
}

async function rareIn(
  db: Database,
  { brandId, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  ids: readonly number[],
): Promise<{ site: string; id: number }[]> {
  if (ids.length === 0) return [];
  const citation = sql`c.brand_id = ${brandId} and c.answer_id = m.answer_id`;
  const { rows } = await sql<{ site: string; id: number }>`
    with looked as (${lookedAt(sites)})
    select distinct s.site, m.tracked_id as id
    from mentions as m ${capabilitiesOf(db).joinInOrder('citations', 'c', citation)}
      join looked as s on s.host = c.host
    where m.brand_id = ${brandId} and m.tracked_id in (${sql.join(ids)}) and m.mentioned = 1
      and ${within('m', period)} and ${isLookedAt} and ${engineIs(engine)}`.execute(db);
  return rows;
}

/** A row per host: its site, whether all answers are looked at, and whether it is the first host of its site here. */
function lookedAt(sites: readonly LookedAtSite[]): RawBuilder<unknown> {
  return unionAll(
    sites.flatMap(({ site, hosts, all }) =>
      hosts.map(
        (host, index) => sql`
          select cast(${site} as text) as site, cast(${host} as text) as host,
            ${sql.lit(all ? 1 : 0)} as looks, ${sql.lit(index === 0 ? 1 : 0)} as first_host`,
      ),
    ),
  );
}

const isLookedAt = sql`(s.looks = 1 or (c.rival = 1 and c.named = 0))`;

const citesLookedAt = (brandId: number, period: Period) => sql`
  c.brand_id = ${brandId} and c.host = s.host and c.first_of_host = 1 and ${within('c', period)} and ${isLookedAt}`;

const within = (alias: string, { from, to }: Period) =>
  sql`${sql.ref(`${alias}.collected_at`)} >= ${from} and ${sql.ref(`${alias}.collected_at`)} < ${to}`;

const engineIs = (engine: string | null) => (engine === null ? sql`1 = 1` : sql`c.engine = ${engine}`);

const unionAll = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);
