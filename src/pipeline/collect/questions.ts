import { hash } from 'node:crypto';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { isCollecting } from '../../domain/subscription.ts';
import { closeBreakers } from '../../storage/collect/breakers.ts';
import {
  bringForward,
  countOpenJobs,
  type NewJob,
  planJobs,
  withoutDone,
} from '../../storage/collect/jobs.ts';
import {
  type CollectedBrand,
  listAskedEngines,
  listCollectedBrands,
} from '../../storage/directory/brands.ts';
import { findSubscription } from '../../storage/directory/organizations.ts';
import { listActivePrompts } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';

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
  const day = dayOf(now);
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
  const day = dayOf(now);
  await bringForward(db, day, now);
  await closeBreakers(db);
  const open = await countOpenJobs(db, day);
  return { ...planned, asked: open.map(({ engine }) => engine) };
}

/** The questions of today that were not asked yet and are wanted now, per engine, without planning them. */
export async function estimateDay(
  db: Database,
  now: number,
): Promise<{
  readonly engines: readonly { engine: string; questions: number }[];
  readonly beyondPlan: number;
}> {
  const counts = new Map<string, number>();
  const { beyondPlan } = await planWith(db, now, async (brandId, jobs) => {
    for (const { engine } of await withoutDone(db, brandId, jobs))
      counts.set(engine, (counts.get(engine) ?? 0) + 1);
    return 0;
  });
  const engines = [...counts].map(([engine, questions]) => ({ engine, questions }));
  return { engines: engines.sort((one, other) => (one.engine < other.engine ? -1 : 1)), beyondPlan };
}

/** Questions of today that are not done, per engine. */
export async function leftToday(db: Database, now: number): Promise<{ engine: string; questions: number }[]> {
  return await countOpenJobs(db, dayOf(now));
}
