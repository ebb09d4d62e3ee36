import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SightlineError } from '../../src/domain/errors.ts';
import { dayOf } from '../../src/domain/period.ts';
import { reserveCall, sumSpending } from '../../src/storage/collect/spending.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, NOW, pipelineOn } from '../support/world.ts';

const DAY = dayOf(NOW);
const CALL = {
  ...{ organizationId: 1, day: DAY, micros: 10 },
  limits: { callsPerDay: 5, microsPerDay: null },
};

onEveryStore('a call that is counted while the connection is lost', (fresh, kind) => {
  const skip = kind === 'sqlite';

  /** The store of Acme, over a connection that is cut at the next commit: before it gets there, or before its answer gets back. */
  async function cutAtCommit(context: TestContext, cut: 'before' | 'after') {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const url = await routeTo(context, store, cut);
    const lossy = await openStore(url);
    context.after(() => lossy.close());
    const calls = async () => (await sumSpending(store.main, 1, { first: DAY, last: DAY })).calls;
    return { main: lossy.main, calls };
  }

  async function routeTo(context: TestContext, { url }: TestStore, cut: 'before' | 'after'): Promise<string> {
    const target = new URL(url);
    let isCut = false;
    const server = createServer((socket) => {
      const onward = connect(Number(target.port), target.hostname);
      const end = () => {
        socket.destroy();
        onward.destroy();
      };
      let isCommitting = false;
      for (const each of [socket, onward]) each.on('error', () => {}).on('close', end);
      socket.on('data', (bytes) => {
        isCommitting = !isCut && bytes.includes('commit\0');
        isCut ||= isCommitting;
        if (isCommitting && cut === 'before') end();
        else onward.write(bytes);
      });
      onward.on('data', (bytes) => (isCommitting ? end() : socket.write(bytes)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    context.after(() => server.close());
    return Object.assign(new URL(url), { port: (server.address() as AddressInfo).port }).href;
  }

  test('is counted once if the server did it, and is not counted again', { skip }, async (context) => {
    const { main, calls } = await cutAtCommit(context, 'after');
    assert.equal(await reserveCall(main, CALL), true);
    assert.equal(await calls(), 1);
    assert.equal(await reserveCall(main, CALL), true);
    assert.equal(await calls(), 2);
  });

  test('is not counted if the server did not, and fails', { skip }, async (context) => {
    const { main, calls } = await cutAtCommit(context, 'before');
    const patiently = async <Result>(look: () => Promise<Result>): Promise<Result> => {
      for (;;) {
        try {
          return await look();
        } catch {
          await wait(5);
        }
      }
    };
    await assert.rejects(
      reserveCall(main, CALL, patiently),
      (error) => error instanceof SightlineError && error.code === 'unavailable',
    );
    assert.equal(await calls(), 0);
    assert.equal(await reserveCall(main, CALL), true);
    assert.equal(await calls(), 1);
  });
});
