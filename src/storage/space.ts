import { capabilitiesOf } from './driver/capabilities.ts';
import type { Database } from './driver/database.ts';

/** Bytes per step: it blocks writers for a few milliseconds. */
const STEP_BYTES = 2_000_000;

/** Space of deleted rows in a file. */
interface FreeSpace {
  readonly bytes: number;
  /** Whether the file can shrink step by step. An older version's file must be rewritten first. */
  readonly isReturnable: boolean;
}

/** Null if the database reuses the space itself. */
export async function freeSpace(db: Database): Promise<FreeSpace | null> {
  return (await capabilitiesOf(db).space?.free(db as never)) ?? null;
}

/** Returns some free space to the system. */
export async function giveBackSome(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.giveBack(db as never, STEP_BYTES);
}

/** Rewrites the whole file without free space. */
export async function rewriteFile(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.rewrite(db as never);
}

/**
 * Completes a deletion: it overwrites data in the file, but the log still contains it. A reader that takes longer
 * than a moment postpones this to the next run.
 */
export async function emptyLog(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.emptyLog(db as never);
}
