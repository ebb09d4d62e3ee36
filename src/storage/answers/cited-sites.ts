import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, NOTHING_SEALED, PAGE_SPAN, type Parts, type Period, partsOf } from '../../domain/period.ts';
import type { SitePart } from '../../domain/site-parts.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { unionAll } from '../driver/fragments.ts';
import { isInPart } from './in-part.ts';
import type { CountedAnswers } from './sources.ts';

/** A site, and which answers that cite it are looked at. A site may come twice, with different parts. */
export interface LookedAtSite {
  readonly site: string;
  /** The part of the site that is looked at; undefined for all of it. */
  readonly part?: SitePart | undefined;
  /** True for all answers that cite it; false for gaps, which name a competitor and not the brand itself. */
  readonly all: boolean;
}

/** A page of a site that is looked at, given by its place, by how many of the answers looked at cite it. */
export interface SitePage {
  readonly place: number;
  readonly url: string;
  readonly title: string | null;
  readonly answers: number;
}

/** The `most` pages of each site that most of the answers looked at cite, then by URL. */
export async function topPagesOf(
  db: Database,
  counted: CountedAnswers,
  sites: readonly LookedAtSite[],
  most: number,
): Promise<SitePage[]> {
  // The kept counts of pages do not know the hosts of a site apart.
  const [whole, parts] = [true, false].map((isWhole) =>
    sites.flatMap((site, place) => ((site.part === undefined) === isWhole ? [{ site, place }] : [])),
  ) as [PlacedSite[], PlacedSite[]];
  const { period, engine } = counted;
  const pages = await Promise.all([
    topPagesBy(db, counted, whole, pagePartsOf(period, engine), most),
    topPagesBy(db, counted, parts, { edges: [{ ...period, sign: 1 }], runs: [] }, most),
  ]);
  return pages.flat();
}

interface PlacedSite {
  readonly site: LookedAtSite;
  readonly place: number;
}

async function topPagesBy(
  db: Database,
  { brand: { id: brandId }, engine }: CountedAnswers,
  placed: readonly PlacedSite[],
  { edges, runs }: Parts,
  most: number,
): Promise<SitePage[]> {
  if (placed.length === 0) return [];
  const sites = placed.map(({ site }) => site);
  const { joinInOrder } = capabilitiesOf(db);
  const counted = [
    ...runs.map(({ first, last, sign }) => {
      const kept = sql`k.brand_id = ${brandId} and k.site = s.site and k.block between ${first} and ${last}`;
      return sql`
        select s.place, k.page_id, ${sql.lit(sign)} * case when s.looks = 1 then k.answers else k.gaps end as n
        from looked as s ${joinInOrder('page_counts', 'k', kept)}
        where s.looks = 1 or k.gaps > 0`;
    }),
    ...edges.map((edge) => {
      const cited = sql`c.brand_id = ${brandId} and c.site = s.site and c.first_of_page = 1 and ${within('c', edge)}`;
      return sql`
        select s.place, c.page_id, ${sql.lit(edge.sign)} as n
        from looked as s ${joinInOrder('citations', 'c', cited)}
        where ${isLookedAt(sites)} and ${engineIs(engine)}`;
    }),
  ];
  const { rows } = await sql<SitePage>`
    with ${lookedAt(sites)},
    summed as (
      select max(place) as place, page_id, sum(n) as answers from (${unionAll(counted)}) as part
      group by page_id having sum(n) > 0),
    ranked as (select *, rank() over (partition by place order by answers desc) as rank_in_site from summed)
    select ranked.place, p.url, p.title, ranked.answers
    from ranked ${joinInOrder('cited_pages', 'p', sql`p.brand_id = ${brandId} and p.id = ranked.page_id`)}
    where ranked.rank_in_site <= ${most}
    order by ranked.place, ranked.answers desc, p.url`.execute(db);
  return [...Map.groupBy(rows, ({ place }) => place)].flatMap(([index, pages]) =>
    pages.slice(0, most).map((page) => ({ ...page, place: placed[index]?.place ?? index })),
  );
}

/** A window that has kept counts of pages. Those of one engine have none, and raw rows of a short one are fewer. */
function pagePartsOf(period: Period, engine: string | null): Parts {
  const isShort = period.to - period.from < PAGE_SPAN * DAY_MS;
  return engine !== null || isShort
    ? { edges: [{ ...period, sign: 1 }], runs: [] }
    : partsOf(period, [PAGE_SPAN], NOTHING_SEALED);
}

/** The engines on which answers that are looked at cite each site. */
export async function enginesOf(
  db: Database,
  { brand: { id: brandId }, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  engines: readonly string[],
): Promise<{ place: number; engine: string }[]> {
  if (sites.length === 0 || engines.length === 0) return [];
  const asked = engines.filter((each) => engine === null || each === engine);
  const { rows } = await sql<{ place: number; engine: string }>`
    with ${lookedAt(sites)},
    asked as (${unionAll(asked.map((each) => sql`select cast(${each} as text) as engine`))})
    select distinct s.place, e.engine from looked as s cross join asked as e
    where (select 1 from citations as c
      where ${citesLookedAt(brandId, period, sites)} and c.engine = e.engine limit 1) is not null`.execute(
    db,
  );
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
): Promise<{ place: number; id: number }[]> {
  const named = competitors.filter((each) => each.answers > 0);
  if (sites.length === 0 || named.length === 0) return [];
  const [rare, frequent] = [true, false].map((isRare) =>
    named.filter((each) => each.answers < RARE * answers === isRare).map(({ id }) => id),
  ) as [number[], number[]];
  return [...(await frequentIn(db, counted, sites, frequent)), ...(await rareIn(db, counted, sites, rare))];
}

async function frequentIn(
  db: Database,
  { brand: { id: brandId }, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  ids: readonly number[],
): Promise<{ place: number; id: number }[]> {
  if (ids.length === 0) return [];
  const mention = sql`m.brand_id = ${brandId} and m.answer_id = c.answer_id and m.tracked_id = t.id`;
  const { rows } = await sql<{ place: number; id: number }>`
    with ${lookedAt(sites)},
    named as (${unionAll(ids.map((id) => sql`select cast(${id} as integer) as id`))})
    select distinct s.place, t.id from looked as s cross join named as t
    where (select 1 from citations as c ${capabilitiesOf(db).joinInOrder('mentions', 'm', mention)}
      where ${citesLookedAt(brandId, period, sites)} and ${engineIs(engine)} and m.mentioned = 1 limit 1) is not null`.execute(
    db,
  );
  return rows;
}

async function rareIn(
  db: Database,
  { brand: { id: brandId }, period, engine }: CountedAnswers,
  sites: readonly LookedAtSite[],
  ids: readonly number[],
): Promise<{ place: number; id: number }[]> {
  if (ids.length === 0) return [];
  const citation = sql`c.brand_id = ${brandId} and c.answer_id = m.answer_id`;
  const { rows } = await sql<{ place: number; id: number }>`
    with ${lookedAt(sites)}
    select distinct s.place, m.tracked_id as id
    from mentions as m ${capabilitiesOf(db).joinInOrder('citations', 'c', citation)}
      join looked as s on s.site = c.site
    where m.brand_id = ${brandId} and m.tracked_id in (${sql.join(ids)}) and m.mentioned = 1
      and ${within('m', period)} and ${isLookedAt(sites)} and ${engineIs(engine)}`.execute(db);
  return rows;
}

/** A row per site: its place among them, its name, and whether all answers are looked at. */
function lookedAt(sites: readonly LookedAtSite[]): RawBuilder<unknown> {
  const rows = sites.map(
    ({ site, all }, place) => sql`(${sql.lit(place)}, cast(${site} as text), ${sql.lit(all ? 1 : 0)})`,
  );
  return sql`looked (place, site, looks) as (values ${sql.join(rows)})`;
}

/** Whether an answer is looked at for citing a page, of the part that is looked at if that is not the whole site. */
function isLookedAt(sites: readonly LookedAtSite[]): RawBuilder<unknown> {
  const parts = sites.flatMap(({ part }, place) =>
    part === undefined ? [] : [sql`when ${sql.lit(place)} then ${isInPart(sql`c.host`, part)}`],
  );
  const inPart = parts.length === 0 ? sql`` : sql`and case s.place ${sql.join(parts, sql` `)} else 1 = 1 end`;
  return sql`(s.looks = 1 or (c.rival = 1 and c.named = 0)) ${inPart}`;
}

const citesLookedAt = (brandId: number, period: Period, sites: readonly LookedAtSite[]) => sql`
  c.brand_id = ${brandId} and c.site = s.site and c.first_of_page = 1 and ${within('c', period)} and ${isLookedAt(sites)}`;

const within = (alias: string, { from, to }: Period) =>
  sql`${sql.ref(`${alias}.collected_at`)} >= ${from} and ${sql.ref(`${alias}.collected_at`)} < ${to}`;

const engineIs = (engine: string | null) => (engine === null ? sql`1 = 1` : sql`c.engine = ${engine}`);
