import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { countBrandsByPrompt } from '../../panel/counts/spreads/brands-by-prompt.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { type FigureInput, sumsOf, type TrackedRates, type TrackedSum } from './tracked-counts.ts';
import {
  comparedAnswers,
  type FigureChange,
  pairedRows,
  rateChange,
  type WindowComparison,
} from './window-comparison.ts';

/** A tracked brand's earlier figures, and how its rate changed, on one engine or, for null, on all. */
export type TrackedBefore = <Figures>(
  brand: TrackedBrand,
  engine: string | null,
  figuresOf: (figured: FigureInput) => Figures,
) => { readonly figures: Figures; readonly judged: FigureChange } | null;

/**
 * Counts the earlier window for /visibility, /presence, or /sentiment.
 *
 * @param current the current window's answers and counts
 */
export async function trackedBefore(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  { tracked, engines, sampleDesigns }: Pick<TrackedRates, 'tracked' | 'engines' | 'sampleDesigns'>,
): Promise<TrackedBefore> {
  if (comparison === null) return () => null;
  const slugs = engines.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs);
  const ids = tracked.map(({ id }) => id);
  const earlier = await countVisibility(answers.earlier);
  const sampleDesignOf = await sampleDesigns.of(answers.earlier);
  const now = Map.groupBy(await countBrandsByPrompt(current, ids, sampleDesigns.rate), ({ thing }) => thing);
  const then = Map.groupBy(
    await countBrandsByPrompt(answers.earlier, ids, sampleDesigns.rate),
    ({ thing }) => thing,
  );
  return (brand, engine, figuresOf) => {
    const isOn = (row: { readonly engine: string }) => engine === null || row.engine === engine;
    const own = (counts: typeof now) => (counts.get(brand.id) ?? []).filter(isOn);
    const pairs = pairedRows(own(now), own(then));
    const [{ sum }] = sumsOf([brand], earlier.filter(isOn)) as [TrackedSum];
    return {
      figures: figuresOf({ sum, sampleDesign: sampleDesignOf(brand.id, engine) }),
      judged: rateChange(answers, { engine, trackedId: brand.id }, pairs, (row) => row),
    };
  };
}
