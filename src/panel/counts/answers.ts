import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups } from '../scan.ts';
import { byName, numbered } from '../tally.ts';

interface AnswersOfEngine {
  readonly engine: string;
  readonly answers: number;
  /** Answers whose searches are unknown. */
  readonly unsearched: number;
}

const COUNTS = numbered(['answers', 'unsearched']);

/** Counts answers by engine. An engine without answers has no row. */
export async function countAnswers(answers: CountedAnswers): Promise<AnswersOfEngine[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_ENGINE);
  return tally.map(([engine], count) => ({ engine: engines.at(engine), ...byName(COUNTS, count) }));
}

const BY_ENGINE: CountQuery<'mentions', [engine: number]> = {
  name: 'answers',
  kinds: ['mentions'],
  key: ['engine'],
  width: 2,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const row of rows) {
      const group = tally.groupOf([at(mentions.engine, row)]);
      tally.add(group, COUNTS.answers);
      if (at(mentions.searchesKnown, row) === 0) tally.add(group, COUNTS.unsearched);
    }
  },
};
