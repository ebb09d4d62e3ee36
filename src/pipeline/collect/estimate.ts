import { formatInstant } from '../../domain/instant.ts';
import { isRunning } from '../../domain/subscription.ts';
import { withoutDone } from '../../storage/collect/jobs.ts';
import { type CollectLimits, findCollectLimits } from '../../storage/collect/spending.ts';
import { listOrganizations } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type OrganizationDay, questionsOfDay } from './questions.ts';

/** How many questions an organization has on one engine. */
export interface EngineQuestions {
  readonly engine: string;
  /** Not asked yet today. */
  readonly left: number;
  /** On a whole day. */
  readonly perDay: number;
}

/** What asking the engines would cost one organization. */
export interface OrganizationEstimate {
  readonly organization: string;
  readonly engines: readonly EngineQuestions[];
  /** Active prompts beyond what its plan includes. */
  readonly beyondPlan: number;
  /** Why nothing is asked under its plan, as the end of a sentence; null if something is. */
  readonly notAsked: string | null;
  readonly limits: CollectLimits;
}

/** The questions of today, per organization that has a brand to ask for. Nothing is planned. */
export async function estimateDay(db: Database, now: number): Promise<OrganizationEstimate[]> {
  const names = new Map((await listOrganizations(db)).map(({ id, name }) => [id, name]));
  const estimates: OrganizationEstimate[] = [];
  for await (const day of questionsOfDay(db, now)) {
    const organization = names.get(day.organizationId) ?? '';
    estimates.push({ organization, ...(await estimateOf(db, day)) });
  }
  return estimates;
}

/** The same of one organization. */
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
  const counts = new Map<string, { left: number; perDay: number }>();
  const countOf = (engine: string) => {
    const count = counts.get(engine) ?? { left: 0, perDay: 0 };
    counts.set(engine, count);
    return count;
  };
  for (const { brandId, jobs } of brands) {
    for (const { engine } of jobs) countOf(engine).perDay += 1;
    for (const { engine } of await withoutDone(db, brandId, jobs)) countOf(engine).left += 1;
  }
  const rows = [...counts].map(([engine, count]) => ({ engine, ...count }));
  return rows.sort((one, other) => (one.engine < other.engine ? -1 : 1));
}

/** Which part of its plan is the reason that nothing is asked for an organization; null if something is. */
export function reasonNotAsked({
  subscription,
  isCollecting,
}: Pick<OrganizationDay, 'subscription' | 'isCollecting'>): string | null {
  if (subscription === null) return 'it has no plan';
  const { plan, status, trialEndsAt, promptsIncluded } = subscription;
  if (isCollecting) return promptsIncluded > 0 ? null : `its plan (${plan}) includes no prompts`;
  const isOver = isRunning(subscription) && trialEndsAt !== null;
  return isOver ? `its trial ended at ${formatInstant(trialEndsAt)}` : `its plan (${plan}) is ${status}`;
}
