import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * A SQLite store's files, readable only by their owner regardless of the umask: they contain prompts, answers, key
 * hashes, and sessions. On Windows, files inherit their folder's rights instead.
 */

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files beside a store: SQLite's own, the limits store, and the key for webhook secrets. */
const COMPANIONS = ['-wal', '-shm', '-journal', '-limits', '-key'] as const;
type Companion = (typeof COMPANIONS)[number];

/** SQLite reads these as part of the file beside them. */
export const LOGS = ['-wal', '-journal'] as const satisfies readonly Companion[];

const OF_OTHERS = 0o077;

/**
 * A store's companion. It lies beside the real file, like SQLite's log, so processes that use different links share
 * it.
 */
export function companionOf(path: string, companion: Companion): string {
  return `${realPathOf(path)}${companion}`;
}

/** The suffix that makes a file a companion; undefined for other names. */
export function companionEnding(path: string): Companion | undefined {
  return COMPANIONS.find((ending) => path.endsWith(ending));
}

/** Resolves links; the target need not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path; // Opening it reports the error.
  }
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null;
  const folder = dirname(path);
  if (link !== null) return realPathOf(resolve(folder, link));
  return folder === path ? path : join(realPathOf(folder), basename(path));
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns where the system forbids new folders, as
 * below /proc.
 */
export function makeFolder(path: string): void {
  if (isThere(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isThere(path)) throw error; // Otherwise another process created it.
  }
}

/**
 * Creates a missing file, and restricts our file and its companions to the owner. SQLite gives a log its file's mode.
 * Never opens an existing file: closing it would drop this process's locks on it.
 */
export function keepToOwner(path: string): void {
  if (!isThere(path)) makeFile(path);
  for (const each of [path, ...COMPANIONS.map((companion) => companionOf(path, companion))]) tighten(each);
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    // EEXIST also for a dangling link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const target = realPathOf(path);
    if (target !== path && !isThere(target)) makeFile(target);
  }
}

/** Leaves another user's file alone: only they or root could change it. */
function tighten(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return;
  const { uid, mode } = found;
  if (uid !== process.getuid?.() || (mode & OF_OTHERS) === 0) return;
  try {
    chmodSync(path, mode & ~OF_OTHERS & 0o777);
  } catch {
    // A read-only file system, or one without modes: the store still works.
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
