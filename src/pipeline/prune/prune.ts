import { SERVER } from '../../domain/access/audit.ts';
import { SPOT_CHECKS } from '../../domain/brand/spot-check.ts';
import { DAYS_PER_WEEK } from '../../domain/questions/weekly.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { listEmptyImports } from '../../storage/answers/imports.ts';
import {
  deleteAnswers,
  deleteFailures,
  findOldAnswers,
  findOldFailures,
  type OldCollection,
} from '../../storage/answers/old-answers.ts';
import { undoRows } from '../../storage/answers/undo-import.ts';
import { deleteJobs, deleteReplies, findOldJobs, findOldReplies } from '../../storage/collect/old-jobs.ts';
import { dropResults, RESULT_MS } from '../../storage/directory/access/action-results.ts';
import { dropExpiredLinks } from '../../storage/directory/access/one-time-links.ts';
import { lockBrand, lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import { listEveryBrand } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type AgingTable, deleteOldRows, findOldRows } from '../../storage/driver/old-rows.ts';
import { deletePagesBefore, hasPagesBefore } from '../../storage/site/page-facts.ts';
import { emptyLog, freeSpace, giveBackSome } from '../../storage/space.ts';
import { deleteGivenFiles, listFilesBefore } from '../../storage/traffic/given-files.ts';
import {
  closeLogDay,
  deleteLogDay,
  listDaysBefore,
  listDaysToClose,
} from '../../storage/traffic/log-days.ts';
import { dropEnded } from '../accounts/sessions.ts';
import { dropAbandonedUploads } from '../tasks/upload.ts';
import { type PurgedBrand, purgeDeletedBefore } from './purge-brand.ts';
import type { Retention } from './retention.ts';
import { type Pacing, ThrottledBatches } from './throttled-batches.ts';

export interface PruneDeps extends Omit<Pacing, 'stop'> {
  readonly db: Database;
}

export interface PruneOptions extends Pick<Pacing, 'stop'> {
  readonly retention: Retention;
  /** Count without deleting. */
  readonly isDryRun: boolean;
}

export interface PrunedBrand {
  readonly brand: string;
  readonly answers: number;
  /** Failed collections. */
  readonly failures: number;
  readonly replies: number;
  readonly jobs: number;
  readonly comparisons: number;
  readonly spot_checks: number;
  readonly tasks: number;
  /** Pages with their facts. */
  readonly pages: number;
  /** Identities of log lines, whose days take no more. */
  readonly log_lines: number;
  /** Days of logs with their counts. */
  readonly log_days: number;
  /** Given files. */
  readonly files: number;
  /** Imports without an answer left, with the rows of their files. */
  readonly imports: number;
}

export interface PruneResult {
  /** Brands with deleted rows. */
  readonly brands: readonly PrunedBrand[];
  /** Deleted brands with all their data. */
  readonly purged: readonly PurgedBrand[];
  readonly audit: number;
  readonly sessions: number;
  readonly links: number;
  readonly results: number;
  readonly uploads: number;
  /** Bytes returned to the system, and bytes still free in the file; null if the database manages space itself. */
  readonly given_back_bytes: number | null;
  readonly free_bytes: number | null;
}

export function removedRows(pruned: PruneResult): Record<string, number> {
  const { brands, purged, given_back_bytes: _, free_bytes: __, ...rows } = pruned;
  const sums: Record<string, number> = { ...rows, purged: 0 };
  for (const count of purged.flatMap((each) => Object.values(each.rows)))
    sums.purged = (sums.purged ?? 0) + count;
  for (const { brand: ___, ...ofBrand } of brands) {
    for (const [name, count] of Object.entries(ofBrand)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

interface Pruning extends PruneDeps, PruneOptions {}

/**
 * Deletes data past its retention, and purges brands deleted long ago. Never deletes alerts, unfinished jobs with
 * their replies, or alerts waiting for delivery. Short transactions with longer pauses let others work. You may stop
 * it, kill it, or run it twice at once.
 */
export async function prune(deps: PruneDeps, options: PruneOptions): Promise<PruneResult> {
  const pruning = { ...deps, ...options };
  const before = await freeSpace(deps.db);
  const purged = await purgeBrands(pruning);
  const brands: PrunedBrand[] = [];
  let uploads = 0;
  for (const { id, publicId: brand } of await listEveryBrand(deps.db)) {
    brands.push({ brand, ...(await pruneBrand(pruning, id)) });
    uploads += await pruneUploads(pruning, id);
  }
  const auditBefore = deps.now() - options.retention.auditDays * DAY_MS;
  const rest = {
    audit: await pruneOld(pruning, 'audit_log', null, auditBefore),
    ...(await pruneAccess(pruning)),
    uploads,
  };
  const space = await pruneSpace(pruning, before?.bytes ?? 0);
  if (!options.isDryRun) await emptyLog(deps.db);
  return { brands: brands.filter(isTouched), purged, ...rest, ...space };
}

/** First, so the other steps skip their rows. */
async function purgeBrands({
  retention: { deletedDays },
  isDryRun,
  ...pruning
}: Pruning): Promise<PurgedBrand[]> {
  const deletedBefore = pruning.now() - deletedDays * DAY_MS;
  return await purgeDeletedBefore(pruning, deletedBefore, { actor: SERVER, isDryRun });
}

function isTouched({ brand: _, ...rows }: PrunedBrand): boolean {
  return Object.values(rows).some((count) => count > 0);
}

async function pruneBrand(pruning: Pruning, brandId: number): Promise<Omit<PrunedBrand, 'brand'>> {
  return {
    answers: await pruneAnswers(pruning, brandId),
    failures: await pruneFailures(pruning, brandId),
    replies: await pruneReplies(pruning, brandId),
    jobs: await pruneJobs(pruning, brandId),
    comparisons: await pruneReported(pruning, 'comparisons', brandId, pruning.retention.comparisonDays),
    spot_checks: await pruneReported(pruning, 'spot_checks', brandId, SPOT_CHECKS.days),
    tasks: await pruneOld(pruning, 'tasks', brandId, pruning.now() - pruning.retention.jobDays * DAY_MS),
    pages: await prunePages(pruning, brandId),
    log_lines: await pruneLogLines(pruning, brandId),
    log_days: await pruneLogDays(pruning, brandId),
    files: await pruneFiles(pruning, brandId),
    imports: await pruneImports(pruning, brandId),
  };
}

/** The first day that both databases can store. */
const FIRST_DAY = -(2 ** 31);

/** First UTC day to keep; the first of all if nothing expires. */
function firstDayKept({ now }: Pruning, days: number | null): number {
  return days === null ? FIRST_DAY : dayOf(now()) - days;
}

/** First instant to keep answers from; null to keep all. */
function answersBefore({ now, retention: { answerDays } }: Pruning): number | null {
  return answerDays === null ? null : (dayOf(now()) - answerDays) * DAY_MS;
}

/** Small, because each answer also adjusts all counts. */
const ANSWERS_AT_ONCE = 50;

async function pruneAnswers(pruning: Pruning, brandId: number): Promise<number> {
  const { db } = pruning;
  return await inOrder(pruning, answersBefore(pruning), {
    most: ANSWERS_AT_ONCE,
    find: (page) => findOldAnswers(db, brandId, page),
    remove: async (transaction, ids) => void (await deleteAnswers(transaction, brandId, ids)),
  });
}

async function pruneFailures(pruning: Pruning, brandId: number): Promise<number> {
  const { db } = pruning;
  return await inOrder(pruning, answersBefore(pruning), {
    find: (page) => findOldFailures(db, brandId, page),
    remove: (transaction, ids) => deleteFailures(transaction, brandId, ids),
  });
}

interface InOrder {
  readonly most?: number;
  readonly find: (page: {
    readonly before: number;
    readonly after: OldCollection;
    readonly limit: number;
  }) => Promise<readonly (OldCollection & { readonly stays?: boolean })[]>;
  readonly remove: (transaction: Database, ids: readonly number[]) => Promise<void>;
}

/** Deletes collections before an instant, oldest first. @returns rows deleted or counted */
async function inOrder(
  pruning: Pruning,
  before: number | null,
  { most, find, remove }: InOrder,
): Promise<number> {
  if (before === null) return 0;
  const steps = new ThrottledBatches(pruning, most);
  let rows = 0;
  for (let after: OldCollection | undefined = FIRST; after && !pruning.stop.aborted; ) {
    await steps.next(async (limit) => {
      const found = await find({ before, after: after ?? FIRST, limit });
      after = found.length < limit ? undefined : found.at(-1);
      const ids = found.flatMap(({ id, stays }) => (stays ? [] : [id]));
      if (ids.length === 0) return;
      if (!pruning.isDryRun)
        await pruning.db.transaction().execute((transaction) => remove(transaction, ids));
      rows += ids.length;
    });
  }
  return rows;
}

const FIRST: OldCollection = { at: Number.MIN_SAFE_INTEGER, id: 0 };

async function pruneReplies(pruning: Pruning, brandId: number): Promise<number> {
  const { db, retention } = pruning;
  const beforeDay = firstDayKept(pruning, retention.replyDays);
  if (retention.replyDays === null) return 0;
  return await inBatches(pruning, {
    find: async (place) => await findOldReplies(db, brandId, { beforeDay, ...place }),
    remove: async (transaction, ids) => await deleteReplies(transaction, brandId, ids),
  });
}

async function pruneJobs(pruning: Pruning, brandId: number): Promise<number> {
  const { db, retention } = pruning;
  // A weekly question's job says that it was asked this week.
  const beforeDay = firstDayKept(pruning, Math.max(retention.jobDays, DAYS_PER_WEEK));
  const repliesFromDay = firstDayKept(pruning, retention.replyDays);
  return await inBatches(pruning, {
    find: async (place) => await findOldJobs(db, brandId, { beforeDay, repliesFromDay, ...place }),
    remove: async (transaction, ids) => await deleteJobs(transaction, brandId, ids),
  });
}

/** Rows that reports include: locking raises the version that the report cache uses. */
async function pruneReported(
  pruning: Pruning,
  table: AgingTable,
  brandId: number,
  days: number,
): Promise<number> {
  const lock = async (transaction: Database) => void (await lockLiveBrand(transaction, brandId));
  return await pruneOld(pruning, table, brandId, pruning.now() - days * DAY_MS, lock);
}

async function pruneOld(
  pruning: Pruning,
  table: AgingTable,
  brandId: number | null,
  before: number,
  lock: (transaction: Database) => Promise<void> = async () => {},
): Promise<number> {
  return await inBatches(pruning, {
    find: async (place) => {
      const ids = await findOldRows(pruning.db, table, brandId, { before, ...place });
      return { ids, rows: ids.length, after: ids.length < place.limit ? null : (ids.at(-1) ?? null) };
    },
    remove: async (transaction, ids) => {
      await lock(transaction);
      await deleteOldRows(transaction, table, brandId, ids);
    },
  });
}

/** Facts of a page not fetched again since say little about today. */
const PAGE_DAYS = 90;

async function prunePages(pruning: Pruning, brandId: number): Promise<number> {
  const before = pruning.now() - PAGE_DAYS * DAY_MS;
  if (!(await hasPagesBefore(pruning.db, brandId, before))) return 0;
  return await orOnlyCounted(pruning, async (transaction) => {
    // Reports include them, so this raises the brand's version.
    await lockBrand(transaction, brandId);
    return await deletePagesBefore(transaction, brandId, before);
  });
}

/** So long after the last line, nobody imports a log again. */
const LOG_LINE_DAYS = 90;

/** Whole days: one with fewer identities would count lines twice. */
async function pruneLogLines(pruning: Pruning, brandId: number): Promise<number> {
  const { db, now } = pruning;
  const days = await listDaysToClose(db, brandId, now() - LOG_LINE_DAYS * DAY_MS);
  return await byDay(pruning, brandId, days, closeLogDay);
}

async function pruneLogDays(pruning: Pruning, brandId: number): Promise<number> {
  const { db, retention } = pruning;
  const days = await listDaysBefore(db, brandId, firstDayKept(pruning, retention.answerDays));
  return await byDay(pruning, brandId, days, async (...day) => {
    await deleteLogDay(...day);
    return 1;
  });
}

async function pruneFiles(pruning: Pruning, brandId: number): Promise<number> {
  const { db, retention } = pruning;
  const ids = await listFilesBefore(db, brandId, firstDayKept(pruning, retention.answerDays));
  if (ids.length === 0) return 0;
  return await orOnlyCounted(pruning, async (transaction) => {
    await lockBrand(transaction, brandId);
    await deleteGivenFiles(transaction, brandId, ids);
    return ids.length;
  });
}

async function pruneImports(pruning: Pruning, brandId: number): Promise<number> {
  const before = answersBefore(pruning);
  if (before === null) return 0;
  const steps = new ThrottledBatches(pruning);
  const ids = await listEmptyImports(pruning.db, brandId, before);
  for (const id of pruning.isDryRun ? [] : ids) {
    for (let isLeft = true; isLeft && !pruning.stop.aborted; ) {
      await steps.next(async () => {
        isLeft = await undoRows(pruning.db, brandId, id);
      });
    }
  }
  return ids.length;
}

/** Removes rows of days, one transaction each. @returns rows removed or counted */
async function byDay(
  pruning: Pruning,
  brandId: number,
  days: readonly number[],
  remove: (transaction: Database, brandId: number, day: number) => Promise<number>,
): Promise<number> {
  const steps = new ThrottledBatches(pruning);
  let rows = 0;
  for (const day of days) {
    if (pruning.stop.aborted) break;
    await steps.next(async () => {
      rows += await orOnlyCounted(pruning, async (transaction) => {
        await lockBrand(transaction, brandId);
        return await remove(transaction, brandId, day);
      });
    });
  }
  return rows;
}

async function pruneAccess(pruning: Pruning) {
  return await orOnlyCounted(pruning, async (transaction) => ({
    sessions: await dropEnded(transaction, pruning.now()),
    links: await dropExpiredLinks(transaction, pruning.now()),
    results: await dropResults(transaction, pruning.now() - RESULT_MS),
  }));
}

/** A brand's broken-off uploads. */
async function pruneUploads(pruning: Pruning, brandId: number): Promise<number> {
  return await orOnlyCounted(pruning, (transaction) =>
    dropAbandonedUploads(transaction, brandId, pruning.now()),
  );
}

/** Deletes in one transaction; a dry run rolls it back. */
async function orOnlyCounted<T>(
  { db, isDryRun }: Pruning,
  remove: (transaction: Database) => Promise<T>,
): Promise<T> {
  const preview = new Error('only counted');
  let removed: T | undefined;
  await db
    .transaction()
    .execute(async (transaction) => {
      removed = await remove(transaction);
      if (isDryRun) throw preview;
    })
    .catch((error: unknown) => {
      if (error !== preview) throw error;
    });
  return removed as T;
}

interface Batch {
  readonly ids: readonly number[];
  readonly rows: number;
  /** Continue after this id; null at the end. */
  readonly after: number | null;
}

/** A batch's start and its row limit. */
interface Place {
  readonly after: number;
  readonly limit: number;
}

interface Batches {
  readonly find: (place: Place) => Promise<Batch>;
  readonly remove: (transaction: Database, ids: readonly number[]) => Promise<void>;
}

/** @returns rows deleted or counted */
async function inBatches(pruning: Pruning, { find, remove }: Batches): Promise<number> {
  const { db, isDryRun, stop } = pruning;
  const steps = new ThrottledBatches(pruning);
  let rows = 0;
  for (let after: number | null = 0; after !== null && !stop.aborted; ) {
    await steps.next(async (limit) => {
      const batch: Batch = await find({ after: after ?? 0, limit });
      after = batch.after;
      if (batch.ids.length === 0) return;
      if (!isDryRun) await db.transaction().execute((transaction) => remove(transaction, batch.ids));
      rows += batch.rows;
    });
  }
  return rows;
}

/** Returns free space in small steps, if the file supports it. */
async function pruneSpace(pruning: Pruning, freeBefore: number) {
  const { db, isDryRun, stop } = pruning;
  const steps = new ThrottledBatches(pruning);
  let free = await freeSpace(db);
  if (free === null) return { given_back_bytes: null, free_bytes: null };
  const { bytes: freed } = free;
  for (
    let isSmaller = true;
    isSmaller && free.isReturnable && free.bytes > 0 && !isDryRun && !stop.aborted;
  ) {
    const { bytes } = free;
    await steps.next(async () => await giveBackSome(db));
    free = (await freeSpace(db)) ?? free;
    isSmaller = free.bytes < bytes;
  }
  return { given_back_bytes: Math.max(freed, freeBefore) - free.bytes, free_bytes: free.bytes };
}
