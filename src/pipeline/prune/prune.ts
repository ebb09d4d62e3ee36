import { SERVER } from '../../domain/audit.ts';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import {
  type Collected,
  deleteAnswers,
  deleteFailures,
  findOldAnswers,
  findOldFailures,
} from '../../storage/answers/old-answers.ts';
import { deleteJobs, deleteReplies, findOldJobs, findOldReplies } from '../../storage/collect/old-jobs.ts';
import {
  deleteDeliveries,
  deleteEndpointsRemovedBefore,
  findOldDeliveries,
  listLiveEndpoints,
  listServedEndpoints,
} from '../../storage/delivery/old-deliveries.ts';
import { deleteAudit, findOldAudit } from '../../storage/directory/audit.ts';
import { listEveryBrand } from '../../storage/directory/brands.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import { dropExpiredLinks } from '../../storage/directory/one-time-links.ts';
import type { Database } from '../../storage/driver/database.ts';
import { emptyLog, freeSpace, giveBackSome } from '../../storage/space.ts';
import { deleteTasks, findOldTasks } from '../../storage/tasks/tasks.ts';
import { deleteComparisons, findOldComparisons } from '../../storage/watch/comparisons.ts';
import { dropEnded } from '../accounts/sessions.ts';
import { dropAbandoned } from '../tasks/upload.ts';
import { GentleSteps, type Pacing } from './gentle-steps.ts';
import { type PurgedBrand, purgeDeletedBefore } from './purge-brand.ts';
import type { Retention } from './retention.ts';

export interface PruneDeps extends Omit<Pacing, 'stop'> {
  readonly db: Database;
}

export interface PruneOptions extends Pick<Pacing, 'stop'> {
  readonly retention: Retention;
  /** Only counts what would be removed. */
  readonly isDryRun: boolean;
}

/** What was removed of a brand, in rows. */
export interface PrunedBrand {
  readonly brand: string;
  readonly answers: number;
  /** Collections that failed. */
  readonly failures: number;
  readonly replies: number;
  readonly jobs: number;
  readonly comparisons: number;
  readonly tasks: number;
  /** Of the outbox: what was sent, and what waited for an endpoint that was removed. */
  readonly deliveries: number;
}

/** What was removed, in rows, and the room that it left. */
export interface Pruned {
  /** Those of which something was removed. */
  readonly brands: readonly PrunedBrand[];
  /** Deleted brands, with all that they had. */
  readonly purged: readonly PurgedBrand[];
  readonly audit: number;
  readonly sessions: number;
  readonly links: number;
  readonly uploads: number;
  readonly endpoints: number;
  /** Bytes of the file that were given back, and that are still free in it; null where the database does that itself. */
  readonly given_back_bytes: number | null;
  readonly free_bytes: number | null;
}

/** How many rows were removed, by what they are of. */
export function removedRows(pruned: Pruned): Record<string, number> {
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
 * Removes what is older than it is to be kept, and all that brands have which were deleted long enough ago. Alerts are never
 * removed, nor is a job that is not finished, a reply to it, or an alert that waits to be sent. Every transaction is short, and a longer pause follows it, so
 * that others are not kept waiting. It may be stopped, killed, and run twice at once.
 */
export async function prune(deps: PruneDeps, options: PruneOptions): Promise<Pruned> {
  const pruning = { ...deps, ...options };
  const before = await freeSpace(deps.db);
  const purged = await purgeBrands(pruning);
  const brands: PrunedBrand[] = [];
  let uploads = 0;
  for (const { id, publicId: brand } of await listEveryBrand(deps.db)) {
    brands.push({ brand, ...(await pruneBrand(pruning, id)) });
    uploads += await pruneUploads(pruning, id);
  }
  const rest = {
    audit: await pruneAudit(pruning),
    ...(await pruneAccess(pruning)),
    uploads,
    endpoints: await pruneEndpoints(pruning),
  };
  const space = await pruneSpace(pruning, before?.bytes ?? 0);
  if (!options.isDryRun) await emptyLog(deps.db);
  return { brands: brands.filter(isTouched), purged, ...rest, ...space };
}

/** Before the others, so that nothing is removed from them twice over. */
async function purgeBrands({
  retention: { deletedDays },
  isDryRun,
  ...pruning
}: Pruning): Promise<PurgedBrand[]> {
  if (deletedDays === null) return [];
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
    comparisons: await pruneComparisons(pruning, brandId),
    tasks: await pruneTasks(pruning, brandId),
    deliveries: await pruneDeliveries(pruning, brandId),
  };
}

/** The first UTC day that is kept; every day is, where nothing is ever removed. */
function firstDayKept({ now }: Pruning, days: number | null): number {
  return days === null ? Number.MIN_SAFE_INTEGER : dayOf(now()) - days;
}

/** Before the first instant that is kept of answers; null where all are. */
function answersBefore({ now, retention: { answerDays } }: Pruning): number | null {
  return answerDays === null ? null : (dayOf(now()) - answerDays) * DAY_MS;
}

/** A step of them takes long: each is subtracted from all counts. */
const ANSWERS_AT_ONCE = 50;

async function pruneAnswers(pruning: Pruning, brandId: number): Promise<number> {
  const { db } = pruning;
  return await inOrder(pruning, answersBefore(pruning), {
    most: ANSWERS_AT_ONCE,
    find: (page) => findOldAnswers(db, brandId, page),
    remove: (transaction, ids) => deleteAnswers(transaction, brandId, ids),
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
    readonly after: Collected;
    readonly limit: number;
  }) => Promise<readonly (Collected & { readonly stays?: boolean })[]>;
  readonly remove: (transaction: Database, ids: readonly number[]) => Promise<void>;
}

/** Removes what was collected before an instant, the oldest first. @returns how many rows were removed, or would be */
async function inOrder(
  pruning: Pruning,
  before: number | null,
  { most, find, remove }: InOrder,
): Promise<number> {
  if (before === null) return 0;
  const steps = new GentleSteps(pruning, most);
  let rows = 0;
  for (let after: Collected | undefined = FIRST; after && !pruning.stop.aborted; ) {
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

const FIRST: Collected = { at: Number.MIN_SAFE_INTEGER, id: 0 };

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
  if (retention.jobDays === null) return 0;
  const beforeDay = firstDayKept(pruning, retention.jobDays);
  const repliesFromDay = firstDayKept(pruning, retention.replyDays);
  return await inBatches(pruning, {
    find: async (place) => await findOldJobs(db, brandId, { beforeDay, repliesFromDay, ...place }),
    remove: async (transaction, ids) => await deleteJobs(transaction, brandId, ids),
  });
}

async function pruneComparisons(pruning: Pruning, brandId: number): Promise<number> {
  const { db, now, retention } = pruning;
  const before = now() - retention.comparisonDays * DAY_MS;
  return await inBatches(pruning, {
    find: async (place) => pageOf(await findOldComparisons(db, brandId, { before, ...place }), place),
    remove: async (transaction, ids) => {
      // A report shows them, so its version is raised, which kept reports go by.
      await lockLiveBrand(transaction, brandId);
      await deleteComparisons(transaction, brandId, ids);
    },
  });
}

async function pruneTasks(pruning: Pruning, brandId: number): Promise<number> {
  const { db, now, retention } = pruning;
  if (retention.jobDays === null) return 0;
  const before = now() - retention.jobDays * DAY_MS;
  return await inBatches(pruning, {
    find: async (place) => pageOf(await findOldTasks(db, brandId, { before, ...place }), place),
    remove: async (transaction, ids) => await deleteTasks(transaction, brandId, ids),
  });
}

/** What was sent to an endpoint goes when it is old; everything for an endpoint that is no longer there, at once. */
async function pruneDeliveries(pruning: Pruning, brandId: number): Promise<number> {
  const { db, retention, now } = pruning;
  const served = await listServedEndpoints(db, brandId);
  // Read after them: an endpoint that was just added has its first alerts later.
  const live = await listLiveEndpoints(db, served);
  const sentBefore = retention.jobDays === null ? null : now() - retention.jobDays * DAY_MS;
  let rows = 0;
  for (const endpointId of served) {
    const isLive = live.has(endpointId);
    if (isLive && sentBefore === null) continue;
    const old = { brandId, endpointId, sentBefore: isLive ? sentBefore : null };
    rows += await inBatches(pruning, {
      find: async (place) => pageOf(await findOldDeliveries(db, old, place), place),
      remove: async (transaction, ids) => await deleteDeliveries(transaction, old, ids),
    });
  }
  return rows;
}

/** Endpoints that were removed long ago. Nothing of the outbox is for them anymore, unless this run was stopped before. */
async function pruneEndpoints(pruning: Pruning): Promise<number> {
  const { retention, now, stop } = pruning;
  if (retention.jobDays === null || stop.aborted) return 0;
  const before = now() - retention.jobDays * DAY_MS;
  return await orOnlyCounted(pruning, (transaction) => deleteEndpointsRemovedBefore(transaction, before));
}

async function pruneAudit(pruning: Pruning): Promise<number> {
  const { db, now, retention } = pruning;
  if (retention.auditDays === null) return 0;
  const before = now() - retention.auditDays * DAY_MS;
  return await inBatches(pruning, {
    find: async (place) => pageOf(await findOldAudit(db, { before, ...place }), place),
    remove: async (transaction, ids) => await deleteAudit(transaction, ids),
  });
}

/** Sessions and links that open nothing anymore. They are few. */
async function pruneAccess(pruning: Pruning) {
  return await orOnlyCounted(pruning, async (transaction) => ({
    sessions: await dropEnded(transaction, pruning.now()),
    links: await dropExpiredLinks(transaction, pruning.now()),
  }));
}

/** What is left of a brand's uploads that broke off. */
async function pruneUploads(pruning: Pruning, brandId: number): Promise<number> {
  return await orOnlyCounted(pruning, (transaction) => dropAbandoned(transaction, brandId, pruning.now()));
}

/** Removes in one transaction, which a dry run takes back. */
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
  /** After which id to go on; null after the last. */
  readonly after: number | null;
}

/** Where a batch begins, and how many rows it has at most. */
interface Place {
  readonly after: number;
  readonly limit: number;
}

function pageOf(ids: readonly number[], { limit }: Place): Batch {
  return { ids, rows: ids.length, after: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

interface Batches {
  readonly find: (place: Place) => Promise<Batch>;
  readonly remove: (transaction: Database, ids: readonly number[]) => Promise<void>;
}

/** @returns how many rows were removed, or would be */
async function inBatches(pruning: Pruning, { find, remove }: Batches): Promise<number> {
  const { db, isDryRun, stop } = pruning;
  const steps = new GentleSteps(pruning);
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

/** Gives free room back, a bit at a time, where the file allows that. */
async function pruneSpace(pruning: Pruning, freeBefore: number) {
  const { db, isDryRun, stop } = pruning;
  const steps = new GentleSteps(pruning);
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
