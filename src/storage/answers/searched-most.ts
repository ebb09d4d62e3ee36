import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, type Period, partsOf, SPANS } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { bigint, integer, unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { type CountedBrand, EDGES, isOfEngine } from './parts.ts';
import {
  type Block,
  coversOf,
  type Level,
  MOST_BLOCKS,
  MOST_OPEN_DAYS,
  openDaysOf,
  type Thresholds,
  thresholdsFor,
} from './searched-cover.ts';

/**
 * Which queries may be among those that most answers searched for, found without adding up all of them: of the thousands
 * of ways in which engines word a search, nearly all are in a handful of answers.
 *
 * A query that is in few answers of every block that covers the window is in few answers of the window. So the rows above a
 * threshold in each block are all that can reach `least`, if the thresholds add up to less.
 */
export interface Candidates {
  /** Every query that as many answers searched for is among them. */
  readonly least: number;
  readonly parameters: Readonly<Record<string, number>>;
}

type Given = Readonly<Record<string, string | number | null>>;

/** In shorter windows adding up everything is as fast, and so it is for one engine until they are long. */
const SHORTEST_DAYS = 45;
const SHORTEST_DAYS_OF_ENGINE = 150;

/** How many rows of a block its levels are found from, and how many candidates are worth it. */
const DEPTH = 1000;
const MOST_CANDIDATES = 3000;

/** How many rows of a block are looked at for the queries whose counts say what `least` may be. */
const SEED_DEPTH = 200;

const slots = (many: number) => Array.from({ length: many }, (_, index) => index);

/** The most blocks that a period is counted in exactly, and the most that all of its covers have. */
const PARTS = slots(24);
const ALL_COVERS = slots(2 * MOST_BLOCKS);
const COVER = slots(MOST_BLOCKS);
const OPEN_DAYS = slots(MOST_OPEN_DAYS);

/** @returns null where adding up everything is the better way */
export async function candidatesFor(
  db: Database,
  brand: CountedBrand,
  period: Period,
  engine: string | null,
  limit: number,
): Promise<Candidates | null> {
  const shortest = engine === null ? SHORTEST_DAYS : SHORTEST_DAYS_OF_ENGINE;
  if (period.to - period.from < shortest * DAY_MS) return null;
  const openDays = openDaysOf(period, brand.sealedDay);
  const covers = coversOf(period, brand.sealedDay);
  const blocks = distinct(covers.flat());
  const seedCover = covers.at(-1) ?? [];
  if (blocks.length > ALL_COVERS.length || openDays.length > OPEN_DAYS.length) return null;
  const given = { brandId: brand.id, engine, ...slotParameters('day', OPEN_DAYS, openDays) };
  const parts = exactParameters(period, brand.sealedDay);
  const [levels, seeds] = await Promise.all([
    selectLevels(db, { ...given, depth: DEPTH, ...slotParameters('all', ALL_COVERS, blocks) }),
    selectSeeds(db, {
      ...given,
      ...{ depth: SEED_DEPTH, seeds: Math.ceil(limit * 1.5), skipped: limit - 1 },
      ...parts,
      ...slotParameters('cover', COVER, seedCover),
    }),
  ]);
  const least = seeds[0]?.least;
  if (least === undefined) return null;
  const levelsOf = levelsByBlock(levels, blocks, openDays);
  const found = covers
    .map((cover) => ({
      cover,
      thresholds: thresholdsFor(
        [...cover, ...openDays].map((each) => levelsOf.get(keyOf(each)) ?? []),
        least,
      ),
    }))
    .filter((each): each is { cover: Block[]; thresholds: Thresholds } => each.thresholds !== null)
    .sort((a, b) => a.thresholds.rows - b.thresholds.rows)[0];
  if (!found || found.thresholds.rows > MOST_CANDIDATES) return null;
  const { cover, thresholds } = found;
  return {
    least,
    parameters: {
      ...{ least, ...parts },
      ...slotParameters('cover', COVER, cover),
      ...slotParameters('day', OPEN_DAYS, openDays),
      ...aboveParameters('cover', COVER, thresholds.answers.slice(0, cover.length)),
      ...aboveParameters('day', OPEN_DAYS, thresholds.answers.slice(cover.length)),
    },
  };
}

function keyOf({ span, block }: Block): string {
  return `${span} ${block}`;
}

function distinct(blocks: readonly Block[]): Block[] {
  return [...new Map(blocks.map((each) => [keyOf(each), each])).values()];
}

interface LevelRow extends Level {
  readonly slot: number;
}

/** The levels of open days are in the slots after those of blocks. */
const FIRST_DAY = ALL_COVERS.length;

/** A block whose rows were all read ends with the level 0, because nothing is left below it. */
function levelsByBlock(
  rows: readonly LevelRow[],
  blocks: readonly Block[],
  openDays: readonly Block[],
): Map<string, Level[]> {
  const bySlot = Map.groupBy(rows, ({ slot }) => slot);
  const slotted = [...blocks.entries(), ...openDays.map((each, index) => [FIRST_DAY + index, each] as const)];
  return new Map(
    slotted.map(([slot, each]) => {
      const levels = [...(bySlot.get(slot) ?? [])].sort((a, b) => b.answers - a.answers);
      const read = levels.reduce((sum, level) => sum + level.rows, 0);
      return [keyOf(each), read < DEPTH ? [...levels, { answers: 0, rows: 0 }] : levels];
    }),
  );
}

/** Slots beyond the blocks are of span 0, which has no rows. */
function slotParameters(
  name: string,
  all: readonly number[],
  blocks: readonly Block[],
): Record<string, number> {
  const values: Record<string, number> = {};
  for (const slot of all) {
    values[`${name}Span${slot}`] = blocks[slot]?.span ?? 0;
    values[`${name}Block${slot}`] = blocks[slot]?.block ?? 0;
  }
  return values;
}

const slotNames = (name: string, all: readonly number[]) =>
  all.flatMap((slot) => [`${name}Span${slot}`, `${name}Block${slot}`]);

function aboveParameters(
  name: string,
  all: readonly number[],
  answers: readonly number[],
): Record<string, number> {
  return Object.fromEntries(all.map((slot) => [`${name}Above${slot}`, answers[slot] ?? 0]));
}

const aboveNames = (name: string, all: readonly number[]) => all.map((slot) => `${name}Above${slot}`);

/** A period's parts (domain/period.ts) block by block, so that one query can be looked up in each. */
function exactParameters(period: Period, sealedDay: number): Record<string, number> {
  const { runs, edges } = partsOf(period, SPANS, sealedDay);
  const blocks = runs.flatMap(({ span, first, last, sign }) =>
    slots(last - first + 1).map((index) => ({ span, block: first + index, sign })),
  );
  if (blocks.length > PARTS.length) throw new Error(`a period of ${blocks.length} blocks`);
  const values = slotParameters('part', PARTS, blocks);
  for (const slot of PARTS) values[`partSign${slot}`] = blocks[slot]?.sign ?? 0;
  for (const edge of EDGES) {
    values[`edgeFrom${edge}`] = edges[edge]?.from ?? 0;
    values[`edgeTo${edge}`] = edges[edge]?.to ?? 0;
    values[`edgeSign${edge}`] = edges[edge]?.sign ?? 0;
  }
  return values;
}

const EXACT_NAMES = [
  ...slotNames('part', PARTS),
  ...PARTS.map((slot) => `partSign${slot}`),
  ...EDGES.flatMap((edge) => [`edgeFrom${edge}`, `edgeTo${edge}`, `edgeSign${edge}`]),
];

/** The names of the parameters of `candidateSums`. */
export const CANDIDATE_NAMES: readonly string[] = [
  'least',
  ...EXACT_NAMES,
  ...slotNames('cover', COVER),
  ...slotNames('day', OPEN_DAYS),
  ...aboveNames('cover', COVER),
  ...aboveNames('day', OPEN_DAYS),
];

/**
 * The rows of a block, whose first are found by the index search_counts_most, if its condition is repeated. A day has few, and
 * is not in it.
 */
function rowsOf(given: Given, name: string, slot: number): RawBuilder<unknown> {
  const isIndexed = name === 'day' ? sql`` : sql`and span >= 16`;
  return sql`
    from search_counts
    where brand_id = ${given.brandId} and span = ${given[`${name}Span${slot}`]} ${isIndexed}
      and block = ${given[`${name}Block${slot}`]}
      and ${isOfEngine(given.engine)}`;
}

/** A query for each block of a cover, and one for each open day. */
function perBlock(
  cover: 'cover' | 'all',
  query: (name: string, slot: number) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const blocks = cover === 'all' ? ALL_COVERS : COVER;
  return [...blocks.map((slot) => query(cover, slot)), ...OPEN_DAYS.map((slot) => query('day', slot))];
}

const selectLevels = statement<Tables, Given, LevelRow>(
  'levels of searches',
  ['brandId', 'engine', 'depth', ...slotNames('all', ALL_COVERS), ...slotNames('day', OPEN_DAYS)],
  (_db, given) => {
    const first = perBlock(
      'all',
      (name, slot) => sql`
        select ${sql.lit(name === 'day' ? FIRST_DAY + slot : slot)} as slot, answers, count(*) as rows
        from (select answers ${rowsOf(given, name, slot)} order by answers desc limit ${given.depth})
          as ${sql.ref(`${name}${slot}`)}
        group by answers`,
    );
    return sql<LevelRow>`${unionAll(first)}`;
  },
);

/** How many answers searched for the last of the queries to be listed, at least: as many as for the last of some of them. */
const selectSeeds = statement<Tables, Given, { least: number }>(
  'seeds of searches',
  [
    ...['brandId', 'engine', 'depth', 'seeds', 'skipped', ...EXACT_NAMES],
    ...[...slotNames('cover', COVER), ...slotNames('day', OPEN_DAYS)],
  ],
  (db, given) => {
    const first = perBlock(
      'cover',
      (name, slot) => sql`
        select * from (select engine, query_id, answers ${rowsOf(given, name, slot)}
          order by answers desc limit ${given.depth}) as ${sql.ref(`${name}${slot}`)}`,
    );
    return sql<{ least: number }>`
      with seed as materialized (
        select engine, query_id from (${unionAll(first)}) as first
        group by engine, query_id order by sum(answers) desc limit ${given.seeds}),
      sums as (${exactSums(db, given, 'seed')})
      select answers as least from sums order by answers desc limit 1 offset ${given.skipped}`;
  },
);

/** Exact sums of every candidate that may reach `least`, as rows of engine, query_id, answers and named. */
export function candidateSums(db: Database, given: Given): RawBuilder<unknown> {
  const { joinInOrder } = capabilitiesOf(db);
  const above = perBlock(
    'cover',
    (name, slot) => sql`
      select engine, query_id ${rowsOf(given, name, slot)} and answers > ${given[`${name}Above${slot}`]}`,
  );
  const cover = perBlock(
    'cover',
    (name, slot) => sql`
      select ${integer(given[`${name}Span${slot}`])} as span, ${integer(given[`${name}Block${slot}`])} as block`,
  );
  return sql`
    candidate as materialized (${sql.join(above, sql` union `)}),
    bounded as materialized (
      select o.engine, o.query_id
      from (select * from (${unionAll(cover)}) as blocks cross join candidate where span > 0) as o
        ${joinInOrder('search_counts', 'k', isCount(given))}
      group by o.engine, o.query_id
      having sum(k.answers) >= ${given.least}),
    sums as materialized (${exactSums(db, given, 'bounded')})`;
}

/** The row of a query in one block. */
function isCount({ brandId }: Given): RawBuilder<unknown> {
  return sql`k.brand_id = ${brandId} and k.span = o.span and k.block = o.block and k.engine = o.engine
    and k.query_id = o.query_id`;
}

function exactSums(db: Database, given: Given, of: 'seed' | 'bounded'): RawBuilder<unknown> {
  const { joinInOrder } = capabilitiesOf(db);
  const parts = PARTS.map(
    (slot) => sql`
      select ${integer(given[`partSpan${slot}`])} as span, ${integer(given[`partBlock${slot}`])} as block,
        ${integer(given[`partSign${slot}`])} as sign`,
  );
  const edges = EDGES.map(
    (edge) => sql`
      select ${bigint(given[`edgeFrom${edge}`])} as start, ${bigint(given[`edgeTo${edge}`])} as finish,
        ${integer(given[`edgeSign${edge}`])} as sign`,
  );
  const isRaw = sql`s.brand_id = ${given.brandId} and s.query_id = o.query_id and s.engine = o.engine
    and s.collected_at >= o.start and s.collected_at < o.finish and s.first_of_query = 1`;
  return sql`
    select engine, query_id, sum(sign * answers) as answers, sum(sign * named) as named
    from (
      select o.engine, o.query_id, o.sign, k.answers, k.named
      from (select * from (${unionAll(parts)}) as parts cross join ${sql.table(of)} where sign <> 0) as o
        ${joinInOrder('search_counts', 'k', isCount(given))}
      union all
      select o.engine, o.query_id, o.sign, 1, s.named
      from (select * from (${unionAll(edges)}) as edges cross join ${sql.table(of)} where sign <> 0) as o
        ${joinInOrder('searches', 's', isRaw)}
    ) as part
    group by engine, query_id
    having sum(sign * answers) > 0`;
}
