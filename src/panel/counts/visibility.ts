import type { CountedAnswers } from '../panel.ts';
import { CELLS, FRAMING_CODES, framingIn, LOOKED } from '../row.ts';
import { type CountQuery, countGroups, isCited, isLooked, isNamed } from '../scan.ts';
import { Memo } from '../tally.ts';

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

/** Answers by cell, then those with a list position, and the positions' sum. */
const [RANKED, RANK_SUM, WIDTH] = [2 * CELLS, 2 * CELLS + 1, 2 * CELLS + 2];

/** Counts by engine and tracked brand; includes retired brands. */
export async function countVisibility(answers: CountedAnswers): Promise<VisibilityCount[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_ENGINE_AND_BRAND);
  return tally.map(([engine, trackedId], count) => {
    const answersWith = (holds: (cell: number) => boolean) => {
      return LOOKED_CELLS.filter(holds).reduce((sum, cell) => sum + count(cell), 0);
    };
    return {
      engine: engines.at(engine),
      trackedId,
      responses: answersWith(isLooked),
      present: answersWith(isNamed),
      cited: answersWith(isCited),
      ranked: count(RANKED),
      rankSum: count(RANK_SUM),
      classified: answersWith((cell) => framingIn(cell) > 0),
      recommended: answersWith((cell) => framingIn(cell) === FRAMING_CODES.recommended),
      negative: answersWith((cell) => framingIn(cell) === FRAMING_CODES.negative),
    };
  });
}

const LOOKED_CELLS = Array.from({ length: CELLS }, (_, cell) => LOOKED + cell);

const BY_ENGINE_AND_BRAND: CountQuery<'mentions', [engine: number, trackedId: number]> = {
  name: 'visibility',
  kinds: ['mentions'],
  key: ['engine', 'brand'],
  width: WIDTH,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const { trackedId, cell: cells, rank: ranks } of mentions.brands) {
      const groups = new Memo((engine) => tally.groupOf([engine, trackedId]));
      for (const row of rows) {
        const cell = cells[row] ?? 0;
        if (!isLooked(cell)) continue;
        const group = groups.of(mentions.engine[row] ?? 0);
        tally.add(group, cell);
        const rank = ranks[row] ?? 0;
        if (rank === 0) continue;
        tally.add(group, RANKED);
        tally.add(group, RANK_SUM, rank);
      }
    }
  },
};
