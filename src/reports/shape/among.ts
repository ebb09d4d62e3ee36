import { daysIn } from '../../domain/period.ts';
import type { AmongQuestions } from '../../domain/rate.ts';
import type { BrandRate } from '../../panel/counts/brands-by-prompt.ts';
import { countSpreads } from '../../panel/counts/spreads.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { pooledEffect } from '../../stats/design-effect.ts';
import { listTaggedPrompts } from '../../storage/directory/prompts.ts';
import { brandedPrompts } from './branded.ts';
import { designEffects } from './design-effects.ts';
import type { ReportContext } from './report.ts';

/** What is known of the answers behind a rate of a tracked brand, on one engine or, for null, on all. */
export type AmongOf = (trackedId: number, engine: string | null) => AmongQuestions;

/** Finds that out for the answers of a row of a report. */
export interface Among {
  readonly rate: BrandRate;
  readonly of: (answers: CountedAnswers) => Promise<AmongOf>;
}

/** For a rate of every brand tracked now. */
export async function amongQuestions(
  context: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  rate: BrandRate,
): Promise<Among> {
  const branded = await namingPrompts(context);
  const brands = context.brand.tracked.map(({ id }) => id);
  const effectsIn = designEffects(context);
  return {
    rate,
    of: async (answers) => {
      const [spreads, effects] = await Promise.all([
        countSpreads(answers, brands, rate, branded),
        effectsIn(answers.only),
      ]);
      const days = daysIn(answers.period);
      const { engines } = answers.panel.names;
      const pooled = (trackedId: number) =>
        pooledEffect(
          engines.values.map((engine) => ({
            answers: spreads(trackedId, engine).n,
            effect: effects(engine, trackedId, days),
          })),
        );
      return (trackedId, engine) => ({
        questions: spreads(trackedId, engine),
        designEffect: engine === null ? pooled(trackedId) : effects(engine, trackedId, days),
      });
    },
  };
}

/** The prompts that name a tracked brand themselves, of which no range of questions is made. */
export async function namingPrompts({
  db,
  brand: { id, tracked },
}: Pick<ReportContext, 'db' | 'brand'>): Promise<ReadonlySet<number>> {
  const named = await brandedPrompts(tracked, await listTaggedPrompts(db, id));
  return new Set([...named].flatMap(([prompt, whom]) => (whom === 'none' ? [] : [prompt])));
}
