import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups } from '../scan.ts';
import { byName, numbered } from '../tally.ts';

interface ImportedOfEngine {
  readonly engine: string;
  readonly answers: number;
  /** Those that an import brought. */
  readonly imported: number;
}

const COUNTS = numbered(['answers', 'imported']);

/** Counts imported answers beside all, by engine. */
export async function countImported(answers: CountedAnswers): Promise<ImportedOfEngine[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, IMPORTED);
  return tally.map(([engine], count) => ({ engine: engines.at(engine), ...byName(COUNTS, count) }));
}

const IMPORTED: CountQuery<'mentions', [engine: number]> = {
  name: 'imported',
  kinds: ['mentions'],
  key: ['engine'],
  width: 2,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const row of rows) {
      const group = tally.groupOf([at(mentions.engine, row)]);
      tally.add(group, COUNTS.answers);
      if (at(mentions.isImported, row) === 1) tally.add(group, COUNTS.imported);
    }
  },
};
