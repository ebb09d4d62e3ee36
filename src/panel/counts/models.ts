import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups, eachNewest } from '../scan.ts';

/** Counts answers by serving model; null if unknown. Omits models without answers. */
export async function countModels(answers: CountedAnswers): Promise<Map<string | null, number>> {
  const { models } = answers.panel.names;
  const tally = await countGroups(answers, BY_MODEL);
  return new Map(tally.map(([model], count) => [models.at(model), count(0)]));
}

const BY_MODEL: CountQuery<'mentions', [model: number]> = {
  name: 'models',
  kinds: ['mentions'],
  key: ['model'],
  width: 1,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const row of rows) tally.add(tally.groupOf([at(mentions.model, row)]), 0);
  },
};

/** Answer ids; null if there are more than `most`. */
export async function listIds(answers: CountedAnswers, most: number): Promise<number[] | null> {
  const ids: number[] = [];
  await eachNewest(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    for (const row of rows.subarray(0, most + 1 - ids.length)) ids.push(at(mentions.id, row));
    return ids.length <= most;
  });
  return ids.length > most ? null : ids;
}
