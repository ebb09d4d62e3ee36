import { LAST_RANK, saidOf } from '../../marks.ts';
import { Interned } from '../../names.ts';
import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups, engineIn, otherIn, withEngine } from '../../scan.ts';

/** Two tracked brand ids. */
export type PairIds = readonly [trackedId: number, otherId: number];

/** Number of an engine's answers that rank one brand at one position and the other at another (1-based). */
export interface PairRanks {
  readonly engine: string;
  readonly rank: number;
  readonly otherRank: number;
  readonly answers: number;
}

export async function countPairRanks(answers: CountedAnswers, pair: PairIds): Promise<PairRanks[]> {
  const { engines } = answers.panel.names;
  const positions = new Interned<number>();
  const totals = await countGroups(answers, ranking(pair, positions));
  return totals.map((group, count) => {
    const both = positions.values[otherIn(group)] as number;
    return {
      engine: engines.values[engineIn(group)] as string,
      rank: Math.floor(both / RANKS),
      otherRank: both % RANKS,
      answers: count(0),
    };
  });
}

/** Positions from 0 to the last. */
const RANKS = LAST_RANK + 1;

/** @param positions numbers the position pairs, so that groups have low numbers */
function ranking(pair: PairIds, positions: Interned<number>): CountQuery<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: 1,
    sums: ({ data: { mentions }, keep }) => {
      const { n, engine } = mentions;
      const ranks = saidOf(mentions, pair[0], 'rank');
      const otherRanks = saidOf(mentions, pair[1], 'rank');
      const found = new Map<number, number>();
      for (let row = 0; row < n; row++) {
        if (ranks[row] === 0 || otherRanks[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        const rank = Math.min(ranks[row] as number, LAST_RANK);
        const both = rank * RANKS + Math.min(otherRanks[row] as number, LAST_RANK);
        const group = withEngine(positions.codeOf(both), engine.of[engine.codes[row] as number] as number);
        found.set(group, (found.get(group) ?? 0) + 1);
      }
      return { groups: Float64Array.from(found.keys()), counts: Float64Array.from(found.values()) };
    },
  };
}
