import { hash } from 'node:crypto';
import { isCollecting, type Subscription } from '../../domain/access/subscription.ts';
import { activeMarkets, type BrandMarket, isAskedIn } from '../../domain/brand/market.ts';
import { DAYS_PER_WEEK, weekdayOf, weekStart } from '../../domain/questions/weekly.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { closeBreakers } from '../../storage/collect/breakers.ts';
import {
  bringForward,
  bringTheseForward,
  countOpenJobs,
  type NewJob,
  planJobs,
  putOff,
  withoutDone,
  withoutDoneEarlier,
} from '../../storage/collect/jobs.ts';
import { forgetAllRefusals } from '../../storage/collect/refusals.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { type ActivePrompt, listActivePrompts } from '../../storage/directory/brand/prompts.ts';
import {
  type CollectedBrand,
  findCollectedBrand,
  listAskedEngines,
  listCollectedBrands,
} from '../../storage/directory/brands.ts';
import { findSubscription } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { identityOf, weeklyIdentityOf } from './job/identity.ts';

export interface PlannedDay {
  readonly planned: number;
  /** Active prompts beyond the plan, which Sightline does not ask. */
  readonly beyondPlan: number;
}

/** An organization's questions on a UTC day, or why there are none. */
export interface OrganizationDay {
  readonly organizationId: number;
  /** Null if it never had one. */
  readonly subscription: Subscription | null;
  /** Whether its plan runs. */
  readonly isCollecting: boolean;
  readonly beyondPlan: number;
  /** Of all its configured brands. */
  readonly activePrompts: number;
  readonly brands: readonly BrandDay[];
}

/** The questions of a brand on a UTC day. */
export interface BrandDay {
  readonly brandId: number;
  /** Weekly questions only on their own day, or on this one if they were missed then. */
  readonly jobs: readonly NewJob[];
  readonly pace: ReadonlyMap<string, Pace>;
}

export interface Pace {
  /** On each day. */
  readonly daily: number;
  /** Once a week, by the weekday (domain/questions/weekly.ts) of each. */
  readonly weekly: readonly number[];
}

/**
 * Plans a UTC day: for each brand with a running plan, one job for each included active prompt, engine, market, and sample. Plans a
 * weekly prompt on its own day, and on later days of its week while that was missed. Planned jobs stay, so any process may repeat it at
 * any time.
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

/** A UTC day's questions by organization, planned or not. */
export async function* questionsOfDay(db: Database, now: number): AsyncGenerator<OrganizationDay> {
  const brands = await listCollectedBrands(db);
  for (const [organizationId, mine] of Map.groupBy(brands, (brand) => brand.organizationId)) {
    yield await dayOfOrganization(db, organizationId, mine, now);
  }
}

export async function questionsOfOrganization(
  db: Database,
  organizationId: number,
  now: number,
): Promise<OrganizationDay> {
  return await dayOfOrganization(db, organizationId, await listCollectedBrands(db, organizationId), now);
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

/** An organization's questions, oldest brand first, up to its plan's prompts. */
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
    const places = await placesOf(db, brand.id);
    const jobs = await withoutDoneEarlier(db, brand.id, jobsOf(brand, mine, places, day));
    asked.push({ brandId: brand.id, jobs, pace: paceOf(brand, mine, places) });
  }
  return { beyondPlan, activePrompts, brands: asked };
}

/** A brand's engines and markets. */
interface Places {
  readonly engines: readonly string[];
  readonly markets: readonly BrandMarket[];
}

async function placesOf(db: Database, brandId: number): Promise<Places> {
  return {
    engines: await listAskedEngines(db, brandId),
    markets: activeMarkets(await listMarkets(db, brandId)),
  };
}

function jobsOf(
  brand: CollectedBrand,
  prompts: readonly ActivePrompt[],
  { engines, markets }: Places,
  day: number,
): NewJob[] {
  return prompts.flatMap((prompt) => {
    const { id: promptId, digest, weeklyFrom } = prompt;
    const chosen = markets.filter(({ id }) => isAskedIn(prompt.markets, id));
    const begun = weekStart(digest, day);
    if (weeklyFrom !== null && begun < weeklyFrom) return [];
    const samples = samplesUpTo(samplesOf(prompt, brand));
    return engines.flatMap((engine) =>
      chosen.flatMap((market) =>
        samples.map((sample) => {
          const asked = { brandId: brand.id, promptId, engine, sample, day };
          if (weeklyFrom === null) return jobOf(asked, market, identityOf(asked, market));
          const identity = weeklyIdentityOf(asked, market, digest);
          return { ...jobOf(asked, market, identity), isLate: begun < day };
        }),
      ),
    );
  });
}

function samplesOf({ samplesPerDay, weeklyFrom }: ActivePrompt, brand: CollectedBrand): number {
  return weeklyFrom === null ? (samplesPerDay ?? brand.samplesPerDay) : 1;
}

/** Number of questions per engine, independent of the day. */
function paceOf(
  brand: CollectedBrand,
  prompts: readonly ActivePrompt[],
  { engines, markets }: Places,
): Map<string, Pace> {
  let daily = 0;
  const weekly = new Array<number>(DAYS_PER_WEEK).fill(0);
  for (const prompt of prompts) {
    const times = samplesOf(prompt, brand) * markets.filter(({ id }) => isAskedIn(prompt.markets, id)).length;
    const weekday = weekdayOf(prompt.digest);
    if (prompt.weeklyFrom === null) daily += times;
    else weekly[weekday] = (weekly[weekday] ?? 0) + times;
  }
  return new Map(engines.map((engine) => [engine, { daily, weekly }]));
}

function jobOf(
  asked: { readonly brandId: number } & Pick<NewJob, 'promptId' | 'engine' | 'sample' | 'day'>,
  { id: marketId }: BrandMarket,
  identity: string,
): NewJob {
  const { brandId, promptId, engine, sample, day } = asked;
  const dueAt = day * DAY_MS + timeOfDay([brandId, promptId, engine, marketId, sample]);
  return { engine, promptId, sample, day, marketId, identity, dueAt };
}

function samplesUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** When to ask a question, in milliseconds after midnight: spread over the day, at the same time every day. */
function timeOfDay(parts: readonly (string | number)[]): number {
  const fraction = Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 12), 16) / 2 ** 48;
  return Math.floor(fraction * DAY_MS);
}

/** Plans today and makes everything due now, on stopped engines too. `asked`: engines with open questions. */
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

/**
 * Plans a prospect's questions once, due now. They count as today's, so that a kept brand is not asked again today, and may
 * be asked until tomorrow ends, so that midnight cuts none off.
 */
export async function planProspect(
  db: Database,
  brand: CollectedBrand,
  now: number,
): Promise<readonly NewJob[]> {
  const prompts = await listActivePrompts(db, brand.id);
  const today = jobsOf(brand, prompts, await placesOf(db, brand.id), dayOf(now));
  const jobs = today.map((job) => ({ ...job, day: job.day + 1, dueAt: now }));
  await planJobs(db, brand.id, jobs);
  return jobs;
}

async function questionsOfBrand(db: Database, brandId: number, now: number): Promise<readonly NewJob[]> {
  const brand = await findCollectedBrand(db, brandId);
  if (brand === null) return [];
  const { brands } = await questionsOfOrganization(db, brand.organizationId, now);
  return brands.find((each) => each.brandId === brandId)?.jobs ?? [];
}

/** Plans a brand's questions of today and makes them due now. Stopped engines stay stopped. */
export async function planBrandNow(db: Database, brandId: number, now: number): Promise<readonly NewJob[]> {
  const jobs = await questionsOfBrand(db, brandId, now);
  await db.transaction().execute((transaction) => planJobs(transaction, brandId, jobs));
  await bringForward(db, dayOf(now), now, brandId);
  return jobs;
}

/** A prompt's open questions of today. */
export async function openQuestion(
  db: Database,
  brandId: number,
  promptId: number,
  now: number,
): Promise<readonly NewJob[]> {
  const jobs = await questionsOfBrand(db, brandId, now);
  return await withoutDone(
    db,
    brandId,
    jobs.filter((job) => job.promptId === promptId),
  );
}

/** Plans these questions of today and makes them due now. Stopped engines stay stopped. */
export async function planTheseNow(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await planJobs(transaction, brandId, jobs);
    await bringTheseForward(transaction, brandId, jobs, now);
  });
}

/** Returns questions from planBrandNow to their planned times. */
export async function putBrandOff(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  await db.transaction().execute((transaction) => putOff(transaction, brandId, jobs, now));
}

/** Today's open questions per engine, of one brand or all. */
export async function leftToday(
  db: Database,
  now: number,
  brandId: number | null = null,
): Promise<{ engine: string; questions: number }[]> {
  return await countOpenJobs(db, dayOf(now), brandId);
}
