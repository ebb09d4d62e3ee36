import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import {
  beginPurge,
  countRowsOfBrand,
  type DeletedBrand,
  endPurge,
  listPurgeable,
  PURGED_TABLES,
  purgeSome,
  type RowsByTable,
} from '../../storage/directory/purges.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { emptyLog } from '../../storage/space.ts';
import { type Pacing, ThrottledBatches } from './throttled-batches.ts';

export type { RowsByTable };

export interface PurgeDeps extends Pacing {
  readonly db: Database;
}

export interface PurgedBrand {
  readonly brand: string;
  /** Counts by table. */
  readonly rows: RowsByTable;
}

/** Most rows per transaction. Nobody reads them, but others write to the same file. */
const ROWS_AT_ONCE = 2000;

/**
 * Purges brands deleted before an instant and ended prospects, and continues interrupted purges. The audit log records the row counts
 * from the start.
 */
export async function purgeDeletedBefore(
  deps: PurgeDeps,
  deletedBefore: number,
  { actor, isDryRun }: { readonly actor: string; readonly isDryRun: boolean },
): Promise<PurgedBrand[]> {
  const purged: PurgedBrand[] = [];
  for (const brand of await listPurgeable(deps.db, deletedBefore, deps.now())) {
    if (deps.stop.aborted) break;
    const rows = isDryRun ? await countRowsOfBrand(deps.db, brand.id) : await purgeBrand(deps, brand, actor);
    purged.push({ brand: brand.publicId, rows });
  }
  return purged;
}

/**
 * Purges a deleted brand. You may stop it, kill it, or run it twice at once; the next run continues.
 *
 * @returns this run's deleted rows
 */
export async function purgeBrand(deps: PurgeDeps, brand: DeletedBrand, actor: string): Promise<RowsByTable> {
  // Nothing writes to a deleted brand or an ended prospect, so count it before locking.
  const rows = await countRowsOfBrand(deps.db, brand.id);
  await startPurge(deps, { brand, rows }, actor);
  return await continuePurge(deps, brand);
}

/** Ends the time in which a brand can be restored. @returns whether it had not ended */
export async function startPurge(
  { db, now }: Pick<PurgeDeps, 'db' | 'now'>,
  { brand, rows }: { readonly brand: DeletedBrand; readonly rows: RowsByTable },
  actor: string,
): Promise<boolean> {
  return await inTransaction(db, async (transaction) => {
    if (!(await beginPurge(transaction, brand.id, now()))) return false;
    const { publicId: subject, organizationId } = brand;
    const entry = { at: now(), organizationId, actor, subject };
    await insertAudit(transaction, { ...entry, action: 'brand.purge', detail: rowsText(rows) });
    return true;
  });
}

/** Removes the rows of a brand whose purge has started. @returns this run's deleted rows */
export async function continuePurge(deps: PurgeDeps, brand: DeletedBrand): Promise<RowsByTable> {
  const { db, now, stop } = deps;
  const { id } = brand;
  const removed: Record<string, number> = {};
  // Repeat until nothing is left: an engine asked before the deletion may answer now.
  for (let isMore = true; isMore && !stop.aborted; ) {
    isMore = false;
    for (const table of PURGED_TABLES) {
      const rows = await purgeTable(deps, table, id);
      if (rows === 0) continue;
      removed[table] = (removed[table] ?? 0) + rows;
      isMore = true;
    }
  }
  if (stop.aborted) return removed;
  const last = await db.transaction().execute((transaction) => endPurge(transaction, brand, now()));
  await emptyLog(db);
  return { ...removed, ...last };
}

/** @throws SightlineError `conflict` if a removal has ended early */
export function refuseEarlyEnd({ stop }: Pick<PurgeDeps, 'stop'>): void {
  if (stop.aborted)
    throw new SightlineError('conflict', 'Stopped early, with some rows left. Run the command again.');
}

/** A deleted brand with its remaining row counts. @throws SightlineError `not_found`, or `conflict` if it is live */
export async function purgeableBrand(
  db: Database,
  publicId: string,
): Promise<{ readonly brand: DeletedBrand; readonly rows: RowsByTable }> {
  const brand = (await listPurgeable(db, Number.MAX_SAFE_INTEGER)).find((each) => each.publicId === publicId);
  if (brand) return { brand, rows: await countRowsOfBrand(db, brand.id) };
  if ((await findWorkspace(db, publicId)) !== null) {
    const sentence = `The brand ${publicId} is not deleted; run \`sightline brand delete ${publicId}\` first.`;
    throw new SightlineError('conflict', sentence);
  }
  throw new SightlineError('not_found', `There is no deleted brand ${publicId} that has anything left.`);
}

async function purgeTable(
  deps: PurgeDeps,
  table: (typeof PURGED_TABLES)[number],
  brandId: number,
): Promise<number> {
  const steps = new ThrottledBatches(deps, ROWS_AT_ONCE);
  let rows = 0;
  for (let isMore = true; isMore && !deps.stop.aborted; ) {
    await steps.next(async (size) => {
      const removed = await purgeSome(deps.db, table, brandId, size);
      rows += removed;
      isMore = removed >= size;
    });
  }
  return rows;
}

/** `3 answers, 12 mentions`: row counts by table. */
export function rowsText(rows: RowsByTable): string {
  const parts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
  return parts.length === 0 ? 'no rows' : parts.join(', ');
}
