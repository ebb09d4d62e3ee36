import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { type CountedBrand, isOfEngine, PART_NAMES, partParameters, perPart } from './parts.ts';
import { CANDIDATE_NAMES, candidateSums, candidatesFor } from './searched-most.ts';

/** A query that one engine searched for in a window. */
export interface SearchCount {
  readonly engine: string;
  readonly queryId: number;
  /** As the engine wrote it in its newest of these answers. */
  readonly query: string;
  /** Answers in which the engine searched for it, and how many of them named the brand itself. */
  readonly answers: number;
  readonly named: number;
  /** When the oldest of the newest answers was collected that are looked at more closely. */
  readonly since: number;
}

/** How many of the newest answers of a query its prompts and hosts are read from. */
export const NEWEST_ANSWERS = 20;

type Given = Readonly<Record<string, string | number | null>>;

/**
 * What engines searched for most in a period, each engine by itself: most answers first, then by query and engine. Of long
 * windows only the candidates are added up (searched-most.ts), where they are few; otherwise whole days are read from
 * search_counts by its primary key, the edges from the index searches_of_edge.
 *
 * @param engine the only one to count; every one if it is null
 */
export async function countSearches(
  db: Database,
  brand: CountedBrand,
  period: Period,
  engine: string | null,
  limit: number,
): Promise<SearchCount[]> {
  const { from, to } = period;
  const given = {
    brandId: brand.id,
    engine,
    from,
    to,
    limit,
    skipped: limit - 1,
    newest: NEWEST_ANSWERS - 1,
  };
  const candidates = await candidatesFor(db, brand, period, engine, limit);
  if (candidates) {
    const rows = await selectCandidates(db, { ...given, ...candidates.parameters });
    // Unless answers were taken away in the meantime, this always holds.
    if ((rows[limit - 1]?.answers ?? 0) >= candidates.least) return rows;
  }
  return await selectMost(db, { ...given, ...partParameters(period, brand) });
}

const COUNT_NAMES = ['brandId', 'engine', 'from', 'to', 'limit', 'skipped', 'newest'];

const selectMost = statement<Tables, Given, SearchCount>(
  'searches',
  [...COUNT_NAMES, ...PART_NAMES],
  (_db, given) => sql<SearchCount>`
    with sums as materialized (
      select engine, query_id, sum(sign * answers) as answers, sum(sign * named) as named
      from (${partsOf(given)}) as part
      group by query_id, engine
      having sum(sign * answers) > 0
    ), ${mostOf(given)}`,
);

const selectCandidates = statement<Tables, Given, SearchCount>(
  'searches among candidates',
  [...COUNT_NAMES, ...CANDIDATE_NAMES],
  (db, given) => sql<SearchCount>`with ${candidateSums(db, given)}, ${mostOf(given)}`,
);

/** The first of `sums`, as the last part of a statement. */
function mostOf(given: Given): RawBuilder<unknown> {
  const { brandId, from, to } = given;
  const newest = (column: RawBuilder<unknown>, skipped: RawBuilder<unknown>) => sql`
    (select ${column} from searches as s
      where s.brand_id = ${brandId} and s.query_id = most.query_id and s.engine = most.engine
        and s.collected_at >= ${from} and s.collected_at < ${to} and s.first_of_query = 1
      order by s.collected_at desc, s.answer_id desc limit 1 offset ${skipped})`;
  // The last of the most may have as many answers as others, so all of these are compared by their text.
  return sql`
    most as materialized (
      select sums.engine, sums.query_id, sums.answers, sums.named, q.folded
      from sums join search_queries as q on q.brand_id = ${brandId} and q.id = sums.query_id
      where sums.answers >= coalesce(
        (select answers from sums order by answers desc limit 1 offset ${given.skipped}), 1)
      order by sums.answers desc, q.folded, sums.engine
      limit ${given.limit}
    )
    select engine, query_id as "queryId", answers, named,
      ${newest(sql`s.query`, sql`0`)} as query,
      coalesce(${newest(sql`s.collected_at`, sql`${given.newest}`)}, cast(${from} as bigint)) as since
    from most
    order by answers desc, folded, engine`;
}

function partsOf(given: Given): RawBuilder<unknown> {
  return perPart(
    given,
    ({ from, to, sign }) => sql`
      select engine, query_id, ${sign} as sign, 1 as answers, named from searches
      where brand_id = ${given.brandId} and collected_at >= ${from} and collected_at < ${to}
        and first_of_query = 1 and ${isOfEngine(given.engine)}`,
    ({ span, first, last, sign }) => sql`
      select engine, query_id, ${sign} as sign, answers, named from search_counts
      where brand_id = ${given.brandId} and span = ${span} and block between ${first} and ${last}
        and ${isOfEngine(given.engine)}`,
  );
}

/** A prompt behind a query, or a host that its answers cited, with how many of its newest answers. */
export interface SearchedFrom {
  /** Which of the queries, from 0. */
  readonly place: number;
  readonly answers: number;
  /** How many there are for the query, listed or not. */
  readonly total: number;
}

export interface SearchedPrompt extends SearchedFrom {
  readonly digest: string;
  readonly text: string;
}

export interface CitedHost extends SearchedFrom {
  readonly host: string;
}

/** The prompts that the newest answers of queries answer: for each query, those of the most answers. */
export async function listSearchedPrompts(
  db: Database,
  brandId: number,
  searches: readonly SearchCount[],
  to: number,
  limit: number,
): Promise<SearchedPrompt[]> {
  if (searches.length === 0) return [];
  const { joinInOrder } = capabilitiesOf(db);
  const counted = sql`
    select asked.place, a.prompt_id as item, count(*) as answers from ${newestOf(db, brandId, searches, to)}
    ${joinInOrder('answers', 'a', sql`a.brand_id = ${brandId} and a.id = s.answer_id`)}
    group by asked.place, a.prompt_id`;
  const { rows } = await sql<SearchedPrompt>`
    select place, answers, total, prompt.digest, prompt.text from (${ranked(counted)}) as ranked
    ${joinInOrder('prompts', 'prompt', sql`prompt.brand_id = ${brandId} and prompt.id = item`)}
    where rank <= ${limit} order by place, rank`.execute(db);
  return rows;
}

/**
 * The hosts that the newest answers of queries cite, likewise. They are counted here: to sort thousands of names takes the
 * database longer than to hand them over.
 */
export async function listCitedHosts(
  db: Database,
  brandId: number,
  searches: readonly SearchCount[],
  to: number,
  limit: number,
): Promise<CitedHost[]> {
  if (searches.length === 0) return [];
  const { joinInOrder, jsonList } = capabilitiesOf(db);
  const isCited = sql`c.brand_id = ${brandId} and c.answer_id = s.answer_id and c.first_of_host = 1`;
  const { rows } = await sql<{ place: number; hosts: string }>`
    select asked.place, ${jsonList('c.host', null)} as hosts from ${newestOf(db, brandId, searches, to)}
    ${joinInOrder('citations', 'c', isCited)}
    group by asked.place`.execute(db);
  return rows.flatMap(({ place, hosts }) => mostCited(place, JSON.parse(hosts) as string[], limit));
}

function mostCited(place: number, hosts: readonly string[], limit: number): CitedHost[] {
  const counts = new Map<string, number>();
  for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts]
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([host, answers]) => ({ place, host, answers, total: counts.size }));
}

/** The newest answers of each query, as rows of s, with its place. */
function newestOf(
  db: Database,
  brandId: number,
  searches: readonly SearchCount[],
  to: number,
): RawBuilder<unknown> {
  const rows = searches.map(
    ({ engine, queryId, since }, place) => sql`
      select cast(${place} as integer) as place, cast(${engine} as text) as engine,
        cast(${queryId} as integer) as query_id, cast(${since} as bigint) as since`,
  );
  return sql`(${unionAll(rows)}) as asked
    ${capabilitiesOf(db).joinInOrder(
      'searches',
      's',
      sql`s.brand_id = ${brandId} and s.query_id = asked.query_id and s.engine = asked.engine
        and s.collected_at >= asked.since and s.collected_at < ${to} and s.first_of_query = 1`,
    )}`;
}

function ranked(counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select place, item, answers, count(*) over (partition by place) as total,
      row_number() over (partition by place order by answers desc, item) as rank
    from (${counted}) as counted`;
}

/** The answers of a period whose searches are not known. @param engine the only one to count; every one if it is null */
export async function countUnsearched(
  db: Database,
  brandId: number,
  { from, to }: Period,
  engine: string | null,
): Promise<number> {
  const [row] = await selectUnsearched(db, { brandId, from, to, engine });
  return row?.answers ?? 0;
}

const selectUnsearched = statement<Tables, Given, { answers: number }>(
  'answers without searches',
  ['brandId', 'from', 'to', 'engine'],
  (_db, { brandId, from, to, engine }) => sql<{ answers: number }>`
    select count(*) as answers from answers
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and searches_known = 0
      and ${isOfEngine(engine)}`,
);
