import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, type CountQuery, countGroups, LAST_RANK } from '../../scan.ts';

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
  const tally = await countGroups(answers, ranking(pair));
  return tally.map(([engine, rank, otherRank], count) => ({
    engine: engines.at(engine),
    rank,
    otherRank,
    answers: count(0),
  }));
}

function ranking(pair: PairIds): CountQuery<'mentions', [engine: number, rank: number, otherRank: number]> {
  return {
    name: null,
    kinds: ['mentions'],
    width: 1,
    add: ({ data: { mentions }, rows }, tally) => {
      const [own, other] = [brandOf(mentions, pair[0]), brandOf(mentions, pair[1])];
      for (const row of rows) {
        const [rank, otherRank] = [at(own.rank, row), at(other.rank, row)];
        if (rank === 0 || otherRank === 0) continue;
        const places = [Math.min(rank, LAST_RANK), Math.min(otherRank, LAST_RANK)] as const;
        tally.add(tally.groupOf([at(mentions.engine, row), ...places]), 0);
      }
    },
  };
}
