import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { SightlineError } from '../../domain/errors.ts';
import { companionOf } from '../../storage/driver/own-files.ts';
import { sqlitePathOf } from '../../storage/driver/store-url.ts';
import type { Config } from './config.ts';

/**
 * The source of the key that encrypts webhook data: the setting, or else a file next to a SQLite store, created on
 * first use. Several servers on one PostgreSQL have no such place and need the setting: null without it.
 */
export function secretKeyOf({
  secretKey,
  databaseUrl,
}: Pick<Config, 'secretKey' | 'databaseUrl'>): (() => Promise<string>) | null {
  if (secretKey !== '') return async () => secretKey;
  const path = sqlitePathOf(databaseUrl);
  return path === null ? null : () => keyIn(companionOf(path, '-key'), `${path}-key`);
}

const KEY_BYTES = 32;

/**
 * The key in a file. If several processes create it at once, the first one wins.
 *
 * @param besideLink where earlier versions had the key of a store that is named by a link
 */
async function keyIn(path: string, besideLink: string): Promise<string> {
  const kept = await readKey(path);
  if (kept !== null) return kept;
  return await makeKey(path, (await readKey(besideLink)) ?? randomBytes(KEY_BYTES).toString('base64'));
}

async function readKey(path: string): Promise<string | null> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (key.length >= KEY_BYTES) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(path, error);
  }
  throw unreadable(path, new Error('it is too short'));
}

/** Writes the whole file before naming it, so that nobody reads half a file. */
async function makeKey(path: string, key: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
    return key;
  } catch (error) {
    const made = await readKey(path);
    if (made !== null) return made;
    throw unreadable(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

function unreadable(path: string, cause: unknown): SightlineError {
  const reason = new Error(`${path} cannot be used`, { cause });
  return new SightlineError('unavailable', 'Sightline cannot use the key file beside its store.', {
    cause: reason,
  });
}
