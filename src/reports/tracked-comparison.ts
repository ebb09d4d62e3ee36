import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countBrandsByPrompt } from '../panel/counts/brands-by-prompt.ts';
import { countVisibility } from '../panel/counts/visibility.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { type Figured, sumsOf, type TrackedRates, type TrackedSum } from './tracked-counts.ts';
import {
  comparedAnswers,
  type Judgeable,
  pairedRows,
  rateChange,
  type WindowComparison,
} from './window-comparison.ts';

/** What a tracked brand was in the earlier window, on one engine or, for null, on all, and how a rate of it changed. */
export type TrackedBefore = <Figures>(
  brand: TrackedBrand,
  engine: string | null,
  figuresOf: (figured: Figured) => Figures,
) => { readonly figures: Figures; readonly judged: Judgeable } | null;

/**
 * Counts the earlier window for /visibility, /presence, or /sentiment.
 *
 * @param current the answers of the current window, and what they came to
 */
export async function trackedBefore(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  { tracked, engines, among }: Pick<TrackedRates, 'tracked' | 'engines' | 'among'>,
): Promise<TrackedBefore> {
  if (comparison === null) return () => null;
  const slugs = engines.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs);
  const ids = tracked.map(({ id }) => id);
  const earlier = await countVisibility(answers.earlier);
  const amongOf = await among.of(answers.earlier);
  const now = Map.groupBy(await countBrandsByPrompt(current, ids, among.rate), ({ thing }) => thing);
  const then = Map.groupBy(await countBrandsByPrompt(answers.earlier, ids, among.rate), ({ thing }) => thing);
  return (brand, engine, figuresOf) => {
    const isOn = (row: { readonly engine: string }) => engine === null || row.engine === engine;
    const own = (counts: typeof now) => (counts.get(brand.id) ?? []).filter(isOn);
    const pairs = pairedRows(own(now), own(then));
    const [{ sum }] = sumsOf([brand], earlier.filter(isOn)) as [TrackedSum];
    return {
      figures: figuresOf({ sum, among: amongOf(brand.id, engine) }),
      judged: rateChange(answers, { engine, trackedId: brand.id }, pairs, (row) => row),
    };
  };
}
