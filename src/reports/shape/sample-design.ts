import type { SampleDesign } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import type { BrandRate } from '../../panel/counts/spreads/brands-by-prompt.ts';
import { countSpreads } from '../../panel/counts/spreads/spreads.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { pooledEffect } from '../../stats/rates/design-effect.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { brandedPrompts } from './branded.ts';
import { designEffects } from './design-effects.ts';
import type { ReportContext } from './report.ts';

/** The sample design for a tracked brand's rate on one engine or, for null, on all. */
export type SampleDesignOf = (trackedId: number, engine: string | null) => SampleDesign;

/** Finds the design for a row's answers. */
export interface SampleDesigns {
  readonly rate: BrandRate;
  readonly of: (answers: CountedAnswers) => Promise<SampleDesignOf>;
}

export async function sampleDesigns(
  context: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  rate: BrandRate,
): Promise<SampleDesigns> {
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

/** The prompts that name a tracked brand. Question ranges leave them out. */
export async function namingPrompts({
  db,
  brand: { id, tracked },
}: Pick<ReportContext, 'db' | 'brand'>): Promise<ReadonlySet<number>> {
  return await onceIn(db, `naming prompts ${id}`, async () => {
    const named = await brandedPrompts(tracked, await listTaggedPrompts(db, id));
    return new Set([...named].flatMap(([prompt, whom]) => (whom === 'none' ? [] : [prompt])));
  });
}
