import type { RateMeasure } from '../../domain/claim.ts';
import { dayOf } from '../../domain/period.ts';
import { lookedForAll, saidOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import {
  byName,
  type Counting,
  counted,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  Tally,
} from '../scan.ts';
import type { PairIds } from './pairs.ts';

/** What is claimed of answers: of `listed`, at which list position or a better one; null for any. */
export interface ClaimedOf {
  readonly measure: RateMeasure;
  readonly top: number | null;
}

/** Integer counts of an engine's answers to one prompt in which all of some brands were looked for. */
export interface ClaimedCount {
  readonly engine: string;
  readonly promptId: number;
  readonly answers: number;
  /** Those that the rate is of, for both brands. */
  readonly trials: number;
  /** Of these, those that count for the one brand, for the other, and for both. */
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

const COUNTED = ['answers', 'trials', 'first', 'second', 'both'] as const;

/**
 * Counts answers by engine and prompt, in the order of the prompts, so that fractions of them always add up in one order.
 *
 * @param pair one brand twice, if the claim is about one alone
 * @param looked the tracked brands that have to have been looked for; the pair if left out
 */
export async function countClaimed(
  answers: CountedAnswers,
  pair: PairIds,
  of: ClaimedOf,
  looked: readonly number[] = pair,
): Promise<ClaimedCount[]> {
  const { engines, prompts } = answers.panel.names;
  const totals = await counted(answers, claiming(pair, of, looked));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    promptId: prompts.values[otherIn(group)] as number,
    ...byName(COUNTED, count),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

/** The same by day, for a claim on one engine. */
export interface ClaimedDay extends Omit<ClaimedCount, 'engine' | 'promptId'> {
  /** In whole UTC days since 1970-01-01. */
  readonly day: number;
}

/** Counts answers by day, in order, of all prompts together. Days without any are left out. */
export async function countClaimedDays(
  answers: CountedAnswers,
  pair: PairIds,
  of: ClaimedOf,
): Promise<ClaimedDay[]> {
  const totals = await counted(answers, claimingDays(pair, of));
  const days = totals.map((day, count) => ({ day, ...byName(COUNTED, count) }));
  return days.sort((one, other) => one.day - other.day);
}

function claimingDays(pair: PairIds, of: ClaimedOf): Counting<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: COUNTED.length,
    sums: (rows) => {
      const { n, at } = rows.data.mentions;
      const [first, last] = [dayOf(at[0] as number), dayOf(at[n - 1] as number)];
      const tally = new Tally(last - first + 1, COUNTED.length);
      claimIn(rows, { pair, of, looked: pair, groupOf: (row) => dayOf(at[row] as number) - first }, tally);
      return tally.sums((day) => first + day);
    },
  };
}

function claiming(pair: PairIds, of: ClaimedOf, looked: readonly number[]): Counting<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: COUNTED.length,
    sums: (rows) =>
      sumsByPrompt(rows.data.mentions, COUNTED.length, (tally) => {
        const groupOf = (row: number) => promptAndEngine(rows.data.mentions, row);
        claimIn(rows, { pair, of, looked, groupOf }, tally);
      }),
  };
}

interface Claiming {
  readonly pair: PairIds;
  readonly of: ClaimedOf;
  readonly looked: readonly number[];
  /** The group of an answer, by its place. */
  readonly groupOf: (row: number) => number;
}

function claimIn(
  { data: { mentions }, keep }: Rows<'mentions'>,
  { pair, of: { measure, top }, looked, groupOf }: Claiming,
  tally: Tally,
): void {
  const isLookedFor = lookedForAll(mentions, looked);
  const counts = COUNTS[measure];
  const last = top ?? Number.POSITIVE_INFINITY;
  const [cells, otherCells] = pair.map((id) => saidOf(mentions, id, 'cell')) as [Said, Said];
  const [ranks, otherRanks] = pair.map((id) => saidOf(mentions, id, 'rank')) as [Said, Said];
  for (let row = 0; row < mentions.n; row++) {
    if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
    const group = groupOf(row);
    const [cell, otherCell] = [cells[row] as number, otherCells[row] as number];
    tally.add(group, 0, 1);
    if (measure === 'recommended_of_judged' && (framingIn(cell) === 0 || framingIn(otherCell) === 0))
      continue;
    const isFirst = counts(cell, ranks[row] as number, last);
    const isSecond = counts(otherCell, otherRanks[row] as number, last);
    tally.add(group, 1, 1);
    if (isFirst) tally.add(group, 2, 1);
    if (isSecond) tally.add(group, 3, 1);
    if (isFirst && isSecond) tally.add(group, 4, 1);
  }
}

type Said = ReturnType<typeof saidOf>;

/** Whether an answer counts for a brand, by its cell and its list position, which is 0 for none. */
type Counts = (cell: number, rank: number, last: number) => boolean;

const isRecommended: Counts = (cell) => framingIn(cell) === FRAMED.recommended;

const COUNTS: Readonly<Record<RateMeasure, Counts>> = {
  named: (cell) => (cell & NAMED) !== 0,
  cited: (cell) => (cell & CITED) !== 0,
  recommended: isRecommended,
  recommended_of_judged: isRecommended,
  listed: (_, rank, last) => rank > 0 && rank <= last,
};
