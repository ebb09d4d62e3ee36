import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { type Judge, judgeFrom } from '../row.ts';
import { brandOf, type CountQuery, countGroups, isNamed } from '../scan.ts';

/** Answers of which one model with one prompt made the same. */
export interface JudgedCount {
  /** Null: no model was asked yet. */
  readonly judge: Judge | null;
  readonly answers: number;
  /** Statements without proof. */
  readonly dropped: number;
}

const [ANSWERS, DROPPED] = [0, 1];

/** Counts answers that name at least one of the brands tracked now, by what models made of them. */
export async function countJudged(answers: CountedAnswers): Promise<JudgedCount[]> {
  const { names, self, competitors } = answers.panel;
  const tally = await countGroups(answers, byJudge([self, ...competitors]));
  return tally
    .map(([judge], count) => ({
      judge: judgeFrom(names.judges.at(judge)),
      answers: count(ANSWERS),
      dropped: count(DROPPED),
    }))
    .filter(({ answers: n }) => n > 0);
}

function byJudge(brands: readonly number[]): CountQuery<'mentions', [judge: number]> {
  return {
    name: `judged ${brands.join(' ')}`,
    kinds: ['mentions'],
    key: ['judge'],
    width: 2,
    add: ({ data: { mentions }, rows }, tally) => {
      const cells = brands.map((id) => brandOf(mentions, id).cell);
      for (const row of rows) {
        if (!cells.some((cell) => isNamed(at(cell, row)))) continue;
        const group = tally.groupOf([at(mentions.judge, row)]);
        tally.add(group, ANSWERS);
        tally.add(group, DROPPED, at(mentions.dropped, row));
      }
    },
  };
}
