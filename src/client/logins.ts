import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RandomBytes, randomBase62 } from '../domain/access/base62.ts';
import { SightlineError } from '../domain/errors.ts';

/** A person's stored keys, one for each server. */
export interface Logins {
  /** @throws SightlineError `invalid_setting` if others may have read the key, or it cannot be read */
  keyFor(server: string): Promise<string | null>;
  /** The servers with a login, by name. */
  servers(): Promise<string[]>;
  /**
   * Replaces an earlier login.
   * @returns the path of the login file
   */
  keep(server: string, key: string): Promise<string>;
  /** @returns whether there was a login */
  forget(server: string): Promise<boolean>;
}

export interface LoginFolder {
  readonly path: string;
  readonly random: RandomBytes;
  /** False on Windows, where file modes mean nothing, and the user's folder is private. */
  readonly hasModes: boolean;
}

interface Login {
  readonly server: string;
  readonly key: string;
}

/** Logins in a folder that only its owner can read: one file each, so that two logins at once lose nothing. */
export function loginsIn({ path: folder, random, hasModes }: LoginFolder): Logins {
  const fileOf = (server: string) => join(folder, fileNameOf(server));
  return {
    keyFor: async (server) => {
      const path = fileOf(server);
      const file = await readFile(path);
      if (file === null) return null;
      if (hasModes && (file.permissions & 0o077) !== 0) throw exposed(path);
      return loginOf(path, file.text).key;
    },
    servers: async () => {
      const names = await readdir(folder).catch((error) => ifMissing(error, folder, []));
      const logins = names
        .filter((name) => name.endsWith('.json'))
        .map((name) => serverIn(join(folder, name)));
      return (await Promise.all(logins)).filter((server) => server !== null).sort();
    },
    keep: async (server, key) => {
      const path = fileOf(server);
      const text = `${JSON.stringify({ server, key })}\n`;
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => writeWhole(path, text, random))
        .catch((error) => unusable(error, path));
      return path;
    },
    forget: async (server) => {
      const path = fileOf(server);
      const isForgotten = rm(path).then(() => true);
      return await isForgotten.catch((error) => ifMissing(error, path, false));
    },
  };
}

/** A name that a person recognizes, unique to the server. */
function fileNameOf(server: string): string {
  const { hostname } = new URL(server);
  const digest = createHash('sha256').update(server).digest('hex').slice(0, 10);
  return `${hostname.replace(/[^\w.-]/g, '_').slice(0, 100)}-${digest}.json`;
}

async function readFile(path: string): Promise<{ permissions: number; text: string } | null> {
  const file = await open(path).catch((error) => ifMissing(error, path, null));
  if (file === null) return null;
  try {
    const { mode: permissions } = await file.stat();
    return { permissions, text: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
}

async function serverIn(path: string): Promise<string | null> {
  const file = await readFile(path);
  return file === null ? null : loginOf(path, file.text).server;
}

function loginOf(path: string, text: string): Login {
  try {
    const { server, key } = JSON.parse(text) as Partial<Login>;
    if (typeof server === 'string' && typeof key === 'string') return { server, key };
  } catch {
    // The parser's own message would quote the key.
  }
  throw new SightlineError('invalid_setting', `${path} is damaged. Remove it, and log in again.`);
}

function exposed(path: string): SightlineError {
  return new SightlineError(
    'invalid_setting',
    `Other users of this machine can read the key in ${path}, so it is not used. Replace the key and log in again, or, if ` +
      `nobody has read it, run \`chmod 600\` on the file.`,
  );
}

/** Writes a file that only its owner can read. After a kill it has the old or the new content, never a part. */
async function writeWhole(path: string, text: string, random: RandomBytes): Promise<void> {
  const unfinished = `${path}.${randomBase62(8, random)}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

function ifMissing<Value>(error: unknown, path: string, value: Value): Value {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? value : unusable(error, path);
}

function unusable(error: unknown, path: string): never {
  const { code } = error as NodeJS.ErrnoException;
  throw new SightlineError('invalid_setting', `Cannot use ${path}: ${code ?? 'it failed'}.`);
}
