import type { Reader } from '../../domain/brand/reader.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMING_CODES, framingIn, NAMED } from '../row.ts';
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

/** Answers by treatment, then those with a list position, and the positions' sum. */
const TREATMENTS = 16;
const [RANKED, RANK_SUM, WIDTH] = [TREATMENTS, TREATMENTS + 1, TREATMENTS + 2];

/** How a cell names, cites, and frames a brand, below TREATMENTS, and a treatment's framing. */
const treatmentIn = (cell: number, reader: Reader) =>
  (cell & (NAMED | CITED)) | (framingIn(cell, reader) << FRAMED_FROM);
const framingOf = (treatment: number) => treatment >> FRAMED_FROM;
const FRAMED_FROM = 2;
const EVERY_TREATMENT = Array.from({ length: TREATMENTS }, (_, treatment) => treatment);

/** Counts by engine and tracked brand; includes retired brands. */
export async function countVisibility(answers: CountedAnswers): Promise<VisibilityCount[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_ENGINE_AND_BRAND);
  return tally.map(([engine, trackedId], count) => {
    const answersWith = (holds: (treatment: number) => boolean) =>
      EVERY_TREATMENT.filter(holds).reduce((sum, treatment) => sum + count(treatment), 0);
    return {
      engine: engines.at(engine),
      trackedId,
      responses: answersWith(() => true),
      present: answersWith(isNamed),
      cited: answersWith(isCited),
      ranked: count(RANKED),
      rankSum: count(RANK_SUM),
      classified: answersWith((treatment) => framingOf(treatment) > 0),
      recommended: answersWith((treatment) => framingOf(treatment) === FRAMING_CODES.recommended),
      negative: answersWith((treatment) => framingOf(treatment) === FRAMING_CODES.negative),
    };
  });
}

const BY_ENGINE_AND_BRAND: CountQuery<'mentions', [engine: number, trackedId: number]> = {
  name: 'visibility',
  kinds: ['mentions'],
  key: ['engine', 'brand'],
  width: WIDTH,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally, reader) => {
    for (const { trackedId, cell: cells, rank: ranks } of mentions.brands) {
      const groups = new Memo((engine) => tally.groupOf([engine, trackedId]));
      for (const row of rows) {
        const cell = cells[row] ?? 0;
        if (!isLooked(cell)) continue;
        const group = groups.of(mentions.engine[row] ?? 0);
        tally.add(group, treatmentIn(cell, reader));
        const rank = ranks[row] ?? 0;
        if (rank === 0) continue;
        tally.add(group, RANKED);
        tally.add(group, RANK_SUM, rank);
      }
    }
  },
};
