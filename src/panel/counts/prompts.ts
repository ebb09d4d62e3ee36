import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { brandOf, type CountQuery, countGroups, isNamed } from '../scan.ts';
import { byName, numbered } from '../tally.ts';

export interface PromptCount {
  readonly promptId: number;
  readonly answers: number;
  readonly named: number;
}

export interface EnginePromptCount extends PromptCount {
  readonly engine: string;
}

/** Omits prompts without answers. */
export async function countPrompts(answers: CountedAnswers): Promise<PromptCount[]> {
  const byPrompt = Map.groupBy(await countPromptsByEngine(answers), ({ promptId }) => promptId);
  return [...byPrompt].map(([promptId, rows]) => ({
    promptId,
    answers: rows.reduce((sum, row) => sum + row.answers, 0),
    named: rows.reduce((sum, row) => sum + row.named, 0),
  }));
}

const COUNTS = numbered(['answers', 'named']);

export async function countPromptsByEngine(answers: CountedAnswers): Promise<EnginePromptCount[]> {
  const { engines, prompts } = answers.panel.names;
  const tally = await countGroups(answers, byPromptAndEngine(answers.panel.self));
  return tally.map(([engine, prompt], count) => ({
    promptId: prompts.at(prompt),
    engine: engines.at(engine),
    ...byName(COUNTS, count),
  }));
}

function byPromptAndEngine(self: number): CountQuery<'mentions', [engine: number, prompt: number]> {
  return {
    name: `prompts naming ${self}`,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: 2,
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally) => {
      const { cell } = brandOf(mentions, self);
      for (const row of rows) {
        const group = tally.groupOf([at(mentions.engine, row), at(mentions.prompt, row)]);
        tally.add(group, COUNTS.answers);
        if (isNamed(at(cell, row))) tally.add(group, COUNTS.named);
      }
    },
  };
}
