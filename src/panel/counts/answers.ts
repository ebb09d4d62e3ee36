import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups, Tally } from '../scan.ts';

interface AnswersOfEngine {
  readonly engine: string;
  readonly answers: number;
  /** Answers whose searches are unknown. */
  readonly unsearched: number;
}

/** Counts answers by engine. An engine without answers has no row. */
export async function countAnswers(answers: CountedAnswers): Promise<AnswersOfEngine[]> {
  const { engines } = answers.panel.names;
  const totals = await countGroups(answers, BY_ENGINE);
  return totals.map((group, count) => ({
    engine: engines.values[group] as string,
    answers: count(0),
    unsearched: count(1),
  }));
}

const BY_ENGINE: CountQuery<'mentions'> = {
  name: 'answers',
  kinds: ['mentions'],
  width: 2,
  sums: ({ data: { mentions }, keep }) => {
    const { n, engine, searchesKnown } = mentions;
    const tally = new Tally(engine.of.length, 2);
    for (let row = 0; row < n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      tally.add(engine.codes[row] as number, 0, 1);
      if (searchesKnown[row] === 0) tally.add(engine.codes[row] as number, 1, 1);
    }
    return tally.sums((group) => engine.of[group] as number);
  },
};
