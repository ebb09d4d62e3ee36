import { type QuestionSpread, spreadOf } from '../../domain/question-range.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import type { Totals } from '../scan.ts';
import { BRAND_COUNTS, brandTotals, placeIn } from './by-prompt.ts';

/** The rates whose spread over questions is counted, each with its events and trials among the counts of a brand. */
const RATES = {
  named: { events: BRAND_COUNTS.indexOf('named'), trials: BRAND_COUNTS.indexOf('answers') },
  recommended_of_judged: {
    events: BRAND_COUNTS.indexOf('recommended'),
    trials: BRAND_COUNTS.indexOf('classified'),
  },
};

export type SpreadRate = keyof typeof RATES;

/** How the answers spread over questions: those of one engine or, for null, of all; a question is then one, whoever answers it. */
export type Spreads = (trackedId: number, engine: string | null) => QuestionSpread;

/**
 * Counts a rate of these tracked brands by question.
 *
 * @param branded the prompts that name a tracked brand themselves
 */
export async function countSpreads(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: SpreadRate,
  branded: ReadonlySet<number>,
): Promise<Spreads> {
  return spreadsOf(answers.panel, await brandTotals(answers, brands), {
    things: brands,
    ...RATES[rate],
    branded,
  });
}

interface SpreadCounts {
  readonly things: readonly number[];
  /** The places of the two counts that a rate is made of. */
  readonly events: number;
  readonly trials: number;
  readonly branded: ReadonlySet<number>;
}

function spreadsOf(
  { names: { engines, prompts } }: Panel,
  totals: Totals,
  { things, events, trials, branded }: SpreadCounts,
): Spreads {
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  const placesOf = things.map((): number[] => []);
  for (let place = 0; place < totals.size; place++) {
    placesOf[placeIn(totals.groupAt(place), things.length).thing]?.push(place);
  }
  return (trackedId, engine) => {
    const only = engine === null ? undefined : engines.known(engine);
    const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
    for (const place of placesOf[things.indexOf(trackedId)] ?? []) {
      const at = placeIn(totals.groupAt(place), things.length);
      if (engine !== null && at.engine !== only) continue;
      x[at.prompt] = (x[at.prompt] as number) + totals.countAt(place, events);
      n[at.prompt] = (n[at.prompt] as number) + totals.countAt(place, trials);
    }
    return spreadOf(x, n, isBranded);
  };
}
