import { naming } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups, engineIn, otherIn, Tally, withEngine } from '../scan.ts';

/** Answers to one prompt in a window, on all engines, and how many name the brand itself. */
export interface PromptCount {
  readonly promptId: number;
  readonly answers: number;
  readonly named: number;
}

/** Counts for one engine. */
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

export async function countPromptsByEngine(answers: CountedAnswers): Promise<EnginePromptCount[]> {
  const { engines, prompts } = answers.panel.names;
  const totals = await countGroups(answers, byPromptAndEngine(answers.panel.self));
  return totals.map((group, count) => ({
    promptId: prompts.values[otherIn(group)] as number,
    engine: engines.values[engineIn(group)] as string,
    answers: count(0),
    named: count(1),
  }));
}

function byPromptAndEngine(self: number): CountQuery<'mentions'> {
  return {
    name: `prompts naming ${self}`,
    kinds: ['mentions'],
    width: 2,
    byEngine: true,
    sums: ({ data: { mentions }, keep }) => {
      const { n, engine, prompt } = mentions;
      const engines = engine.of.length;
      const named = naming(mentions, [self]);
      const tally = new Tally(prompt.of.length * engines, 2);
      for (let row = 0; row < n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        const group = (prompt.codes[row] as number) * engines + (engine.codes[row] as number);
        tally.add(group, 0, 1);
        if (named[row] === 1) tally.add(group, 1, 1);
      }
      return tally.sums((group) =>
        withEngine(prompt.of[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
      );
    },
  };
}
