import type { ModelReader } from '../../domain/brand/reader.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { judgeFrom } from '../row.ts';
import { brandOf, type CountQuery, countGroups, isNamed } from '../scan.ts';

/** What models made of the answers that name a tracked brand. */
export interface JudgedCount {
  /** The models that read some of them, each with its prompt, and how many. */
  readonly readers: readonly (ModelReader & { readonly answers: number })[];
  /** Models failed to read these. */
  readonly notJudged: number;
  /** No model was asked yet. */
  readonly waiting: number;
  /** Statements without proof, in answers that were read. */
  readonly dropped: number;
}

const [ANSWERS, DROPPED] = [0, 1];

/** Counts answers that name at least one of the brands tracked now. */
export async function countJudged(answers: CountedAnswers): Promise<JudgedCount> {
  const { names, self, competitors } = answers.panel;
  const tally = await countGroups(answers, byJudge([self, ...competitors]));
  const judged = tally.map(([judge], count) => ({
    judge: judgeFrom(names.judges.at(judge)),
    answers: count(ANSWERS),
    dropped: count(DROPPED),
  }));
  const sumOf = (some: typeof judged) => some.reduce((sum, each) => sum + each.answers, 0);
  const read = judged.filter(({ judge, answers: n }) => judge?.isRead === true && n > 0);
  return {
    readers: read.flatMap(({ judge, answers: n }) =>
      judge === null ? [] : [{ name: judge.name, prompt: judge.prompt, answers: n }],
    ),
    notJudged: sumOf(judged.filter(({ judge }) => judge?.isRead === false)),
    waiting: sumOf(judged.filter(({ judge }) => judge === null)),
    dropped: read.reduce((sum, each) => sum + each.dropped, 0),
  };
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
