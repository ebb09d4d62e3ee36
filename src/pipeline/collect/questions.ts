import { hash } from 'node:crypto';
import { activeMarkets, type BrandMarket, isAskedIn } from '../../domain/market.ts';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { isCollecting, type Subscription } from '../../domain/subscription.ts';
import { closeBreakers } from '../../storage/collect/breakers.ts';
import { bringForward, countOpenJobs, type NewJob, planJobs, putOff } from '../../storage/collect/jobs.ts';
import { forgetAllRefusals } from '../../storage/collect/refusals.ts';
import {
  type CollectedBrand,
  findCollectedBrand,
  listAskedEngines,
  listCollectedBrands,
} from '../../storage/directory/brands.ts';
import { listMarkets } from '../../storage/directory/markets.ts';
import { findSubscription } from '../../storage/directory/organizations.ts';
import { listActivePrompts } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';

/** What was planned for a day, in questions. */
export interface PlannedDay {
  readonly planned: number;
  /** Active prompts beyond what the plan includes, which are not asked. */
  readonly beyondPlan: number;
}

/** What is asked for an organization on a UTC day, or why nothing is. */
export interface OrganizationDay {
  readonly organizationId: number;
  /** Null if it never had one. */
  readonly subscription: Subscription | null;
  /** Whether its plan runs. */
  readonly isCollecting: boolean;
  readonly beyondPlan: number;
  /** Of all its brands whose setup was finished. */
  readonly activePrompts: number;
  readonly brands: readonly { readonly brandId: number; readonly jobs: readonly NewJob[] }[];
}

/**
 * Plans a UTC day: for every brand of an organization whose plan runs, every active prompt that the plan includes, every
 * engine and market it is asked in, and every sample, once. What is planned already stays as it is, so it may be done again at any
 * time, by several processes.
 */
export async function planDay(db: Database, now: number): Promise<PlannedDay> {
  let planned = 0;
  let beyondPlan = 0;
  for await (const organization of questionsOfDay(db, now)) {
    beyondPlan += organization.beyondPlan;
    for (const { brandId, jobs } of organization.brands) {
      planned += await db.transaction().execute((transaction) => planJobs(transaction, brandId, jobs));
    }
  }
  return { planned, beyondPlan };
}

/** The questions of a UTC day by organization, whether or not they are planned yet. */
export async function* questionsOfDay(db: Database, now: number): AsyncGenerator<OrganizationDay> {
  const brands = await listCollectedBrands(db);
  for (const [organizationId, mine] of Map.groupBy(brands, (brand) => brand.organizationId)) {
    yield await dayOfOrganization(db, organizationId, mine, now);
  }
}

/** The same of one organization, even if it has no brand to ask for. */
export async function questionsOfOrganization(
  db: Database,
  organizationId: number,
  now: number,
): Promise<OrganizationDay> {
  const brands = await listCollectedBrands(db);
  const mine = brands.filter((brand) => brand.organizationId === organizationId);
  return await dayOfOrganization(db, organizationId, mine, now);
}

async function dayOfOrganization(
  db: Database,
  organizationId: number,
  brands: readonly CollectedBrand[],
  now: number,
): Promise<OrganizationDay> {
  const subscription = await findSubscription(db, organizationId);
  const runs = subscription !== null && isCollecting(subscription, now);
  const included = runs ? subscription.promptsIncluded : 0;
  const day = await questionsOf(db, brands, included, dayOf(now));
  return {
    ...day,
    organizationId,
    subscription,
    isCollecting: runs,
    beyondPlan: runs ? day.beyondPlan : 0,
  };
}

/** The questions of an organization's brands, oldest first, as far as its plan includes their prompts. */
async function questionsOf(
  db: Database,
  brands: readonly CollectedBrand[],
  included: number,
  day: number,
): Promise<Pick<OrganizationDay, 'beyondPlan' | 'activePrompts' | 'brands'>> {
  const asked = [];
  let left = included;
  let beyondPlan = 0;
  let activePrompts = 0;
  for (const brand of brands) {
    const prompts = await listActivePrompts(db, brand.id);
    activePrompts += prompts.length;
    const mine = prompts.slice(0, left);
    left -= mine.length;
    beyondPlan += prompts.length - mine.length;
    const places = {
      engines: await listAskedEngines(db, brand.id),
      markets: activeMarkets(await listMarkets(db, brand.id)),
    };
    asked.push({ brandId: brand.id, jobs: jobsOf(brand, mine, places, day) });
  }
  return { beyondPlan, activePrompts, brands: asked };
}

/** Where the prompts of a brand are asked. */
interface Places {
  readonly engines: readonly string[];
  readonly markets: readonly BrandMarket[];
}

function jobsOf(
  brand: CollectedBrand,
  prompts: Awaited<ReturnType<typeof listActivePrompts>>,
  { engines, markets }: Places,
  day: number,
): NewJob[] {
  return prompts.flatMap(({ id: promptId, samplesPerDay, markets: asked }) => {
    const samples = samplesUpTo(samplesPerDay ?? brand.samplesPerDay);
    const chosen = markets.filter(({ id }) => isAskedIn(asked, id));
    return engines.flatMap((engine) =>
      chosen.flatMap((market) =>
        samples.map((sample) => jobOf({ brandId: brand.id, promptId, engine, sample, day }, market)),
      ),
    );
  });
}

function jobOf(
  asked: { readonly brandId: number } & Pick<NewJob, 'promptId' | 'engine' | 'sample' | 'day'>,
  { id: marketId, locationCode, languageCode }: BrandMarket,
): NewJob {
  const { brandId, promptId, engine, sample, day } = asked;
  return {
    ...{ engine, promptId, sample, day, marketId },
    identity: identityOf([day, promptId, engine, locationCode, languageCode, sample]),
    dueAt: day * DAY_MS + timeOfDay([brandId, promptId, engine, marketId, sample]),
  };
}

function samplesUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** The same question on the same day is the same collection, whichever process plans it. */
function identityOf(parts: readonly (string | number | null)[]): string {
  return hash('sha256', `collect ${JSON.stringify(parts)}`, 'hex');
}

/** When in the day a question is asked, in milliseconds: anywhere, but at the same time every day. */
function timeOfDay(parts: readonly (string | number)[]): number {
  const fraction = Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 12), 16) / 2 ** 48;
  return Math.floor(fraction * DAY_MS);
}

/** Plans today and makes all of it due now, on stopped engines too. `asked`: the engines that have open questions. */
export async function planNow(
  db: Database,
  now: number,
): Promise<PlannedDay & { readonly asked: readonly string[] }> {
  const planned = await planDay(db, now);
  const day = dayOf(now);
  await bringForward(db, day, now);
  await closeBreakers(db);
  await forgetAllRefusals(db);
  const open = await countOpenJobs(db, day);
  return { ...planned, asked: open.map(({ engine }) => engine) };
}

/** The questions of today of one brand, whether or not they are planned yet. */
async function questionsOfBrand(db: Database, brandId: number, now: number): Promise<readonly NewJob[]> {
  const brand = await findCollectedBrand(db, brandId);
  if (brand === null) return [];
  const { brands } = await questionsOfOrganization(db, brand.organizationId, now);
  return brands.find((each) => each.brandId === brandId)?.jobs ?? [];
}

/** Plans today's questions of one brand and makes them due now. Engines that are stopped stay so. */
export async function planBrandNow(db: Database, brandId: number, now: number): Promise<readonly NewJob[]> {
  const jobs = await questionsOfBrand(db, brandId, now);
  await db.transaction().execute((transaction) => planJobs(transaction, brandId, jobs));
  await bringForward(db, dayOf(now), now, brandId);
  return jobs;
}

/** Makes what planBrandNow brought forward wait until its time again. */
export async function putBrandOff(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  await db.transaction().execute((transaction) => putOff(transaction, brandId, jobs, now));
}

/** Today's open questions, per engine, of one brand or all. */
export async function leftToday(
  db: Database,
  now: number,
  brandId: number | null = null,
): Promise<{ engine: string; questions: number }[]> {
  return await countOpenJobs(db, dayOf(now), brandId);
}
