import type { ClaimMeasure } from '../../domain/alerts/claim.ts';
import { lookedForAll, saidOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMING_CODES, framingIn, NAMED } from '../row.ts';
import {
  byName,
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  type Tally,
} from '../scan.ts';

/** Two tracked brand ids. */
type PairIds = readonly [trackedId: number, otherId: number];

/** A claim's event. `listed`: at this list position or better; null for any. */
export interface ClaimCondition {
  readonly measure: ClaimMeasure;
  readonly top: number | null;
}

/** Counts of an engine's answers to one prompt in which all given brands were looked for. */
export interface ClaimCount {
  readonly engine: string;
  readonly promptId: number;
  readonly answers: number;
  /** The rate's denominator, the same for both brands. */
  readonly trials: number;
  /** Trials that count for the first brand, the second, and both. */
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

const COUNTED = ['answers', 'trials', 'first', 'second', 'both'] as const;

/**
 * Counts by engine and prompt, in prompt order, so that sums of fractions do not vary.
 *
 * @param pair the same brand twice for a claim about one brand
 */
export async function countForClaim(
  answers: CountedAnswers,
  pair: PairIds,
  of: ClaimCondition,
): Promise<ClaimCount[]> {
  const { engines, prompts } = answers.panel.names;
  const totals = await countGroups(answers, claiming(pair, of));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    promptId: prompts.values[otherIn(group)] as number,
    ...byName(COUNTED, count),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

function claiming(pair: PairIds, of: ClaimCondition): CountQuery<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: COUNTED.length,
    sums: (rows) =>
      sumsByPrompt(rows.data.mentions, COUNTED.length, (tally) => {
        const groupOf = (row: number) => promptAndEngine(rows.data.mentions, row);
        claimIn(rows, { pair, of, groupOf }, tally);
      }),
  };
}

interface Claiming {
  readonly pair: PairIds;
  readonly of: ClaimCondition;
  readonly groupOf: (row: number) => number;
}

function claimIn(
  { data: { mentions }, keep }: Rows<'mentions'>,
  { pair, of: { measure, top }, groupOf }: Claiming,
  tally: Tally,
): void {
  const isLookedFor = lookedForAll(mentions, pair);
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

/** Whether an answer counts for a brand, given its cell and list position (0 for none). */
type Counts = (cell: number, rank: number, last: number) => boolean;

const isRecommended: Counts = (cell) => framingIn(cell) === FRAMING_CODES.recommended;

const COUNTS: Readonly<Record<ClaimMeasure, Counts>> = {
  named: (cell) => (cell & NAMED) !== 0,
  cited: (cell) => (cell & CITED) !== 0,
  recommended: isRecommended,
  recommended_of_judged: isRecommended,
  listed: (_, rank, last) => rank > 0 && rank <= last,
};
