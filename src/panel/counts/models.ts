import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups, eachNewest, Tally } from '../scan.ts';

/** Counts answers by serving model; null if unknown. Omits models without answers. */
export async function countModels(answers: CountedAnswers): Promise<Map<string | null, number>> {
  const { models } = answers.panel.names;
  const totals = await countGroups(answers, BY_MODEL);
  return new Map(totals.map((group, count) => [models.values[group] as string | null, count(0)]));
}

const BY_MODEL: CountQuery<'mentions'> = {
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

/** Answer ids; null if there are more than `most`. */
export async function listIds(answers: CountedAnswers, most: number): Promise<number[] | null> {
  const ids: number[] = [];
  await eachNewest(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    for (let row = 0; row < mentions.n && ids.length <= most; row++) {
      if (keep === null || keep[row] === 1) ids.push(mentions.id[row] as number);
    }
    return ids.length <= most;
  });
  return ids.length > most ? null : ids;
}
