import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/storage/driver/database.ts';
import { administer, type PostgresServer, startPostgres } from './postgres.ts';

/**
 * Shared by a whole test run (`--test-global-setup`): one real PostgreSQL, and for each database a migrated
 * store as a template for test stores. Test processes find them by TEST_POSTGRES_URL, TEST_POSTGRES_SOCKET,
 * and TEST_SQLITE_TEMPLATE.
 */
export const POSTGRES_TEMPLATE = 'sightline_template';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/sightline-tests', import.meta.url));

let server: PostgresServer | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  const scratch = await mkdtemp(join((await memory()) ?? tmpdir(), 'sightline-tests-'));
  folder = scratch;
  // Where root runs the tests, PostgreSQL runs as another user, who must reach its files below.
  await chmod(scratch, 0o711);
  process.env.TMPDIR = scratch;
  const file = join(scratch, 'store.db');
  await migrate(`sqlite:${file}`);
  server = await startPostgres();
  await administer(server.url, `create database ${POSTGRES_TEMPLATE}`);
  await migrate(`${server.url}/${POSTGRES_TEMPLATE}`);
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_POSTGRES_SOCKET = server.socket ?? '';
  // Test processes load the same modules over and over; the compile cache halves the time.
  process.env.NODE_COMPILE_CACHE ??= CACHE;
  process.env.TEST_SQLITE_TEMPLATE = file;
  // An interrupted run leaves nothing behind, once its PostgreSQL has ended.
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
}

/** Several times a run's files at any moment. */
const LEAST_MEMORY_BYTES = 4 * 2 ** 30;

/** Linux keeps these files in memory: a sixth less system time, and no waiting for others' disk writes. */
async function memory(): Promise<string | null> {
  const place = '/dev/shm';
  const found = await statfs(place).catch(() => null);
  return found !== null && found.bavail * found.bsize >= LEAST_MEMORY_BYTES ? place : null;
}

async function migrate(url: string): Promise<void> {
  const store = await openStore(url);
  await store.close();
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true });
}

export function shared(variable: 'TEST_POSTGRES_URL' | 'TEST_SQLITE_TEMPLATE'): string {
  const place = process.env[variable];
  if (!place) throw new Error('run with --test-global-setup=test/support/setup.ts, as `npm test` does');
  return place;
}
