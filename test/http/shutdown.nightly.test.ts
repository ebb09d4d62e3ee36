import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accepts } from '../support/raw-http.ts';
import { onAnyStore } from '../support/stores.ts';
import { acmeFile, line, setUp } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

interface Running {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

/** Daily, background.test.ts has a server finish its requests and end. */
onAnyStore('a server process', (fresh, kind) => {
  const started: ChildProcess[] = [];
  after(() => {
    for (const each of started) if (each.exitCode === null && each.signalCode === null) each.kill('SIGKILL');
  });

  async function serve(url: string): Promise<Running> {
    const args = [BIN, 'serve', '--json', '--port', '0', '--database-url', url];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(server);
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    server.stdout.resume();
    return { process: server, baseUrl: JSON.parse(printed.toString().split('\n')[0] ?? '').base_url };
  }

  let url: string;
  let headers: Record<string, string>;
  before(async () => {
    const { store, createKey } = await setUp(fresh, acmeFile(), [line({ answer: 'Acme' })]);
    headers = { 'x-api-key': (await createKey()).key };
    url = store.url;
  });

  /** The previous test's server, because starting one takes seconds of processor time. */
  let left: Running | undefined;
  async function runningServer(): Promise<Running> {
    const server = left ?? (await serve(url));
    left = undefined;
    return server;
  }

  // With PostgreSQL, a killed server process holds none of the store.
  test('has everything after kill -9 and a restart', { skip: kind !== 'sqlite' }, async () => {
    const first = await serve(url);
    const before = await answers(first.baseUrl, headers);
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    left = await serve(url);
    assert.deepEqual(await answers(left.baseUrl, headers), before);
    assert.equal(before.length, 1);
  });

  test('survives a full disk, where it can write neither its log nor its output', {
    skip: kind !== 'sqlite' || !existsSync('/dev/full'),
  }, async () => {
    const full = openSync('/dev/full', 'w');
    // Nobody can read the port that it chooses, so use one that was free a moment ago.
    const port = await freePort();
    const args = [BIN, 'serve', '--port', String(port), '--database-url', url];
    const server = spawn(process.execPath, args, { stdio: ['ignore', full, full] });
    started.push(server);
    closeSync(full);
    while (!(await accepts(port))) await wait(50);
    const baseUrl = `http://127.0.0.1:${port}`;
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await fetch(new URL('/healthz', baseUrl))).status, 200);
    }
    left = { process: server, baseUrl };
  });

  test('ends on SIGHUP although clients leave refused and silent connections open', {
    skip: kind !== 'sqlite',
  }, async () => {
    const { process: server, baseUrl } = await runningServer();
    const port = Number(new URL(baseUrl).port);
    const sockets = Array.from({ length: 50 }, () =>
      connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
    );
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      if (index % 2 === 0) socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    }
    assert.equal((await fetch(new URL('/healthz', baseUrl))).status, 200);
    server.kill('SIGHUP');
    const [code] = await once(server, 'exit');
    assert.equal(code, 0);
    for (const socket of sockets) socket.destroy();
  });
});

async function answers(baseUrl: string, headers: Record<string, string>): Promise<unknown[]> {
  const response = await fetch(`${baseUrl}/answers`, { headers });
  return ((await response.json()) as { data: unknown[] }).data;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
