import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { FRAMING_CODES, framingIn } from '../row.ts';
import { type CountQuery, countGroups, isCited, isLooked, isNamed } from '../scan.ts';
import { byName, numbered, remembered } from '../tally.ts';

/** Counts for one tracked brand on one engine in a window. */
export interface VisibilityCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers that looked for the brand. */
  readonly responses: number;
  readonly present: number;
  /** Answers that cite a page on its own sites. */
  readonly cited: number;
  /** Answers that rank it, and their positions' sum. */
  readonly ranked: number;
  readonly rankSum: number;
  /** Mentions with a judged framing, and how many are recommended or negative. */
  readonly classified: number;
  readonly recommended: number;
  readonly negative: number;
}

const COUNTS = numbered([
  ...(['responses', 'present', 'cited', 'ranked', 'rankSum'] as const),
  ...(['classified', 'recommended', 'negative'] as const),
]);

/** Counts by engine and tracked brand; includes retired brands. */
export async function countVisibility(answers: CountedAnswers): Promise<VisibilityCount[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_ENGINE_AND_BRAND);
  return tally.map(([engine, trackedId], count) => ({
    engine: engines.at(engine),
    trackedId,
    ...byName(COUNTS, count),
  }));
}

const BY_ENGINE_AND_BRAND: CountQuery<'mentions', [engine: number, trackedId: number]> = {
  name: 'visibility',
  kinds: ['mentions'],
  width: Object.keys(COUNTS).length,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const { trackedId, cell: cells, rank: ranks } of mentions.brands) {
      const groupOf = remembered((engine) => tally.groupOf([engine, trackedId]));
      for (const row of rows) {
        const cell = at(cells, row);
        if (!isLooked(cell)) continue;
        const group = groupOf(at(mentions.engine, row));
        tally.add(group, COUNTS.responses);
        if (isNamed(cell)) tally.add(group, COUNTS.present);
        if (isCited(cell)) tally.add(group, COUNTS.cited);
        const rank = at(ranks, row);
        if (rank > 0) tally.add(group, COUNTS.ranked);
        if (rank > 0) tally.add(group, COUNTS.rankSum, rank);
        const framing = framingIn(cell);
        if (framing > 0) tally.add(group, COUNTS.classified);
        if (framing === FRAMING_CODES.recommended) tally.add(group, COUNTS.recommended);
        if (framing === FRAMING_CODES.negative) tally.add(group, COUNTS.negative);
      }
    }
  },
};
