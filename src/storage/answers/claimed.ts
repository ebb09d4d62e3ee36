import { type RawBuilder, sql } from 'kysely';
import { type Period, QUESTION_SPANS } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { MARKS } from './compared.ts';
import { type CountedBrand, PART_NAMES, partParameters, perPart } from './parts.ts';
import { countVisibility } from './visibility.ts';
import { mentionsIn } from './voices.ts';

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
  /** The first position and the last one; 0 if there is none. */
  readonly leastRank: number;
  readonly mostRank: number;
}

/** A position beyond this counts as this one, so that an absurd import cannot overflow a sum of squares. */
const LAST_RANK = 10_000;

function rankOf(alias: 't' | 's'): RawBuilder<unknown> {
  const rank = sql.ref(`${alias}.rank`);
  return sql`(case when ${rank} > ${sql.lit(LAST_RANK)} then ${sql.lit(LAST_RANK)} else ${rank} end)`;
}

/** What an answer counts as for a claim, by the mention `t` of the brand that the claim is about. */
const COUNTED = {
  answers: sql`1`,
  named: flag(MARKS.named),
  cited: flag(MARKS.cited),
  classified: flag(MARKS.classified),
  recommended: flag(sql`t.framing = 'recommended'`),
  ranked: flag(sql`t.rank is not null`),
  rankSum: sql`coalesce(${rankOf('t')}, 0)`,
  rankSquares: sql`coalesce(${rankOf('t')} * ${rankOf('t')}, 0)`,
};

function flag(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${condition} then 1 else 0 end`;
}

/** Counts the answers of a claim about one tracked brand, in one statement and so on one snapshot, from the index answers_of_panel. */
export async function countClaimed(
  db: Database,
  brandId: number,
  trackedId: number,
  windows: ClaimedWindows,
): Promise<ClaimedCount[]> {
  return await selectClaimed(db, { brandId, trackedId, ...parametersOf(windows) });
}

type WindowParameters = Readonly<{
  engine: string | null;
  currentFrom: number;
  currentTo: number;
  baselineFrom: number;
  baselineTo: number;
}>;

const WINDOW_NAMES = ['engine', 'currentFrom', 'currentTo', 'baselineFrom', 'baselineTo'] as const;

function parametersOf({ engine, window, baseline }: ClaimedWindows): WindowParameters {
  return {
    engine,
    currentFrom: window.from,
    currentTo: window.to,
    baselineFrom: baseline?.from ?? 0,
    baselineTo: baseline?.to ?? 0,
  };
}

type BrandWindows = WindowParameters & { readonly brandId: number };

/** The answers of both windows, as o. */
function answersIn({
  brandId,
  engine,
  currentFrom,
  currentTo,
  baselineFrom,
  baselineTo,
}: BrandWindows): RawBuilder<unknown> {
  const of = (side: 0 | 1, from: number, to: number) => sql`
    select id, engine, prompt_id, collected_at, ${sql.lit(side)} as current from answers
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}
      and engine = coalesce(${engine}, engine)`;
  return sql`(${of(1, currentFrom, currentTo)} union all ${of(0, baselineFrom, baselineTo)}) as o`;
}

function endsOf(value: RawBuilder<unknown>, least: string, most: string): RawBuilder<unknown> {
  return sql`coalesce(min(${value}), 0) as ${sql.ref(least)}, coalesce(max(${value}), 0) as ${sql.ref(most)}`;
}

const sums = (counted: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(Object.entries(counted).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`));

const selectClaimed = statement<Tables, BrandWindows & { readonly trackedId: number }, ClaimedCount>(
  'claimed',
  ['brandId', 'trackedId', ...WINDOW_NAMES],
  (db, given) => {
    const { joinInOrder } = capabilitiesOf(db);
    const { brandId, trackedId } = given;
    return sql<ClaimedCount>`
      select o.engine, o.prompt_id as "promptId", o.current, ${sums(COUNTED)}, ${endsOf(rankOf('t'), 'leastRank', 'mostRank')}
      from ${answersIn(given)}
        ${joinInOrder('mentions', 't', sql`t.brand_id = ${brandId} and t.answer_id = o.id and t.tracked_id = ${trackedId}`)}
      group by o.engine, o.prompt_id, o.current`;
  },
);

/** What counts say of the answers to one prompt in one window, of the brand itself. */
export type NamedCount = Pick<ClaimedCount, keyof ClaimedPlace | 'answers' | 'named' | 'cited'>;

/**
 * How often the brand itself is named and cited in the windows of a claim, from the counts of /definitions, whatever the windows. Null
 * where these do not say it: they leave out answers in which some brand that is tracked now was not looked for.
 *
 * @param selfId the tracked brand that is the brand itself, which was looked for in every answer
 */
export async function countClaimedFromBlocks(
  db: Database,
  brand: CountedBrand,
  selfId: number,
  { engine, window, baseline }: ClaimedWindows,
): Promise<NamedCount[] | null> {
  const counted: NamedCount[] = [];
  for (const [current, period] of [[1, window] as const, [0, baseline] as const]) {
    if (period === null) continue;
    const parts = partParameters(period, brand, QUESTION_SPANS);
    const rows = await selectBlocks(db, { ...parts, brandId: brand.id, selfId, engine });
    const all = await countVisibility(db, brand, period);
    const expected = all.filter((row) => row.trackedId === selfId && row.engine === (engine ?? row.engine));
    if (sumOf(rows, 'answers') !== sumOf(expected, 'responses')) return null;
    counted.push(...rows.map((row) => ({ ...row, current })));
  }
  return counted;
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

type BlockParameters = Readonly<Record<string, number | string | null>> &
  Readonly<{ brandId: number; selfId: number; engine: string | null }>;

/**
 * More than a run has: fewer than are in one of the next length, or the quarters of the days that are not sealed yet. Where those
 * are more, the sums do not agree.
 */
const MOST_BLOCKS = 16;

/** One by one, so that the primary key leads to an engine in each: slugs are of letters and hyphens. */
function blocksFrom(first: number): RawBuilder<unknown> {
  return sql.join(Array.from({ length: MOST_BLOCKS }, (_, index) => sql`${first} + ${sql.lit(index)}`));
}

/** Blocks of days by the primary key of definition_counts, the edges from answers and their mentions. */
const selectBlocks = statement<Tables, BlockParameters, Omit<NamedCount, 'current'>>(
  'claimed from blocks',
  ['brandId', 'selfId', 'engine', ...PART_NAMES],
  (db, given) => {
    const { brandId, selfId, engine } = given;
    const ofEngine = sql`engine = coalesce(${engine}, engine)`;
    const { joinInOrder } = capabilitiesOf(db);
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select o.engine, o.prompt_id, ${sign} as sign, 1 as answers, t.mentioned as named, t.cited
        from (select id, engine, prompt_id, collected_at from answers
            where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and ${ofEngine}) as o
          ${joinInOrder('mentions', 't', sql`t.brand_id = ${brandId} and t.answer_id = o.id and t.tracked_id = ${selfId}`)}`,
      ({ span, first, last, sign }) => sql`
        select engine, prompt_id, ${sign} as sign, answers, named, cited from definition_counts
        where brand_id = ${brandId} and span = ${span} and block in (${blocksFrom(first)}) and block <= ${last}
          and engine >= coalesce(${engine}, '') and engine <= coalesce(${engine}, '~')`,
    );
    return sql<Omit<NamedCount, 'current'>>`
      select engine, prompt_id as "promptId", sum(sign * answers) as answers, sum(sign * named) as named,
        sum(sign * cited) as cited
      from (${parts}) as part
      group by engine, prompt_id
      having sum(sign * answers) > 0`;
  },
);

/** Integer counts of the answers of one engine in which two tracked brands were looked for. */
export interface PairCount {
  readonly engine: string;
  readonly answers: number;
  readonly named: number;
  readonly otherNamed: number;
  readonly bothNamed: number;
  readonly cited: number;
  readonly otherCited: number;
  readonly bothCited: number;
  /** Of the answers that frame both in a way that could be judged. */
  readonly classified: number;
  readonly recommended: number;
  readonly otherRecommended: number;
  readonly bothRecommended: number;
  /** Of the answers that give both a list position: the sums of the positions, of their difference, and of its square. */
  readonly ranked: number;
  readonly rankSum: number;
  readonly otherRankSum: number;
  readonly gapSum: number;
  readonly gapSquares: number;
  readonly rankSquares: number;
  readonly otherRankSquares: number;
  /** The least and the largest of them; 0 if there are none. */
  readonly leastRank: number;
  readonly mostRank: number;
  readonly otherLeastRank: number;
  readonly otherMostRank: number;
  readonly leastGap: number;
  readonly mostGap: number;
}

const bothJudged = sql`t.framing is not null and s.framing is not null`;
const bothRanked = sql`t.rank is not null and s.rank is not null`;

const gap = sql`(${rankOf('t')} - ${rankOf('s')})`;
const ranks = (value: RawBuilder<unknown>) => sql`case when ${bothRanked} then ${value} else 0 end`;

/** By the mentions `t` and `s` of the two. */
const PAIRED = {
  answers: sql`1`,
  named: flag(sql`t.mentioned = 1`),
  otherNamed: flag(sql`s.mentioned = 1`),
  bothNamed: flag(MARKS.bothNamed),
  cited: flag(sql`t.cited = 1`),
  otherCited: flag(sql`s.cited = 1`),
  bothCited: flag(sql`t.cited = 1 and s.cited = 1`),
  classified: flag(bothJudged),
  recommended: flag(sql`${bothJudged} and t.framing = 'recommended'`),
  otherRecommended: flag(sql`${bothJudged} and s.framing = 'recommended'`),
  bothRecommended: flag(sql`t.framing = 'recommended' and s.framing = 'recommended'`),
  ranked: flag(bothRanked),
  rankSum: ranks(rankOf('t')),
  otherRankSum: ranks(rankOf('s')),
  gapSum: ranks(gap),
  gapSquares: ranks(sql`${gap} * ${gap}`),
  rankSquares: ranks(sql`${rankOf('t')} * ${rankOf('t')}`),
  otherRankSquares: ranks(sql`${rankOf('s')} * ${rankOf('s')}`),
};

const ifBothRanked = (value: RawBuilder<unknown>) => sql`case when ${bothRanked} then ${value} end`;

const PAIRED_ENDS = sql.join([
  endsOf(ifBothRanked(rankOf('t')), 'leastRank', 'mostRank'),
  endsOf(ifBothRanked(rankOf('s')), 'otherLeastRank', 'otherMostRank'),
  endsOf(ifBothRanked(gap), 'leastGap', 'mostGap'),
]);

/** Counts the answers of a claim about two tracked brands in one window. */
export async function countPairs(
  db: Database,
  brandId: number,
  [trackedId, otherId]: readonly [number, number],
  windows: ClaimedWindows,
): Promise<PairCount[]> {
  return await selectPairs(db, { brandId, trackedId, otherId, ...parametersOf(windows) });
}

const selectPairs = statement<
  Tables,
  BrandWindows & { readonly trackedId: number; readonly otherId: number },
  PairCount
>('claimed pairs', ['brandId', 'trackedId', 'otherId', ...WINDOW_NAMES], (db, given) => {
  const { joinInOrder } = capabilitiesOf(db);
  const { brandId, trackedId, otherId } = given;
  const mention = (alias: string, id: number) => {
    const [brand, answer, tracked] = ['brand_id', 'answer_id', 'tracked_id'].map((name) =>
      sql.ref(`${alias}.${name}`),
    );
    return joinInOrder(
      'mentions',
      alias,
      sql`${brand} = ${brandId} and ${answer} = o.id and ${tracked} = ${id}`,
    );
  };
  return sql<PairCount>`
    select o.engine, ${sums(PAIRED)}, ${PAIRED_ENDS}
    from ${answersIn(given)} ${mention('t', trackedId)} ${mention('s', otherId)}
    group by o.engine`;
});

/** Sums over the answers to one prompt in one window in which every brand tracked now was looked for. */
export interface ClaimedVoice extends ClaimedPlace {
  readonly answers: number;
  /** Answers that mention the brand, and the other one. */
  readonly naming: number;
  readonly otherNaming: number;
  /** Mentions of the brand, x, of the other, y, and of all tracked brands, t; and their squares and products. */
  readonly x: number;
  readonly y: number;
  readonly t: number;
  readonly xx: number;
  readonly yy: number;
  readonly tt: number;
  readonly xy: number;
  readonly xt: number;
  readonly yt: number;
}

/** Counts mentions for a claim about shares of them. @param otherId the brand itself again if there is no other */
export async function countClaimedVoice(
  db: Database,
  brandId: number,
  [trackedId, otherId]: readonly [number, number],
  windows: ClaimedWindows,
): Promise<ClaimedVoice[]> {
  return await selectVoice(db, { brandId, trackedId, otherId, ...parametersOf(windows) });
}

const VOICED = {
  answers: sql`1`,
  naming: flag(sql`x > 0`),
  otherNaming: flag(sql`y > 0`),
  x: sql`x`,
  y: sql`y`,
  t: sql`t`,
  xx: sql`x * x`,
  yy: sql`y * y`,
  tt: sql`t * t`,
  xy: sql`x * y`,
  xt: sql`x * t`,
  yt: sql`y * t`,
};

const selectVoice = statement<
  Tables,
  BrandWindows & { readonly trackedId: number; readonly otherId: number },
  ClaimedVoice
>('claimed voice', ['brandId', 'trackedId', 'otherId', ...WINDOW_NAMES], (db, given) => {
  const { joinInOrder } = capabilitiesOf(db);
  const { brandId, trackedId, otherId } = given;
  const tracked = sql`select id from tracked_brands where brand_id = ${brandId} and retired_at is null`;
  const mentionsOf = (id: number) => sql`max(case when m.tracked_id = ${id} then ${mentionsIn} else 0 end)`;
  return sql<ClaimedVoice>`
    select engine, prompt_id as "promptId", current, ${sums(VOICED)}
    from (select o.engine, o.prompt_id, o.current, ${mentionsOf(trackedId)} as x, ${mentionsOf(otherId)} as y,
        cast(sum(${mentionsIn}) as integer) as t
      from ${answersIn(given)}
        ${joinInOrder('mentions', 'm', sql`m.brand_id = ${brandId} and m.answer_id = o.id`)}
      where m.tracked_id in (${tracked})
      group by o.engine, o.prompt_id, o.current, o.id
      having count(*) = (select count(*) from (${tracked}) as n)) as voiced
    group by engine, prompt_id, current`;
});

/** Whether all answers of these windows were read in the same way. An index seek at both ends, if all of the brand were. */
export async function areReadAlike(db: Database, brandId: number, windows: ClaimedWindows): Promise<boolean> {
  const [ends] = await selectReadings(db, { brandId });
  if (ends === undefined || ends.first === ends.last) return true;
  const [within] = await selectReadingsWithin(db, { brandId, ...parametersOf(windows) });
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

const selectReadingsWithin = statement<Tables, BrandWindows, ReadingEnds>(
  'readings within',
  ['brandId', ...WINDOW_NAMES],
  (_, given) => sql<ReadingEnds>`
    select min(a.reading) as "first", max(a.reading) as "last"
    from ${answersIn(given)} join answers as a on a.brand_id = ${given.brandId} and a.id = o.id`,
);
