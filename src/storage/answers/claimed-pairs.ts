import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { MARKS } from './compared.ts';
import { answersOf, mentionOf } from './panel-answers.ts';
import { allMentionsIn, mentionsOf, rankIn } from './panel-rows.ts';

/** What a claim about two tracked brands in the same answers counts. No counts are kept of these, so each answer is read. */

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

function flag(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${condition} then 1 else 0 end`;
}

function endsOf(value: RawBuilder<unknown>, least: string, most: string): RawBuilder<unknown> {
  return sql`coalesce(min(${value}), 0) as ${sql.ref(least)}, coalesce(max(${value}), 0) as ${sql.ref(most)}`;
}

const bothJudged = sql`t.framing is not null and s.framing is not null`;
const bothRanked = sql`t.rank is not null and s.rank is not null`;

const gap = sql`(${rankIn('t')} - ${rankIn('s')})`;
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
  rankSum: ranks(rankIn('t')),
  otherRankSum: ranks(rankIn('s')),
  gapSum: ranks(gap),
  gapSquares: ranks(sql`${gap} * ${gap}`),
  rankSquares: ranks(sql`${rankIn('t')} * ${rankIn('t')}`),
  otherRankSquares: ranks(sql`${rankIn('s')} * ${rankIn('s')}`),
};

const ifBothRanked = (value: RawBuilder<unknown>) => sql`case when ${bothRanked} then ${value} end`;

const PAIRED_ENDS = sql.join([
  endsOf(ifBothRanked(rankIn('t')), 'leastRank', 'mostRank'),
  endsOf(ifBothRanked(rankIn('s')), 'otherLeastRank', 'otherMostRank'),
  endsOf(ifBothRanked(gap), 'leastGap', 'mostGap'),
]);

/** The window of such a claim, and the one engine that it is about; null for each engine. */
export interface PairedWindow {
  readonly engine: string | null;
  readonly window: Period;
}

type PairParameters = Readonly<
  Record<'brandId' | 'trackedId' | 'otherId' | 'from' | 'to', number> & { engine: string | null }
>;

const PAIR_NAMES = ['brandId', 'trackedId', 'otherId', 'engine', 'from', 'to'] as const;

function parametersOf(
  brandId: number,
  [trackedId, otherId]: readonly [number, number],
  { engine, window: { from, to } }: PairedWindow,
): PairParameters {
  return { brandId, trackedId, otherId, engine, from, to };
}

/** Counts the answers of a claim about two tracked brands in one window. */
export async function countPairs(
  db: Database,
  brandId: number,
  pair: readonly [number, number],
  window: PairedWindow,
): Promise<PairCount[]> {
  return await selectPairs(db, parametersOf(brandId, pair, window));
}

const selectPairs = statement<Tables, PairParameters, PairCount>('claimed pairs', PAIR_NAMES, (db, given) => {
  const { brandId, trackedId, otherId } = given;
  const sums = Object.entries(PAIRED).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`);
  return sql<PairCount>`
    select o.engine, ${sql.join(sums)}, ${PAIRED_ENDS}
    from (${answersOf(given)}) as o ${mentionOf(db, 't', brandId, sql`t.tracked_id = ${trackedId}`)}
      ${mentionOf(db, 's', brandId, sql`s.tracked_id = ${otherId}`)}
    group by o.engine`;
});

/** Sums over the answers of one engine to one prompt in which every brand tracked now was looked for. */
export interface PairVoice {
  readonly engine: string;
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

/** Counts mentions for a claim about the shares of two tracked brands in one window. */
export async function countPairVoice(
  db: Database,
  brandId: number,
  pair: readonly [number, number],
  window: PairedWindow,
): Promise<PairVoice[]> {
  return await selectVoice(db, parametersOf(brandId, pair, window));
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

// Materialized, so that what an answer mentions is added up once, and not for each column.
const selectVoice = statement<Tables, PairParameters, PairVoice>(
  'voices of pairs',
  PAIR_NAMES,
  (_, given) => {
    const { brandId, trackedId, otherId } = given;
    const sums = Object.entries(VOICED).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`);
    return sql<PairVoice>`
    with voices as materialized (
      select engine, prompt_id, ${mentionsOf(brandId, trackedId)} as x, ${mentionsOf(brandId, otherId)} as y,
        ${allMentionsIn({ brandId })} as t
      from (select id as answer_id, engine, prompt_id from (${answersOf(given)}) as o) as a)
    select engine, ${sql.join(sums)} from voices where t is not null group by engine, prompt_id`;
  },
);
