import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/storage/driver/database.ts';
import { administer, type PostgresServer, startPostgres } from './postgres.ts';

/**
 * What a whole test run shares (`--test-global-setup`): one real PostgreSQL, and on either database a migrated store
 * that test stores are copied from. Test processes find them by TEST_POSTGRES_URL and TEST_SQLITE_TEMPLATE.
 */
export const POSTGRES_TEMPLATE = 'sightline_template';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/sightline-tests', import.meta.url));

let server: PostgresServer | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  await administer(server.url, `create database ${POSTGRES_TEMPLATE}`);
  folder = await mkdtemp(join(tmpdir(), 'sightline-template-'));
  const file = join(folder, 'store.db');
  for (const url of [`${server.url}/${POSTGRES_TEMPLATE}`, `sqlite:${file}`]) {
    const store = await openStore(url);
    await store.close();
  }
  // Test processes load the same modules over and over; compiled, they load in half the time.
  process.env.NODE_COMPILE_CACHE ??= CACHE;
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_SQLITE_TEMPLATE = file;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/** Where globalSetup put something. */
export function shared(variable: 'TEST_POSTGRES_URL' | 'TEST_SQLITE_TEMPLATE'): string {
  const place = process.env[variable];
  if (!place) throw new Error('run with --test-global-setup=test/support/setup.ts, as `npm test` does');
  return place;
}
