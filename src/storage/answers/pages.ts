import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, NOTHING_SEALED, PAGE_SPAN, type Period, partsOf } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { bigint, integer, unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { EDGES } from './parts.ts';
import { type CountedAnswers, onEngine } from './sources.ts';

/** Answers in a window that cited a page. */
export interface PageCount {
  readonly url: string;
  readonly title: string | null;
  readonly answers: number;
  /** Of these, those that named the brand itself. */
  readonly named: number;
  /** Those that named a competitor tracked now. */
  readonly rivals: number;
}

/** The most cited pages, of one site if wanted: the most cited first, then by URL. */
export async function countPages(
  db: Database,
  { brand, period, engine }: CountedAnswers,
  { site, limit }: { readonly site: string | null; readonly limit: number },
): Promise<PageCount[]> {
  const given = { ...blockParameters(period), brandId: brand.id, limit, from: period.from, to: period.to };
  if (engine === null) {
    if (site !== null) return await selectOfSite(db, { ...given, site });
    return isShort(period) ? await selectShort(db, given) : await topPages(db, given, limit);
  }
  const ofEngine = { ...given, engine };
  return site === null
    ? await selectOfEngine(db, ofEngine)
    : await selectOfSiteAndEngine(db, { ...ofEngine, site });
}

/** Whether raw rows are fewer than what would be looked at of the blocks. */
function isShort({ from, to }: Period): boolean {
  return to - from < PAGE_SPAN * DAY_MS;
}

/** How many pages of each block are looked at first, and how many if these say too little. */
const DEPTHS = [256, 1024];
/** How many are counted exactly where pages are cited so evenly that all have to be looked at, and how much further. */
const FIRST_WIDTH = 1000;
const WIDER = 8;

/**
 * A page that is not among the first of any block has at most what the last of them have together. So the pages seen are
 * the most cited ones as soon as the last to be listed has more than that, and the long tail is not read.
 */
async function topPages(db: Database, given: BlockParameters, limit: number): Promise<PageCount[]> {
  for (const depth of DEPTHS) {
    const rows = await selectTop(db, { ...given, depth });
    if (areAll(rows, limit)) return countsIn(rows);
  }
  for (let width = FIRST_WIDTH; ; width *= WIDER) {
    const rows = await selectWidest(db, { ...given, width });
    if (areAll(rows, limit)) return countsIn(rows);
  }
}

/** A page, and the most answers that a page that was not counted may have. Without a URL it is only the latter. */
type Candidate = { readonly [Name in keyof PageCount]: PageCount[Name] | null } & { readonly unseen: number };

function areAll(rows: readonly Candidate[], limit: number): boolean {
  const most = rows[0]?.unseen ?? 0;
  return most === 0 || (rows[limit - 1]?.answers ?? 0) > most;
}

function countsIn(rows: readonly Candidate[]): PageCount[] {
  return rows.filter(({ url }) => url !== null).map(({ unseen, ...row }) => row as PageCount);
}

/** The most blocks that a window of 365 days overlaps. */
const BLOCKS = Array.from({ length: Math.ceil(365 / PAGE_SPAN) + 1 }, (_, index) => index);

type BlockParameters = Readonly<Record<string, number>>;
type TextParameters = Readonly<Record<string, number | string>>;

const BLOCK_NAMES = [
  ...['firstBlock', 'lastBlock'],
  ...BLOCKS.flatMap((index) => [`block${index}`, `sign${index}`]),
  ...EDGES.flatMap((edge) => [`from${edge}`, `to${edge}`, `edgeSign${edge}`]),
];

/** The blocks that a period overlaps, each with the sign of its counts, 0 for none; and the edges that raw rows count. */
function blockParameters(period: Period): BlockParameters {
  const { edges, runs } = partsOf(period, [PAGE_SPAN], NOTHING_SEALED);
  const length = PAGE_SPAN * DAY_MS;
  const firstBlock = Math.floor(period.from / length);
  const lastBlock = Math.floor((period.to - 1) / length);
  const values: Record<string, number> = { firstBlock, lastBlock };
  for (const index of BLOCKS) {
    const block = firstBlock + index;
    const run = runs.find(({ first, last }) => first <= block && block <= last);
    values[`block${index}`] = block <= lastBlock ? block : -1;
    values[`sign${index}`] = block <= lastBlock ? (run?.sign ?? 0) : 0;
  }
  for (const index of EDGES) {
    values[`from${index}`] = edges[index]?.from ?? 0;
    values[`to${index}`] = edges[index]?.to ?? 0;
    values[`edgeSign${index}`] = edges[index]?.sign ?? 1;
  }
  return values;
}

/** Exact counts of the pages in `candidate`, which is a query of site and page_id. */
function countedIn(db: Database, given: TextParameters, candidate: RawBuilder<unknown>): RawBuilder<unknown> {
  const { joinInOrder } = capabilitiesOf(db);
  const { brandId } = given;
  const blocks = BLOCKS.map(
    (index) =>
      sql`select ${integer(given[`block${index}`])} as block, ${integer(given[`sign${index}`])} as sign`,
  );
  const edges = EDGES.map(
    (edge) => sql`
      select ${bigint(given[`from${edge}`])} as start, ${bigint(given[`to${edge}`])} as finish,
        ${integer(given[`edgeSign${edge}`])} as sign`,
  );
  return sql`
    candidate as (${candidate}),
    counted as (
      select site, page_id, sum(sign * answers) as answers, sum(sign * named) as named, sum(sign * rivals) as rivals
      from (
        select o.site, o.page_id, o.sign, k.answers, k.named, k.rivals
        from (select * from candidate cross join (${unionAll(blocks)}) as blocks where sign <> 0) as o
          ${joinInOrder(
            'page_counts',
            'k',
            sql`k.brand_id = ${brandId} and k.site = o.site and k.block = o.block and k.page_id = o.page_id`,
          )}
        union all
        select o.site, o.page_id, o.sign, 1, c.named, c.rival
        from (select * from candidate cross join (${unionAll(edges)}) as edges) as o
          ${joinInOrder(
            'citations',
            'c',
            sql`c.brand_id = ${brandId} and c.page_id = o.page_id and c.first_of_page = 1
              and c.collected_at >= o.start and c.collected_at < o.finish`,
          )}
      ) as part
      group by site, page_id
      having sum(sign * answers) > 0)`;
}

/** The first rows of `counted`. */
function listed(db: Kysely<Tables>, { brandId, limit }: TextParameters): RawBuilder<PageCount> {
  const page = sql`p.brand_id = ${brandId} and p.id = counted.page_id`;
  return sql`
    select p.url, p.title, counted.answers, counted.named, counted.rivals
    from counted ${capabilitiesOf(db).joinInOrder('cited_pages', 'p', page)}
    order by counted.answers desc, p.url
    limit ${limit}`;
}

/** The same, each with what `unseen` says; one row without a page if there is none. */
function withUnseen(db: Kysely<Tables>, given: TextParameters): RawBuilder<unknown> {
  return sql`
    select listed.url, listed.title, listed.answers, listed.named, listed.rivals, unseen.most as unseen
    from unseen left join (${listed(db, given)}) as listed on 1 = 1
    order by listed.answers desc, listed.url`;
}

const selectTop = statement<Tables, BlockParameters, Candidate>(
  'pages',
  ['brandId', 'limit', 'depth', ...BLOCK_NAMES],
  (db, given) => {
    const { brandId, depth } = given;
    const first = BLOCKS.map(
      (index) => sql`
        select * from (select site, page_id, answers, block from page_counts
          where brand_id = ${brandId} and block = ${given[`block${index}`]}
          order by answers desc limit ${depth}) as ${sql.ref(`first${index}`)}`,
    );
    return sql`
      with seen as (${unionAll(first)}),
      unseen as (select coalesce(sum(most), 0) as most from (
        select case when count(*) < ${depth} then 0 else min(answers) end as most from seen group by block) as last),
      ${countedIn(db, given, sql`select distinct site, page_id from seen`)}
      ${withUnseen(db, given)}` as RawBuilder<Candidate>;
  },
);

/** As above, but by what each page has in all blocks that the window overlaps: at most its ends more than in the window. */
const selectWidest = statement<Tables, BlockParameters, Candidate>(
  'pages of all',
  ['brandId', 'limit', 'width', ...BLOCK_NAMES],
  (db, given) => {
    const { brandId, width, firstBlock, lastBlock } = given;
    return sql`
      with seen as (
        select site, page_id, sum(answers) as answers from page_counts
        where brand_id = ${brandId} and block between ${firstBlock} and ${lastBlock}
        group by site, page_id order by sum(answers) desc limit ${width}),
      unseen as (select case when count(*) < ${width} then 0 else min(answers) end as most from seen),
      ${countedIn(db, given, sql`select site, page_id from seen`)}
      ${withUnseen(db, given)}` as RawBuilder<Candidate>;
  },
);

const selectOfSite = statement<Tables, TextParameters, PageCount>(
  'pages of a site',
  ['brandId', 'limit', 'site', ...BLOCK_NAMES],
  (db, given) =>
    sql`with ${countedIn(db, given, ofSite(given))} ${listed(db, given)}` as RawBuilder<PageCount>,
);

const ENGINE_NAMES = ['brandId', 'limit', 'engine', 'from', 'to'];

/** One engine's pages are counted from raw rows: kept counts for each engine would be nearly as many as its citations. */
const selectOfEngine = statement<Tables, TextParameters, PageCount>(
  'pages of an engine',
  ENGINE_NAMES,
  (db, given) => ofRawRows(db, given, given.engine as string),
);

const selectShort = statement<Tables, TextParameters, PageCount>(
  'pages of a short window',
  ['brandId', 'limit', 'from', 'to'],
  (db, given) => ofRawRows(db, given, undefined),
);

// Not grouped by the plain column: SQLite would go through all pages in the order of their index.
function ofRawRows(
  db: Kysely<Tables>,
  given: TextParameters,
  engine: string | undefined,
): RawBuilder<PageCount> {
  const { brandId, from, to, limit } = given;
  return sql`
    with raw as (
      select page_id + 0 as page_id, count(*) as answers, sum(named) as named, sum(rival) as rivals from citations
      where brand_id = ${brandId} and ${onEngine(engine)} and collected_at >= ${from} and collected_at < ${to}
        and first_of_page = 1
      group by page_id + 0),
    counted as (select * from raw
      where answers >= coalesce((select answers from raw order by answers desc limit 1 offset ${limit} - 1), 1))
    ${listed(db, given)}`;
}

const selectOfSiteAndEngine = statement<Tables, TextParameters, PageCount>(
  'pages of a site and an engine',
  [...ENGINE_NAMES, 'site', 'firstBlock', 'lastBlock'],
  (db, given) => {
    const { brandId, engine, from, to } = given;
    const cited = sql`c.brand_id = ${brandId} and c.page_id = o.page_id and c.first_of_page = 1
      and c.collected_at >= ${from} and c.collected_at < ${to} and c.engine = ${engine}`;
    return sql`
      with counted as (
        select o.page_id, count(*) as answers, sum(c.named) as named, sum(c.rival) as rivals
        from (${ofSite(given)}) as o ${capabilitiesOf(db).joinInOrder('citations', 'c', cited)}
        group by o.page_id)
      ${listed(db, given)}` as RawBuilder<PageCount>;
  },
);

/** The pages of a site that are cited in the blocks of a window, or near it. */
function ofSite({ brandId, site, firstBlock, lastBlock }: TextParameters): RawBuilder<unknown> {
  return sql`
    select distinct site, page_id from page_counts
    where brand_id = ${brandId} and site = ${site} and block between ${firstBlock} and ${lastBlock}`;
}
