import { SERVER } from '../../domain/access/audit.ts';
import { dayOf } from '../../domain/time/period.ts';
import { endOpenJobs } from '../../storage/collect/jobs.ts';
import { findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import { listSomeQuestions } from '../../storage/directory/brand/prompts.ts';
import { countCollections, findProspect, findProspectEnd } from '../../storage/directory/prospects.ts';
import { listSharedReports } from '../../storage/directory/shared-reports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { findOpenTask, isStopAsked } from '../../storage/tasks/tasks.ts';
import { createReport } from '../declare/shared-reports.ts';
import { lockOwnedBrand, noBrand } from '../owned-brand.ts';
import { askDue } from './collect-task.ts';
import type { TaskContext } from './task-context.ts';

/** Waits this long for retries, and for questions that another worker asks: longer than any lease. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_MS = 2000;

/**
 * Asks a prospect's questions, ends those that cannot be asked now, and freezes one report of what came. A resumed task
 * asks only what is left, and freezes no second report.
 */
export async function prospectTask(working: TaskContext): Promise<void> {
  const { deps, task, brand, progress, stop } = working;
  const found = await findBrandByPublicId(deps.db, brand);
  if (found === null) throw noBrand();
  await askDue(working, { patienceMs: PATIENCE_MS, lookMs: LOOK_MS });
  // Another worker finishes it, unless a person stopped it.
  if (deps.stop.aborted || (stop.aborted && !(await isStopAsked(deps.db, task)))) return;
  await inTransaction(deps.db, (transaction) => endProspectJobs(transaction, found.id, deps.now()));
  const asked = {
    ...(await countCollections(deps.db, found.id)),
    questions: await listSomeQuestions(deps.db, found.id),
    times: found.samplesPerDay,
    planned: task.total ?? 0,
    isAtCeiling: (progress.state.counts.held_by_ceiling ?? 0) > 0,
    firstDay: dayOf(task.createdAt),
    lastDay: dayOf(deps.now()),
  };
  const report = await deps.prospectReport(brand, asked);
  const of = { organizationId: found.organizationId, brand };
  await inTransaction(deps.db, async (db) => {
    await lockOwnedBrand(db, of);
    if ((await listSharedReports(db, found.id)).length === 0)
      await createReport({ ...deps, db, actor: SERVER }, of, report);
  });
}

/** The unfinished prospect of a site, after a kill; null for none. */
export async function openProspect(
  db: Database,
  organizationId: number,
  domain: string,
): Promise<{ readonly brand: string; readonly task: string } | null> {
  const brand = await findProspect(db, organizationId, domain);
  const task = brand === null ? null : await findOpenTask(db, brand.id, 'prospect');
  return brand && task && { brand: brand.publicId, task: task.publicId };
}

/** A kept brand has a day's other questions, which stay. */
async function endProspectJobs(db: Database, brandId: number, now: number): Promise<void> {
  if ((await findProspectEnd(db, brandId)) !== null) await endOpenJobs(db, brandId, now);
}
