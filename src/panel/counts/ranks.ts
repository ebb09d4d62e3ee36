import type { CountedAnswers } from '../panel.ts';
import { brandOf, type CountQuery, countGroups, isLooked, isNamed } from '../scan.ts';
import { byName, Memo, numbered } from '../tally.ts';

/** No list position. */
export const UNRANKED = 0;

export interface RankCount {
  readonly engine: string;
  readonly trackedId: number;
  /** 1-based; UNRANKED covers all answers without a position, including those that do not name it. */
  readonly rank: number;
  /** Answers in which it was looked for. */
  readonly answers: number;
  /** Answers that name it, and how many among them do not name the brand itself. */
  readonly named: number;
  readonly withoutYou: number;
  /** Mentions in these answers. */
  readonly occurrences: number;
}

const COUNTS = numbered(['answers', 'named', 'withoutYou', 'occurrences']);

/** Counts by engine, tracked brand, and list position; includes retired brands. */
export async function countRanks(answers: CountedAnswers): Promise<RankCount[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, byRank(answers.panel.self));
  return tally.map(([engine, trackedId, rank], count) => ({
    engine: engines.at(engine),
    trackedId,
    rank,
    ...byName(COUNTS, count),
  }));
}

function byRank(self: number): CountQuery<'mentions', [engine: number, trackedId: number, rank: number]> {
  return {
    name: `ranks without ${self}`,
    kinds: ['mentions'],
    key: ['engine', 'brand', 'rank'],
    width: 4,
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally) => {
      const you = brandOf(mentions, self).cell;
      for (const { trackedId, cell: cells, rank: ranks, times } of mentions.brands) {
        const groups = new Memo((engine) => new Memo((rank) => tally.groupOf([engine, trackedId, rank])));
        for (const row of rows) {
          const cell = cells[row] ?? 0;
          if (!isLooked(cell)) continue;
          const group = groups.of(mentions.engine[row] ?? 0).of(ranks[row] ?? 0);
          tally.add(group, COUNTS.answers);
          const mentioned = times[row] ?? 0;
          if (mentioned > 0) tally.add(group, COUNTS.occurrences, mentioned);
          if (!isNamed(cell)) continue;
          tally.add(group, COUNTS.named);
          if (!isNamed(you[row] ?? 0)) tally.add(group, COUNTS.withoutYou);
        }
      }
    },
  };
}
