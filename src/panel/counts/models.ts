import type { CountedAnswers } from '../panel.ts';
import { type Counting, counted, Tally } from '../scan.ts';

/** Counts answers by the model that served them; null where that is not known. A model without answers has no entry. */
export async function countModels(answers: CountedAnswers): Promise<Map<string | null, number>> {
  const { models } = answers.panel.names;
  const totals = await counted(answers, BY_MODEL);
  return new Map(totals.map((group, count) => [models.values[group] as string | null, count(0)]));
}

const BY_MODEL: Counting<'mentions'> = {
  name: 'models',
  kinds: ['mentions'],
  width: 1,
  sums: ({ data: { mentions }, keep }) => {
    const { n, model } = mentions;
    const tally = new Tally(model.of.length, 1);
    for (let row = 0; row < n; row++) {
      if (keep === null || keep[row] === 1) tally.add(model.codes[row] as number, 0, 1);
    }
    return tally.sums((group) => model.of[group] as number);
  },
};
