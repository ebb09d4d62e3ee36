import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { SightlineError } from '../../domain/errors.ts';
import { companionEnding, FILE_MODE, LOGS } from './own-files.ts';
import { recognizeFile } from './recognize.ts';
import { copyRows, describeFailure, freeBytesAt, leaveOutReplies } from './sqlite.ts';
import { sqlitePathOf } from './store-url.ts';

/** A store backed up to a file or, for a database server, the command that does it. */
export type Backup =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'command'; readonly command: string };

interface BackupOptions {
  /** Omits engine replies, by far the largest part, except for unfinished exchanges. */
  readonly withoutReplies?: boolean;
}

/**
 * Writes a SQLite store at one instant to a new file, while others may write to it. The file is either complete and
 * on disk, or absent. It contains nothing deleted, and no request counts, which expire within the hour.
 *
 * @throws SightlineError `invalid_argument` if the path exists, is reserved for another store's companion, or its
 * folder is missing; `not_found` if there is no store
 */
export async function backupStore(
  url: string,
  path: string,
  { withoutReplies = false }: BackupOptions = {},
): Promise<Backup> {
  refuseCompanion(path);
  const source = sqlitePathOf(url);
  if (source === null) return { kind: 'command', command: dumpCommand(url, path, withoutReplies) };
  if (!isStore(source)) throw new SightlineError('not_found', `There is no store at ${source}.`);
  await reserve(path);
  const unfinished = `${path}.part`;
  try {
    // A killed backup's file may be readable to others.
    await rm(unfinished, { force: true });
    await (await open(unfinished, 'wx', FILE_MODE)).close();
    copyRows(source, unfinished);
    if (withoutReplies) leaveOutReplies(unfinished);
    await synced(unfinished);
    await rename(unfinished, path);
    await synced(dirname(path));
  } catch (error) {
    // Before the cleanup, which frees space.
    const failure = failureOf(error, { path, source });
    // SQLite leaves its journal if it could not even roll back, as on a full disk.
    for (const left of [unfinished, `${unfinished}-journal`]) await rm(left, { force: true });
    await rm(path, { force: true });
    throw failure;
  }
  return { kind: 'file', path, bytes: (await stat(path)).size };
}

function isStore(path: string): boolean {
  try {
    return recognizeFile(path, 'sightline_migrations') === 'ours';
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** SQLite would read `store.db-wal` as part of `store.db`, and a log beside the new file as part of that. */
function refuseCompanion(path: string): void {
  const ending = companionEnding(path);
  if (ending !== undefined) {
    const store = basename(path).slice(0, -ending.length);
    throw new SightlineError(
      'invalid_argument',
      `${path} cannot be the name of a backup: a store named ${store || 'like it'} would take a file that ends in ${ending} for its own. ` +
        'Choose another name.',
    );
  }
  const log = LOGS.map((each) => `${path}${each}`).find((each) => existsSync(each));
  if (log === undefined) return;
  const sentence = `${log} is there already, and SQLite would read it as part of the backup. Choose another name.`;
  throw new SightlineError('invalid_argument', sentence);
}

/** Claims the name, so that a backup never overwrites a file. */
async function reserve(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', FILE_MODE)).close();
  } catch (error) {
    if (!existsSync(path)) throw cannotWrite(path, error);
    throw new SightlineError('invalid_argument', `${path} already exists; a backup must be a new file.`);
  }
}

/** Syncs a file, or a folder's names, to disk. */
async function synced(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Without a server, SQLite needs a little space beside a store even to read it, possibly on another disk. */
function failureOf(error: unknown, { path, source }: { path: string; source: string }): SightlineError {
  const reason = describeFailure(error, () => freeBytesAt(dirname(path)));
  const isOfSource = reason === error && describeFailure(error, () => freeBytesAt(dirname(source))) !== error;
  return isOfSource ? cannotRead(source, error) : cannotWrite(path, reason);
}

function cannotRead(source: string, error: unknown): SightlineError {
  const cause = describeFailure(error, () => freeBytesAt(dirname(source)));
  const advice = cause === error ? '' : ' Make a few MB free there, and back it up again.';
  return new SightlineError(
    'unavailable',
    `The store ${source} cannot be read: ${reasonOf(cause)}.${advice}`,
    { cause },
  );
}

function cannotWrite(path: string, error: unknown): SightlineError {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    const sentence = `The backup ${path} cannot be written: there is no folder ${dirname(path)}.`;
    return new SightlineError('invalid_argument', sentence);
  }
  return new SightlineError('unavailable', `The backup ${path} cannot be written: ${reasonOf(error)}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The shell command. It omits the password: pg_dump asks for it, or reads PGPASSWORD or ~/.pgpass. */
function dumpCommand(url: string, path: string, withoutReplies: boolean): string {
  const place = new URL(url);
  place.password = '';
  // Only then, because it writes the other parameters anew.
  if (place.searchParams.has('password')) place.searchParams.delete('password');
  const leftOut = withoutReplies ? '--exclude-table-data=replies ' : '';
  return `pg_dump --format=custom ${leftOut}--file=${quoted(path)} ${quoted(place.href)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
