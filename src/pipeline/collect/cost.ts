import { answerPrice } from '../../domain/answers/answer-price.ts';
import { DAYS_PER_MONTH } from '../../domain/figures/month-budget.ts';
import { dollars, usdOf } from '../../domain/figures/usd.ts';
import { DAYS_PER_WEEK } from '../../domain/questions/weekly.ts';
import { listEngineFacts } from '../../storage/answers/filter/engine-facts.ts';
import type { CollectLimits } from '../../storage/collect/spending.ts';
import { findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EngineQuestions, estimateOf, type OrganizationEstimate } from './estimate.ts';
import type { ConfiguredEngines } from './job/ready-engine.ts';
import { questionsOfOrganization } from './questions.ts';

export interface Amount {
  readonly questions: number;
  readonly estimated_usd: number;
}

/** The amounts for a run now, a day on average, and 30 days; questions to a tenth where some are asked once a week. */
export interface Amounts {
  readonly run: Amount;
  readonly day: Amount;
  readonly month: Amount;
}

export interface Priced extends EngineQuestions {
  readonly micros: number;
}

/** Estimated micros per answer by engine, with or without a key. */
export function pricesOf({ ready, disabled }: ConfiguredEngines): Map<string, number> {
  return new Map([
    ...ready.map((each) => [each.adapter.slug, each.micros] as const),
    ...disabled.map((each) => [each.engine, each.micros] as const),
  ]);
}

/** A brand's prices: the actual cost of its newest answers, or else the estimates. */
export async function pricesOfBrand(
  db: Database,
  brandId: number,
  now: number,
  engines: ConfiguredEngines,
): Promise<Map<string, number>> {
  const settings = pricesOf(engines);
  const engineFacts = await listEngineFacts(db, brandId, now + 1);
  const priced = engineFacts.flatMap((each) => {
    const price = answerPrice(each, settings.get(each.engine));
    return price === null ? [] : [[each.engine, price.micros] as const];
  });
  return new Map(priced);
}

/** Questions with their engines' costs; 0 if unknown. */
export function pricedQuestions(
  questions: readonly EngineQuestions[],
  prices: ReadonlyMap<string, number>,
): Priced[] {
  return questions.map((each) => ({ ...each, micros: prices.get(each.engine) ?? 0 }));
}

export function amountsOf(priced: readonly Priced[]): Amounts {
  const sum = (questionsOf: (each: Priced) => number): Amount => ({
    questions: tenths(priced.reduce((total, each) => total + questionsOf(each), 0)),
    estimated_usd: usdOf(
      Math.round(priced.reduce((total, each) => total + questionsOf(each) * each.micros, 0)),
    ),
  });
  return {
    run: sum(({ left }) => left),
    day: sum(({ perDay }) => perDay),
    month: sum(({ perDay }) => perDay * DAYS_PER_MONTH),
  };
}

/** Weeks of a month are no whole number, and sums of sevenths not exact. */
function tenths(questions: number): number {
  return Math.round(10 * questions) / 10;
}

/** The limit of an organization that some day of its week exceeds, in words; null if all stay below both. */
export function exceededCeiling(
  { callsPerDay, microsPerDay }: CollectLimits,
  priced: readonly Priced[],
): string | null {
  const days = Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => ({
    questions: priced.reduce((sum, each) => sum + (each.onWeekdays[weekday] ?? 0), 0),
    micros: priced.reduce((sum, each) => sum + (each.onWeekdays[weekday] ?? 0) * each.micros, 0),
  }));
  if (microsPerDay !== null && days.some(({ micros }) => Math.round(micros) > microsPerDay))
    return `${dollars(usdOf(microsPerDay))} a day`;
  const exceeds = callsPerDay !== null && days.some(({ questions }) => questions > callsPerDay);
  return exceeds ? `${callsPerDay} calls a day` : null;
}

export interface CollectingCost extends Pick<OrganizationEstimate, 'beyondPlan' | 'notAsked'> {
  /** This brand's share. */
  readonly brand: Amounts;
  /** Engines without a known price, which the cost therefore omits. */
  readonly unpriced: readonly string[];
  /** The share of engines with a key; Sightline asks no others. */
  readonly brandWithKey: Amounts;
  readonly organization: Amounts;
  readonly activePrompts: number;
  readonly promptsIncluded: number | null;
  /** The organization's own limit, if a day exceeds it. */
  readonly ceiling: string | null;
}

/** That a plan does not cover some questions: it binds by what is asked. */
export function beyondPlanWords({ beyondPlan, activePrompts, promptsIncluded }: CollectingCost): string[] {
  if (beyondPlan === 0) return [];
  return [
    `The organization has ${activePrompts} active questions, and its plan includes ${promptsIncluded}. ` +
      `Sightline does not ask the other ${beyondPlan}: the newest questions, from the newest brand back.`,
  ];
}

/**
 * Collecting costs with this store's settings; the store may be a preview.
 *
 * @param brand public id; null or unknown for a brand that does not exist yet, which costs nothing
 */
export async function collectingCost(
  db: Database,
  now: number,
  { organizationId, brand }: { readonly organizationId: number; readonly brand: string | null },
  engines: ConfiguredEngines,
): Promise<CollectingCost> {
  const day = await questionsOfOrganization(db, organizationId, now);
  const found = brand === null ? null : await findBrandByPublicId(db, brand);
  const mine = { ...day, brands: day.brands.filter(({ brandId }) => brandId === found?.id) };
  const [whole, part] = [await estimateOf(db, day), await estimateOf(db, mine)];
  const ready = new Set(engines.ready.map(({ adapter }) => adapter.slug));
  const prices = found ? await pricesOfBrand(db, found.id, now, engines) : pricesOf(engines);
  const priced = pricedQuestions(part.engines, prices);
  // Ceilings apply to the estimates from the settings.
  const pricedWhole = pricedQuestions(whole.engines, pricesOf(engines));
  return {
    brand: amountsOf(priced),
    unpriced: part.engines.flatMap(({ engine }) => (prices.has(engine) ? [] : [engine])),
    brandWithKey: amountsOf(priced.filter(({ engine }) => ready.has(engine))),
    organization: amountsOf(pricedWhole),
    beyondPlan: whole.beyondPlan,
    notAsked: whole.notAsked,
    activePrompts: day.activePrompts,
    promptsIncluded: day.subscription?.promptsIncluded ?? null,
    ceiling: exceededCeiling(whole.limits, pricedWhole),
  };
}
