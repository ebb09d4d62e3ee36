import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import { createEndpoint } from '../../src/pipeline/deliver/endpoints.ts';
import { posterTo } from '../../src/pipeline/deliver/poster.ts';
import { raiseAlerts } from '../support/delivery.ts';
import { effort, isNightly } from '../support/effort.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { random, setUp } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));
const KEY = 'a key of at least thirty-two characters';

/** Two minutes: a busy machine starts processes slowly. */
const MOST_TRIES = 2400;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < MOST_TRIES, 'waited for too long');
    await wait(50);
  }
}

onAnyStore('alerts and the processes that send them', (fresh, kind) => {
  function serve(context: TestContext, store: TestStore) {
    const args = [BIN, 'serve', '--port', '0', '--watch-at', 'off', '--collect', 'off'];
    const server = spawn(process.execPath, [...args, '--database-url', store.url], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, SIGHTLINE_SECRET_KEY: KEY, SIGHTLINE_WEBHOOK_NETWORKS: 'loopback' },
    });
    const seen = { log: '' };
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen.log += text;
    });
    context.after(() => {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
    });
    return { server, seen };
  }

  async function ended(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
  }

  async function hookedStore(context: TestContext, answer: Parameters<typeof startReceiver>[0]) {
    const { store } = await setUp(fresh);
    const receiver = await startReceiver(answer);
    context.after(receiver.stop);
    const poster = posterTo({ resolve: async () => [], allows: proxiesOf('loopback'), allowsSome: true });
    const senders = { poster, secretKey: async () => KEY, mailer: null, publicUrl: null };
    const acting = { db: store.main, now: Date.now, random, senders, actor: 'test' };
    const address = `${receiver.url}/hook-path`;
    const { secret } = await createEndpoint(acting, { organization: 'Acme Inc', address });
    return { store, receiver, secret: secret ?? assert.fail() };
  }

  const raise = (store: TestStore, count: number) =>
    raiseAlerts(store, { count, brand: 'acme', at: Date.now() });
  const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id']);

  // For PostgreSQL, test/servers/several-servers.test.ts kills servers that are sending.
  test('kill -9 before and during a delivery: two others deliver each alert once, in order', {
    skip: kind !== 'sqlite' && !isNightly,
  }, async (context) => {
    let isHanging = true;
    const { store, receiver, secret } = await hookedStore(context, () =>
      isHanging ? 'nothing' : { status: 200 },
    );
    // Detected without a server, as after a kill right after storing the alert.
    const ids = await raise(store, 2);
    const first = serve(context, store);
    await until(() => receiver.received.length === 1);
    await ended(first.server, 'SIGKILL');
    isHanging = false;
    const others = [serve(context, store), serve(context, store)];
    // Skips the time after which a silent sender counts as dead.
    await store.main.updateTable('endpoints').set({ next_at: 0 }).execute();
    await until(() => receiver.received.length === 3);
    assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
    for (let round = 0; round < effort(3, 10); round += 1) {
      ids.push(...(await raise(store, 3)));
      await until(() => receiver.received.length > ids.length);
    }
    const delivered = () => others.flatMap(({ seen }) => seen.log.split('"alert delivered"').slice(1)).length;
    await until(() => delivered() === ids.length);
    for (const { server } of others) await ended(server, 'SIGTERM');
    assert.deepEqual(idsOf(receiver.received), [ids[0], ...ids]);
    for (const { seen } of [first, ...others]) {
      assert.doesNotMatch(seen.log, /hook-path/);
      assert.equal(seen.log.includes(secret.slice('whsec_'.length)), false);
      assert.equal(seen.log.includes(KEY), false);
    }
  });
});
