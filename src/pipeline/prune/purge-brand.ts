import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
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
import { emptyLog } from '../../storage/space.ts';
import { GentleSteps, type Pacing } from './gentle-steps.ts';

export type { RowsByTable };

export interface PurgeDeps extends Pacing {
  readonly db: Database;
}

/** A brand whose rows were removed, or would be. */
export interface PurgedBrand {
  readonly brand: string;
  /** How many, by table. */
  readonly rows: RowsByTable;
}

/** Rows of one transaction at most: nobody reads them anymore, but others write to the same file. */
const ROWS_AT_ONCE = 2000;

/**
 * Removes all that deleted brands have: those deleted before an instant, and those of which a run that was stopped has begun to remove rows.
 * What was removed is in the audit log, with how many rows there were at the start.
 */
export async function purgeDeletedBefore(
  deps: PurgeDeps,
  deletedBefore: number,
  { actor, isDryRun }: { readonly actor: string; readonly isDryRun: boolean },
): Promise<PurgedBrand[]> {
  const purged: PurgedBrand[] = [];
  for (const brand of await listPurgeable(deps.db, deletedBefore)) {
    if (deps.stop.aborted) break;
    const rows = isDryRun ? await countRowsOfBrand(deps.db, brand.id) : await purgeBrand(deps, brand, actor);
    purged.push({ brand: brand.publicId, rows });
  }
  return purged;
}

/**
 * Removes all that one deleted brand has. It may be stopped, killed, and run twice at once; what is left is removed by the next run.
 *
 * @returns the rows that this run removed
 */
export async function purgeBrand(deps: PurgeDeps, brand: DeletedBrand, actor: string): Promise<RowsByTable> {
  const { db, now, stop } = deps;
  const { id, publicId: subject, organizationId } = brand;
  // Nothing is written to a deleted brand, so it can be counted before its lock is taken.
  const detail = rowsText(await countRowsOfBrand(db, id));
  await db.transaction().execute(async (transaction) => {
    if (!(await beginPurge(transaction, id, now()))) return;
    await insertAudit(transaction, {
      at: now(),
      organizationId,
      actor,
      action: 'brand.purge',
      subject,
      detail,
    });
  });
  const removed: Record<string, number> = {};
  // Again until nothing is found: an engine may have been asked when the brand was deleted, and answer now.
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

/**
 * A deleted brand that has something still, with how many rows.
 *
 * @throws SightlineError `not_found`, or `conflict` if it is not deleted
 */
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

async function purgeTable(deps: PurgeDeps, table: string, brandId: number): Promise<number> {
  const steps = new GentleSteps(deps, ROWS_AT_ONCE);
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

/** `3 answers, 12 mentions`: how many rows, by table. */
export function rowsText(rows: RowsByTable): string {
  const parts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
  return parts.length === 0 ? 'no rows' : parts.join(', ');
}
