import { answerPrice } from '../../domain/answer-price.ts';
import { DAYS_PER_MONTH } from '../../domain/month-budget.ts';
import { dollars, usdOf } from '../../domain/usd.ts';
import { listEngineFacts } from '../../storage/answers/engine-facts.ts';
import type { CollectLimits } from '../../storage/collect/spending.ts';
import { findBrandByPublicId } from '../../storage/directory/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EngineQuestions, estimateOf, type OrganizationEstimate } from './estimate.ts';
import { questionsOfOrganization } from './questions.ts';
import type { ConfiguredEngines } from './ready-engine.ts';

/** Questions, and their estimated cost. */
export interface Amount {
  readonly questions: number;
  readonly estimated_usd: number;
}

/** The amounts for a run now, a whole day, and 30 days. */
export interface Amounts {
  readonly run: Amount;
  readonly day: Amount;
  readonly month: Amount;
}

/** Questions to one engine, with the cost of one. */
export interface Priced extends EngineQuestions {
  readonly micros: number;
}

/** What an answer of each engine is estimated to cost, in micros, whether or not the engine has a key. */
export function pricesOf({ ready, disabled }: ConfiguredEngines): Map<string, number> {
  return new Map([
    ...ready.map((each) => [each.adapter.slug, each.micros] as const),
    ...disabled.map((each) => [each.engine, each.micros] as const),
  ]);
}

/** The same for a brand: what its newest answers cost, and the settings where none told. */
export async function pricesOfBrand(
  db: Database,
  brandId: number,
  now: number,
  engines: ConfiguredEngines,
): Promise<Map<string, number>> {
  const settings = pricesOf(engines);
  const told = await listEngineFacts(db, brandId, now + 1);
  const priced = told.flatMap((each) => {
    const price = answerPrice(each, settings.get(each.engine));
    return price === null ? [] : [[each.engine, price.micros] as const];
  });
  return new Map(priced);
}

/** Questions with what their engines cost, which is nothing where it is not known. */
export function pricedQuestions(
  questions: readonly EngineQuestions[],
  prices: ReadonlyMap<string, number>,
): Priced[] {
  return questions.map((each) => ({ ...each, micros: prices.get(each.engine) ?? 0 }));
}

export function amountsOf(priced: readonly Priced[]): Amounts {
  const sum = (questionsOf: (each: Priced) => number): Amount => ({
    questions: priced.reduce((total, each) => total + questionsOf(each), 0),
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

/** The limit of an organization that a day exceeds, in words; null if it stays below both. */
export function exceededCeiling({ callsPerDay, microsPerDay }: CollectLimits, day: Amount): string | null {
  const usd = microsPerDay === null ? null : usdOf(microsPerDay);
  if (usd !== null && day.estimated_usd > usd) return `${dollars(usd)} a day`;
  return callsPerDay !== null && day.questions > callsPerDay ? `${callsPerDay} calls a day` : null;
}

/** What collecting for a brand costs, and its organization with it. */
export interface CollectingCost extends Pick<OrganizationEstimate, 'beyondPlan' | 'notAsked'> {
  /** Of this brand. */
  readonly brand: Amounts;
  /** The engines whose price is not known, so that neither is what the brand costs. */
  readonly unpriced: readonly string[];
  /** The part of it on engines that have a key: no other is asked. */
  readonly brandWithKey: Amounts;
  readonly organization: Amounts;
  /** Active questions of the organization, and how many its plan includes. */
  readonly activePrompts: number;
  readonly promptsIncluded: number | null;
  /** The organization's own limit, if a day exceeds it. */
  readonly ceiling: string | null;
}

/**
 * What collecting costs with everything as it is in this store, which may be that of a preview.
 *
 * @param brand public id; null or unknown for one that does not exist yet, which costs nothing
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
  // A ceiling is held against what the settings say.
  const organization = amountsOf(pricedQuestions(whole.engines, pricesOf(engines)));
  return {
    brand: amountsOf(priced),
    unpriced: part.engines.flatMap(({ engine }) => (prices.has(engine) ? [] : [engine])),
    brandWithKey: amountsOf(priced.filter(({ engine }) => ready.has(engine))),
    organization,
    beyondPlan: whole.beyondPlan,
    notAsked: whole.notAsked,
    activePrompts: day.activePrompts,
    promptsIncluded: day.subscription?.promptsIncluded ?? null,
    ceiling: exceededCeiling(whole.limits, organization.day),
  };
}
