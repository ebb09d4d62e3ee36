import { capabilitiesOf } from './driver/capabilities.ts';
import type { Database } from './driver/database.ts';

/** What one step gives back: the file is locked for writers meanwhile, for a few milliseconds. */
const STEP_BYTES = 2_000_000;

/** The room that deleted rows have left in a file. */
interface FreeSpace {
  readonly bytes: number;
  /** Whether the file can be made smaller a bit at a time. One that an older version made must be written anew first. */
  readonly isReturnable: boolean;
}

/** Null where the database looks after the room of deleted rows itself. */
export async function freeSpace(db: Database): Promise<FreeSpace | null> {
  return (await capabilitiesOf(db).space?.free(db as never)) ?? null;
}

/** Gives some free room back to the system. */
export async function giveBackSome(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.giveBack(db as never, STEP_BYTES);
}

/** Writes the whole file anew, without free room. */
export async function rewriteFile(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.rewrite(db as never);
}

/**
 * Ends a deletion for good. A deletion overwrites what it removes in the file; the log before the file still has it. If somebody reads
 * for longer than a moment, the log stays as it is until the next run.
 */
export async function emptyLog(db: Database): Promise<void> {
  await capabilitiesOf(db).space?.emptyLog(db as never);
}
