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
 * The files of a SQLite store. Their content is their owner's alone, whatever the umask of the process says: prompts, answers, hashes of
 * keys, sessions. On Windows modes say nothing, and files take the rights of their folder.
 */

/** Read and written by the owner alone. */
export const FILE_MODE = 0o600;
/** Entered by the owner alone. */
const FOLDER_MODE = 0o700;

/** What lies beside a store: what SQLite makes, the limits store, and the key of the secrets of webhooks. */
const COMPANIONS = ['-wal', '-shm', '-journal', '-limits', '-key'] as const;
type Companion = (typeof COMPANIONS)[number];

/** What SQLite would read as part of a file that it lies beside. */
export const LOGS = ['-wal', '-journal'] as const satisfies readonly Companion[];

const OF_OTHERS = 0o077;

/** The companion of a store. It lies beside the file itself, as SQLite's log does, so that processes which name it by different links share it. */
export function companionOf(path: string, companion: Companion): string {
  return `${realPathOf(path)}${companion}`;
}

/** The ending that makes a file the companion of another one, undefined for any other name. */
export function companionEnding(path: string): Companion | undefined {
  return COMPANIONS.find((ending) => path.endsWith(ending));
}

/** Where a path leads by its links, which nothing needs to be at. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return path; // Whoever opens it says what is wrong.
  }
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null;
  const folder = dirname(path);
  if (link !== null) return realPathOf(resolve(folder, link));
  return folder === path ? path : join(realPathOf(folder), basename(path));
}

/** Makes a folder and those above it. Node's own recursive mkdir never returns where the system lets nobody make a folder, as below /proc. */
export function makeFolder(path: string): void {
  if (isThere(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isThere(path)) throw error; // Otherwise another process made it meanwhile.
  }
}

/**
 * Makes an empty file where there is none, and takes a file of ours and its companions from all others. SQLite gives a log the mode of its
 * file. A file that is there is not opened for this: closing it would lose the locks that this process has on it.
 */
export function keepToOwner(path: string): void {
  if (!isThere(path)) makeFile(path);
  for (const each of [path, ...COMPANIONS.map((companion) => companionOf(path, companion))]) tighten(each);
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    // EEXIST also of a link that leads to no file yet.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const target = realPathOf(path);
    if (target !== path && !isThere(target)) makeFile(target);
  }
}

/** One that belongs to another user is left as it is: they decide, and only they or root could change it. */
function tighten(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return;
  const { uid, mode } = found;
  if (uid !== process.getuid?.() || (mode & OF_OTHERS) === 0) return;
  try {
    chmodSync(path, mode & ~OF_OTHERS & 0o777);
  } catch {
    // The file system is read-only or has no modes: the store can be used all the same.
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
