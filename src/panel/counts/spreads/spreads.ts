import { type QuestionSpread, spreadOf } from '../../../domain/figures/question-range.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { engineIn, otherIn, type Totals } from '../../scan.ts';
import { type BrandRate, countsOf, totalsOfBrands } from './brands-by-prompt.ts';

/** How answers spread over questions, for one engine or (null) for all engines together. */
export type Spreads = (trackedId: number, engine: string | null) => QuestionSpread;

/**
 * Counts a rate by question for these tracked brands.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countSpreads(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: BrandRate,
  branded: ReadonlySet<number>,
): Promise<Spreads> {
  const totals = await totalsOfBrands(answers, brands, rate);
  const spreadAt = spreadsIn(answers.panel, totals, branded);
  return (trackedId, engine) => {
    return spreadAt(engine, countsOf(rate, brands.indexOf(trackedId)));
  };
}

/** How two counts of prompt-and-engine groups spread over prompts. */
export function spreadsIn(
  { names: { engines, prompts } }: Panel,
  totals: Totals,
  branded: ReadonlySet<number>,
) {
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  const all = Array.from({ length: totals.size }, (_, place) => place);
  const onEngine = Map.groupBy(all, (place) => engines.values[engineIn(totals.groupAt(place))] as string);
  return (
    engine: string | null,
    { events, trials }: Readonly<Record<'events' | 'trials', number>>,
  ): QuestionSpread => {
    const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
    for (const place of engine === null ? all : (onEngine.get(engine) ?? [])) {
      const prompt = otherIn(totals.groupAt(place));
      x[prompt] = (x[prompt] as number) + totals.countAt(place, events);
      n[prompt] = (n[prompt] as number) + totals.countAt(place, trials);
    }
    return spreadOf(x, n, isBranded);
  };
}
