import { DAYS_PER_MONTH } from '../../domain/month-budget.ts';
import { dollars, usdOf } from '../../domain/usd.ts';
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

/** Questions with what their engines cost. */
export function pricedQuestions(questions: readonly EngineQuestions[], engines: ConfiguredEngines): Priced[] {
  const micros = pricesOf(engines);
  return questions.map((each) => ({ ...each, micros: micros.get(each.engine) ?? 0 }));
}

export function amountsOf(priced: readonly Priced[]): Amounts {
  const sum = (questionsOf: (each: Priced) => number): Amount => ({
    questions: priced.reduce((total, each) => total + questionsOf(each), 0),
    estimated_usd: usdOf(priced.reduce((total, each) => total + questionsOf(each) * each.micros, 0)),
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
  /** Whether the prices of all its engines are known: they are not where collecting is switched off. */
  readonly isPriced: boolean;
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
  const priced = pricedQuestions(part.engines, engines);
  const known = new Set([...ready, ...engines.disabled.map(({ engine }) => engine)]);
  const organization = amountsOf(pricedQuestions(whole.engines, engines));
  return {
    brand: amountsOf(priced),
    isPriced: part.engines.every(({ engine }) => known.has(engine)),
    brandWithKey: amountsOf(priced.filter(({ engine }) => ready.has(engine))),
    organization,
    beyondPlan: whole.beyondPlan,
    notAsked: whole.notAsked,
    activePrompts: day.activePrompts,
    promptsIncluded: day.subscription?.promptsIncluded ?? null,
    ceiling: exceededCeiling(whole.limits, organization.day),
  };
}
