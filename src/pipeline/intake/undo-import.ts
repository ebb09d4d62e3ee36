import { OPERATOR } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { findImport, type Import, listImports, setImportState } from '../../storage/answers/imports.ts';
import {
  findUndoing,
  undoCollections,
  undoQuestions,
  undoReadingJobs,
  undoRows,
} from '../../storage/answers/undo-import.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { withBrandLock } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';
import { repackIfMany } from '../../storage/panel/pack.ts';
import { liveBrandId } from '../owned-brand.ts';

export interface UndoProgress {
  readonly answers_removed: number;
  readonly failed_collections_removed: number;
}

export interface UndoOptions {
  /** Aborting it stops before the next step; the import stays marked, and undoing it again continues. */
  readonly stop: AbortSignal;
  /** Runs after each step; the next one waits for it. */
  readonly onProgress: (progress: UndoProgress) => unknown;
}

interface UndoneBy {
  readonly brand: { readonly id: number; readonly publicId: string };
  readonly organizationId: number;
  /** For the audit log. */
  readonly actor: string;
  readonly at: number;
}

/** Marks an import, so that it stores nothing more, and audits that. @throws SightlineError `not_found` */
export async function beginUndo(
  db: Database,
  publicId: string,
  { brand, organizationId, actor, at }: UndoneBy,
): Promise<Import> {
  return await withBrandLock(db, brand.id, async (transaction) => {
    const found = await findImport(transaction, brand.id, publicId);
    if (found === null) throw await noSuchImport(transaction, brand.id);
    await setImportState(transaction, brand.id, found.id, { state: 'undoing' });
    const entry = { at, organizationId, actor, subject: brand.publicId };
    await insertAudit(transaction, { ...entry, action: 'brand.import-undo', detail: publicId });
    return found;
  });
}

async function noSuchImport(db: Database, brandId: number): Promise<SightlineError> {
  const newest = await listImports(db, brandId, 5);
  const words = newest.map(({ publicId, fileName }) => `${publicId}${fileName && ` (${fileName})`}`);
  const are = words.length === 0 ? 'the brand has none' : `the newest are ${words.join(', ')}`;
  return new SightlineError('not_found', `There is no such import; ${are}.`);
}

/** Whether a live brand has an import. */
export async function hasImport(db: Database, brand: string, publicId: string): Promise<boolean> {
  return (await findImport(db, await liveBrandId(db, brand), publicId)) !== null;
}

/** Undoes an import from its mark to its end, for the command line. @throws SightlineError `not_found` */
export async function undoImport(
  { db, now }: { readonly db: Database; readonly now: () => number },
  publicId: string,
  brand: UndoneBy['brand'] & Pick<UndoneBy, 'organizationId'>,
  options: UndoOptions,
): Promise<UndoProgress> {
  const { organizationId } = brand;
  await beginUndo(db, publicId, { brand, organizationId, actor: OPERATOR, at: now() });
  return await undoMarked(db, brand.id, options);
}

/**
 * Removes every import of a brand that is marked, with all that follows from its answers, as if it had never been.
 * After a kill, calling it again continues.
 */
export async function undoMarked(db: Database, brandId: number, options: UndoOptions): Promise<UndoProgress> {
  let progress: UndoProgress = { answers_removed: 0, failed_collections_removed: 0 };
  const isStopped = () => options.stop.aborted;
  for (
    let found = await findUndoing(db, brandId);
    found && !isStopped();
    found = await findUndoing(db, brandId)
  ) {
    const { id } = found;
    for (;;) {
      if (isStopped()) return progress;
      const { collections, answers } = await undoCollections(db, brandId, id);
      if (collections === 0) break;
      progress = {
        answers_removed: progress.answers_removed + answers,
        failed_collections_removed: progress.failed_collections_removed + collections - answers,
      };
      await repackIfMany(db, brandId);
      await options.onProgress(progress);
    }
    await undoRest(db, brandId, id, options);
  }
  return progress;
}

/** What is left once its answers are gone, and at last the import itself. */
async function undoRest(
  db: Database,
  brandId: number,
  id: number,
  { stop }: Pick<UndoOptions, 'stop'>,
): Promise<void> {
  while (!stop.aborted && (await undoReadingJobs(db, brandId, id)) > 0);
  for (let after: number | null = id; !stop.aborted && after !== null; )
    after = await undoQuestions(db, brandId, after);
  while (!stop.aborted && (await undoRows(db, brandId, id)));
}
