import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { countBrandsByPrompt } from '../../panel/counts/spreads/brands-by-prompt.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { SampleDesignOf, SampleDesigns } from '../shape/sample-design.ts';
import {
  comparedAnswers,
  type FigureChange,
  pairedRows,
  rateChange,
  type WindowComparison,
} from './window-comparison.ts';

/** How tracked brands' rates changed since an earlier window. */
interface ChangesOfBrands {
  /** The earlier window's answers. */
  readonly answers: CountedAnswers;
  readonly sampleDesignOf: SampleDesignOf;
  /** On one engine or, for null, on all. */
  readonly changeOf: (brand: TrackedBrand, engine: string | null) => FigureChange;
}

/** @param current the current window's answers */
export async function changesOfBrands(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  {
    tracked,
    engines,
    designs,
  }: {
    readonly tracked: readonly TrackedBrand[];
    readonly engines: readonly Engine[];
    readonly designs: SampleDesigns;
  },
): Promise<ChangesOfBrands | null> {
  if (comparison === null) return null;
  const slugs = engines.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs, {
    ofFraming: designs.rate === 'recommended_of_judged',
  });
  const ids = tracked.map(({ id }) => id);
  const countsIn = async (counted: CountedAnswers) =>
    Map.groupBy(await countBrandsByPrompt(counted, ids, designs.rate), ({ thing }) => thing);
  const [now, then] = [await countsIn(current), await countsIn(answers.earlier)];
  return {
    answers: answers.earlier,
    sampleDesignOf: await designs.of(answers.earlier),
    changeOf: ({ id }, engine) => {
      const own = (counts: typeof now) =>
        (counts.get(id) ?? []).filter((row) => engine === null || row.engine === engine);
      const pairs = pairedRows(own(now), own(then));
      return rateChange(answers, { engine, trackedId: id }, pairs, (row) => row);
    },
  };
}
