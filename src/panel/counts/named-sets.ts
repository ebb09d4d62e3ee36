import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment, withEngine } from '../scan.ts';

/** An answer and the one before it of the same engine to the same question. */
export interface PairOfSets {
  readonly engine: string;
  readonly promptId: number;
  /** How many of the brands are named in both, and in at least one of them. */
  readonly both: number;
  readonly either: number;
}

/**
 * Calls `visit` with each pair of answers that follow each other, for the brands named in them: the brand itself and the competitors tracked now.
 * Answers in which not all of them were looked for are left out.
 */
export async function visitPairsOfSets(
  answers: CountedAnswers,
  visit: (pair: PairOfSets) => void,
): Promise<void> {
  const { names, self, competitors } = answers.panel;
  const brands = [self, ...competitors];
  /** By question and engine, what the last answer names: 1 for each brand that it does. */
  const before = new Map<number, Uint8Array>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, prompt, engine } = mentions;
    const isLookedFor = lookedForAll(mentions, brands);
    const named = brands.map((brand) => naming(mentions, [brand]));
    for (let row = 0; row < n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const [promptNumber, engineNumber] = [
        prompt.of[prompt.codes[row] as number] as number,
        engine.of[engine.codes[row] as number] as number,
      ];
      const key = withEngine(promptNumber, engineNumber);
      const last = before.get(key);
      let [both, either] = [0, 0];
      const set = last ?? new Uint8Array(brands.length);
      for (let place = 0; place < brands.length; place++) {
        const is = named[place]?.[row] as number;
        const was = set[place] as number;
        both += is & was;
        either += is | was;
        set[place] = is;
      }
      if (last === undefined) before.set(key, set);
      else {
        visit({
          engine: names.engines.values[engineNumber] as string,
          promptId: names.prompts.values[promptNumber] as number,
          ...{ both, either },
        });
      }
    }
  });
}
