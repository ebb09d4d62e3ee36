import { isRunning } from '../../domain/access/subscription.ts';
import { DAYS_PER_WEEK, meanOfDay } from '../../domain/questions/weekly.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type NewJob, withoutDone } from '../../storage/collect/jobs.ts';
import { type CollectLimits, findCollectLimits } from '../../storage/collect/spending.ts';
import { listOrganizations } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type OrganizationDay, type Pace, questionsOfDay } from './questions.ts';

export interface EngineQuestions {
  readonly engine: string;
  /** Not asked yet today. */
  readonly left: number;
  /** Today, asked or not. */
  readonly today: number;
  /** On a day, on average over a week. */
  readonly perDay: number;
  /** By the day of the week, in the order of domain/questions/weekly.ts. */
  readonly onWeekdays: readonly number[];
}

export interface OrganizationEstimate {
  readonly organization: string;
  readonly engines: readonly EngineQuestions[];
  /** Active prompts beyond its plan. */
  readonly beyondPlan: number;
  /** Why its plan asks nothing, as the end of a sentence; null if it does. */
  readonly notAsked: string | null;
  readonly limits: CollectLimits;
}

export async function estimateDay(db: Database, now: number): Promise<OrganizationEstimate[]> {
  const names = new Map((await listOrganizations(db)).map(({ id, name }) => [id, name]));
  const estimates: OrganizationEstimate[] = [];
  for await (const day of questionsOfDay(db, now)) {
    const organization = names.get(day.organizationId) ?? '';
    estimates.push({ organization, ...(await estimateOf(db, day)) });
  }
  return estimates;
}

export async function estimateOf(
  db: Database,
  day: OrganizationDay,
): Promise<Omit<OrganizationEstimate, 'organization'>> {
  return {
    engines: await countQuestions(db, day),
    beyondPlan: day.beyondPlan,
    notAsked: reasonNotAsked(day),
    limits: await findCollectLimits(db, day.organizationId),
  };
}

async function countQuestions(db: Database, { brands }: OrganizationDay): Promise<EngineQuestions[]> {
  const today = new Map<string, number>();
  const left = new Map<string, number>();
  const paces: (readonly [engine: string, Pace])[] = [];
  for (const { brandId, jobs, pace } of brands) {
    countInto(today, jobs);
    countInto(left, await withoutDone(db, brandId, jobs));
    paces.push(...pace);
  }
  return [...Map.groupBy(paces, ([engine]) => engine)]
    .map(([engine, each]) => ({
      engine,
      left: left.get(engine) ?? 0,
      today: today.get(engine) ?? 0,
      ...paceOf(each.map(([, pace]) => pace)),
    }))
    .filter(({ today: some, perDay }) => some + perDay > 0)
    .sort((one, other) => (one.engine < other.engine ? -1 : 1));
}

function countInto(counts: Map<string, number>, jobs: readonly NewJob[]): void {
  for (const { engine } of jobs) counts.set(engine, (counts.get(engine) ?? 0) + 1);
}

/** The pace of several brands together. */
function paceOf(paces: readonly Pace[]): Pick<EngineQuestions, 'perDay' | 'onWeekdays'> {
  const daily = paces.reduce((sum, pace) => sum + pace.daily, 0);
  const weekly = Array.from({ length: DAYS_PER_WEEK }, (_, weekday) =>
    paces.reduce((sum, pace) => sum + (pace.weekly[weekday] ?? 0), 0),
  );
  const ofWeek = weekly.reduce((sum, each) => sum + each, 0);
  return { perDay: meanOfDay(daily, ofWeek), onWeekdays: weekly.map((each) => daily + each) };
}

/** The part of its plan that prevents asking; null if nothing does. */
export function reasonNotAsked({
  subscription,
  isCollecting,
}: Pick<OrganizationDay, 'subscription' | 'isCollecting'>): string | null {
  if (subscription === null) return 'it has no plan';
  const { plan, status, trialEndsAt, promptsIncluded } = subscription;
  if (isCollecting) return promptsIncluded > 0 ? null : `its plan (${plan}) includes no questions`;
  const isOver = isRunning(subscription) && trialEndsAt !== null;
  return isOver ? `its trial ended at ${formatInstant(trialEndsAt)}` : `its plan (${plan}) is ${status}`;
}
