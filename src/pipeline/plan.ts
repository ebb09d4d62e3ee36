import { hash } from 'node:crypto';
import { DAY_MS } from '../domain/period.ts';
import { isCollecting } from '../domain/plan.ts';
import { type CollectedBrand, listAskedEngines, listCollectedBrands } from '../storage/brands.ts';
import { closeBreakers } from '../storage/breakers.ts';
import type { Database } from '../storage/database.ts';
import { bringForward, countOpenJobs, type NewJob, planJobs } from '../storage/jobs.ts';
import { findSubscription } from '../storage/organizations.ts';
import { listActivePrompts } from '../storage/prompts.ts';

/** What was planned for a day, in questions. */
export interface PlannedDay {
  readonly planned: number;
  /** Active prompts past what the plan includes, which are not asked. */
  readonly beyondPlan: number;
}

/**
 * Plans a UTC day: for every brand of an organization whose plan runs, every active prompt that the plan includes, every
 * engine it is asked on and every sample, once. What is planned already stays as it is, so it may be done again at any
 * time, by several processes.
 */
export async function planDay(db: Database, now: number): Promise<PlannedDay> {
  return await planWith(db, now, (brandId, jobs) =>
    db.transaction().execute((transaction) => planJobs(transaction, brandId, jobs)),
  );
}

/** @param store adds the jobs of a brand and says how many were new */
async function planWith(
  db: Database,
  now: number,
  store: (brandId: number, jobs: readonly NewJob[]) => Promise<number>,
): Promise<PlannedDay> {
  const day = Math.floor(now / DAY_MS);
  let planned = 0;
  let beyondPlan = 0;
  const brands = await listCollectedBrands(db);
  for (const [organizationId, mine] of Map.groupBy(brands, (brand) => brand.organizationId)) {
    const subscription = await findSubscription(db, organizationId);
    if (subscription === null || !isCollecting(subscription, now)) continue;
    let left = subscription.promptsIncluded;
    for (const brand of mine) {
      const prompts = await listActivePrompts(db, brand.id);
      const included = prompts.slice(0, left);
      left -= included.length;
      beyondPlan += prompts.length - included.length;
      const jobs = jobsOf(brand, included, await listAskedEngines(db, brand.id), day);
      planned += await store(brand.id, jobs);
    }
  }
  return { planned, beyondPlan };
}

function jobsOf(
  brand: CollectedBrand,
  promptIds: readonly number[],
  engines: readonly string[],
  day: number,
): NewJob[] {
  const samples = Array.from({ length: brand.samplesPerDay }, (_, index) => index + 1);
  return promptIds.flatMap((promptId) =>
    engines.flatMap((engine) =>
      samples.map((sample) => ({
        identity: identityOf([day, promptId, engine, brand.locationCode, brand.languageCode, sample]),
        engine,
        promptId,
        sample,
        day,
        locationCode: brand.locationCode,
        languageCode: brand.languageCode,
        dueAt: day * DAY_MS + timeOfDay([brand.id, promptId, engine, sample]),
      })),
    ),
  );
}

/** The same question on the same day is the same collection, whoever plans it. */
function identityOf(parts: readonly (string | number | null)[]): string {
  return hash('sha256', `collect ${JSON.stringify(parts)}`, 'hex');
}

/** When in the day a question is asked, in milliseconds: anywhere, but at the same time every day. */
function timeOfDay(parts: readonly (string | number)[]): number {
  const fraction = Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 12), 16) / 2 ** 48;
  return Math.floor(fraction * DAY_MS);
}

/** Plans today and lets all of it be asked at once, also on engines that were stopped. `asked`: the engines that questions wait for. */
export async function planNow(
  db: Database,
  now: number,
): Promise<PlannedDay & { readonly asked: readonly string[] }> {
  const planned = await planDay(db, now);
  const day = Math.floor(now / DAY_MS);
  await bringForward(db, day, now);
  await closeBreakers(db);
  const open = await countOpenJobs(db, day);
  return { ...planned, asked: open.map(({ engine }) => engine) };
}

/** The questions of today that were not asked yet, per engine, without planning them. */
export async function estimateDay(
  db: Database,
  now: number,
): Promise<{
  readonly engines: readonly { engine: string; questions: number }[];
  readonly beyondPlan: number;
}> {
  return await rolledBack(db, async (transaction) => {
    const { beyondPlan } = await planWith(transaction, now, (brandId, jobs) =>
      planJobs(transaction, brandId, jobs),
    );
    return { engines: await countOpenJobs(transaction, Math.floor(now / DAY_MS)), beyondPlan };
  });
}

/** What is done in a transaction that leaves nothing behind. */
async function rolledBack<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('undone');
  let result: { value: Result } | undefined;
  await db
    .transaction()
    .execute(async (transaction) => {
      result = { value: await work(transaction) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (result === undefined) throw new Error('the work was not done');
  return result.value;
}

/** Questions of today that are not done, per engine. */
export async function leftToday(db: Database, now: number): Promise<{ engine: string; questions: number }[]> {
  return await countOpenJobs(db, Math.floor(now / DAY_MS));
}
