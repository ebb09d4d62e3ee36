import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import { unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { answersOf, answersOfTwo, mentionOf } from './panel-answers.ts';
import { allMentionsIn, mentionsOf, PANEL_MARKS, PANEL_VOICES, panelMarks, voicesIn } from './panel-rows.ts';
import {
  type CountedBrand,
  MOST_PANEL_BLOCKS,
  PANEL_PART_NAMES,
  PART_NAMES,
  type PartParameters,
  panelParameters,
  partParameters,
  perPart,
} from './parts.ts';

/** The windows of a claim, and the one engine that it is about; null for each engine. */
export interface ClaimedWindows {
  readonly engine: string | null;
  readonly window: Period;
  readonly baseline: Period | null;
}

/** Where a row of counts belongs. */
interface ClaimedPlace {
  readonly engine: string;
  readonly promptId: number;
  /** 1: the window of the claim. 0: the baseline. */
  readonly current: 0 | 1;
}

/** Integer counts of the answers to one prompt in one window, among those in which a tracked brand was looked for. */
export interface ClaimedCount extends ClaimedPlace {
  readonly answers: number;
  readonly named: number;
  readonly cited: number;
  readonly classified: number;
  readonly recommended: number;
  /** List positions: how many, their sum, and the sum of their squares. */
  readonly ranked: number;
  readonly rankSum: number;
  readonly rankSquares: number;
}

/** Sums over the answers to one prompt in one window in which every brand tracked now was looked for. */
export interface ClaimedVoice extends ClaimedPlace {
  readonly answers: number;
  /** Mentions of the brand, x, and of all tracked brands, t; and their squares and product. */
  readonly x: number;
  readonly t: number;
  readonly xx: number;
  readonly xt: number;
  readonly tt: number;
}

/**
 * Counts the answers of a claim about one tracked brand, whatever the windows, in one statement and so on one snapshot: blocks of
 * sealed days by the primary key of panel_counts, the rest from answers and their mentions.
 */
export async function countClaimed(
  db: Database,
  brand: CountedBrand,
  trackedId: number,
  windows: ClaimedWindows,
): Promise<ClaimedCount[]> {
  return await selectClaimed(db, { ...parametersOf(brand, windows), trackedId });
}

/** Counts mentions, likewise, for a claim about the share of one tracked brand. */
export async function countClaimedVoice(
  db: Database,
  brand: CountedBrand,
  trackedId: number,
  windows: ClaimedWindows,
): Promise<ClaimedVoice[]> {
  return await selectVoice(db, { ...parametersOf(brand, windows), trackedId });
}

type Given = Readonly<Record<string, number | string | null>> &
  Readonly<{ brandId: number; trackedId: number; engine: string | null }>;

/** The names of the parts of the earlier window. */
const before = (name: string) => `before_${name}`;

const NOTHING: Period = { from: 0, to: 0 };

function parametersOf(
  brand: CountedBrand,
  { engine, window, baseline }: ClaimedWindows,
  partsIn: (period: Period, brand: CountedBrand) => PartParameters = panelParameters,
) {
  const earlier = Object.entries(partsIn(baseline ?? NOTHING, brand));
  return {
    ...partsIn(window, brand),
    ...Object.fromEntries(earlier.map(([name, value]) => [before(name), value])),
    ...{ brandId: brand.id, engine },
  };
}

const namesOf = (parts: readonly string[]) => [
  'brandId',
  'trackedId',
  'engine',
  ...parts,
  ...parts.map(before),
];

/** The parts of both windows: a query for each, which is handed 1 or 0 for the window that it is of. */
function perWindow(
  given: Given,
  names: readonly string[],
  partsOf: (given: PartParameters, current: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const partsIn = (nameOf: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, given[nameOf(name)]])) as PartParameters;
  const parts = [
    partsOf(
      partsIn((name) => name),
      sql`1`,
    ),
    partsOf(partsIn(before), sql`0`),
  ];
  return unionAll(parts);
}

/** One by one, so that the primary key leads to a tracked brand and an engine in each. */
function blocksFrom(first: number): RawBuilder<unknown> {
  return sql.join(Array.from({ length: MOST_PANEL_BLOCKS }, (_, index) => sql`${first} + ${sql.lit(index)}`));
}

/** Rows of panel_counts, and of what its columns come to in answers that are in no block. */
function panelParts(
  { brandId, trackedId, engine, ...given }: Given,
  columns: readonly string[],
  raw: (answers: { readonly from: number; readonly to: number }) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const counted = sql.join(columns.map((name) => sql.ref(name)));
  return perWindow({ brandId, trackedId, engine, ...given }, PANEL_PART_NAMES, (parts, current) =>
    perPart(
      parts,
      ({ from, to, sign }) => sql`
        select engine, prompt_id, ${current} as current, ${sign} as sign, ${counted} from (${raw({ from, to })}) as answered`,
      // Slugs are of letters, digits, and what sorts before them.
      ({ span, first, last, sign }) => sql`
        select engine, prompt_id, ${current} as current, ${sign} as sign, ${counted} from panel_counts
        where brand_id = ${brandId} and span = ${span} and block in (${blocksFrom(first)}) and block <= ${last}
          and tracked_id = ${trackedId} and engine >= coalesce(${engine}, '') and engine <= coalesce(${engine}, '~')`,
    ),
  );
}

const sums = (columns: Readonly<Record<string, string>>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`sum(sign * ${sql.ref(column)}) as ${sql.ref(name)}`),
  );

const COUNTED = {
  answers: 'answers',
  named: 'named',
  cited: 'cited',
  classified: 'classified',
  recommended: 'recommended',
  ranked: 'ranked',
  rankSum: 'rank_sum',
  rankSquares: 'rank_squares',
} as const;

const selectClaimed = statement<Tables, Given, ClaimedCount>(
  'claimed',
  namesOf(PANEL_PART_NAMES),
  (db, given) => {
    const { brandId, trackedId, engine } = given;
    const raw = (time: { readonly from: number; readonly to: number }) => sql`
    select o.engine, o.prompt_id, 1 as answers, ${panelMarks}
    from (${answersOf({ brandId, engine, ...time })}) as o ${mentionOf(db, 'm', brandId, sql`m.tracked_id = ${trackedId}`)}`;
    return sql<ClaimedCount>`
    select engine, prompt_id as "promptId", current, ${sums(COUNTED)}
    from (${panelParts(given, ['answers', ...Object.keys(PANEL_MARKS)], raw)}) as part
    group by engine, prompt_id, current
    having sum(sign * answers) > 0`;
  },
);

const VOICED = {
  answers: 'voiced',
  x: 'mentions',
  t: 'all_mentions',
  xx: 'squares',
  xt: 'products',
  tt: 'all_squares',
} as const;

const selectVoice = statement<Tables, Given, ClaimedVoice>(
  'claimed voice',
  namesOf(PANEL_PART_NAMES),
  (_, given) => {
    const { brandId, trackedId, engine } = given;
    // Materialized, so that what an answer mentions is added up once, and not for each column.
    const raw = (time: { readonly from: number; readonly to: number }) => sql`
      with voices as materialized (
        select engine, prompt_id, ${mentionsOf(brandId, trackedId)} as mentions, ${allMentionsIn({ brandId })} as all_mentions
        from (select id as answer_id, engine, prompt_id from (${answersOf({ brandId, engine, ...time })}) as o) as a)
      select engine, prompt_id, ${voicesIn(sql`mentions`, sql`all_mentions`)} from voices`;
    return sql<ClaimedVoice>`
      select engine, prompt_id as "promptId", current, ${sums(VOICED)}
      from (${panelParts(given, PANEL_VOICES, raw)}) as part
      group by engine, prompt_id, current
      having sum(sign * voiced) > 0`;
  },
);

/** A list position at which an engine gave a tracked brand in a window. */
export interface ClaimedRank {
  readonly engine: string;
  readonly current: 0 | 1;
  readonly rank: number;
}

/** All of them: blocks of days from rank_counts by its primary key, the edges from the index mentions_of_edge. */
export async function listClaimedRanks(
  db: Database,
  brand: CountedBrand,
  trackedId: number,
  windows: ClaimedWindows,
): Promise<ClaimedRank[]> {
  return await selectRanks(db, { ...parametersOf(brand, windows, partParameters), trackedId });
}

const selectRanks = statement<Tables, Given, ClaimedRank>(
  'claimed ranks',
  namesOf(PART_NAMES),
  (_: Kysely<Tables>, given) => {
    const { brandId, trackedId, engine } = given;
    const which = sql`tracked_id = ${trackedId} and engine = coalesce(${engine}, engine)`;
    const parts = perWindow(given, PART_NAMES, (ofWindow, current) =>
      perPart(
        ofWindow,
        ({ from, to, sign }) => sql`
          select engine, ${current} as current, rank, ${sign} as sign, 1 as answers from mentions
          where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and ${which} and rank is not null`,
        ({ span, first, last, sign }) => sql`
          select engine, ${current} as current, rank, ${sign} as sign, answers from rank_counts
          where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last} and ${which} and rank > 0`,
      ),
    );
    return sql<ClaimedRank>`
      select engine, current, rank from (${parts}) as part
      group by engine, current, rank having sum(sign * answers) > 0`;
  },
);

/** Whether all answers of these windows were read in the same way. An index seek at both ends, if all of the brand were. */
export async function areReadAlike(db: Database, brandId: number, windows: ClaimedWindows): Promise<boolean> {
  const [ends] = await selectReadings(db, { brandId });
  if (ends === undefined || ends.first === ends.last) return true;
  const { engine, window, baseline } = windows;
  const [from, to] = [window.from, window.to];
  const [beforeFrom, beforeTo] = [baseline?.from ?? 0, baseline?.to ?? 0];
  const [within] = await selectReadingsWithin(db, { brandId, engine, from, to, beforeFrom, beforeTo });
  return (within?.first ?? null) === (within?.last ?? null);
}

interface ReadingEnds {
  readonly first: string | null;
  readonly last: string | null;
}

const selectReadings = statement<Tables, { readonly brandId: number }, ReadingEnds>(
  'readings',
  ['brandId'],
  (_, { brandId }) => {
    const reading = (end: 'asc' | 'desc') =>
      sql`(select reading from answers where brand_id = ${brandId} order by reading ${sql.raw(end)} limit 1)`;
    return sql<ReadingEnds>`select ${reading('asc')} as "first", ${reading('desc')} as "last"`;
  },
);

type WindowParameters = Readonly<
  Record<'brandId' | 'from' | 'to' | 'beforeFrom' | 'beforeTo', number> & { engine: string | null }
>;

const selectReadingsWithin = statement<Tables, WindowParameters, ReadingEnds>(
  'readings within',
  ['brandId', 'engine', 'from', 'to', 'beforeFrom', 'beforeTo'],
  (_, { brandId, engine, from, to, beforeFrom, beforeTo }) => sql<ReadingEnds>`
    select min(a.reading) as "first", max(a.reading) as "last"
    from ${answersOfTwo({ brandId, engine, from, to }, { brandId, engine, from: beforeFrom, to: beforeTo })}
      join answers as a on a.brand_id = ${brandId} and a.id = o.id`,
);
