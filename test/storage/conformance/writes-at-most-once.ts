import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SightlineError } from '../../../src/domain/errors.ts';
import { dayOf } from '../../../src/domain/time/period.ts';
import { groupCommit } from '../../../src/pipeline/collect/job/group-commit.ts';
import { planNow } from '../../../src/pipeline/collect/questions.ts';
import { claimJob } from '../../../src/storage/collect/jobs.ts';
import { reserveCall, sumSpending } from '../../../src/storage/collect/spending.ts';
import type { StoreRetry } from '../../../src/storage/driver/commit-outcome.ts';
import { openStore } from '../../../src/storage/driver/database.ts';
import type { TestStore } from '../../support/stores.ts';
import { DAY_MS, NOW, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';

const DAY = dayOf(NOW);
const CALL = { organizationId: 1, day: DAY, micros: 10, limits: { callsPerDay: 5, microsPerDay: null } };

export const writesAtMostOnce: Part = (fresh, kind) => {
  const skip = kind === 'sqlite';

  /** Acme's store, whose connection is cut at the next commit: before it arrives, or its answer does. */
  async function cutAtCommit(context: TestContext, cut: 'before' | 'after') {
    const { store } = await setUp(fresh);
    const url = await routeTo(context, store, cut);
    const lossy = await openStore(url);
    context.after(() => lossy.close());
    const calls = async () => (await sumSpending(store.main, 1, { first: DAY, last: DAY })).calls;
    return { store, main: lossy.main, calls };
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

  test('of a call: counts it once if the server did it, without a repetition', { skip }, async (context) => {
    const { main, calls } = await cutAtCommit(context, 'after');
    assert.equal(await reserveCall(main, CALL), true);
    assert.equal(await calls(), 1);
    assert.equal(await reserveCall(main, CALL), true);
    assert.equal(await calls(), 2);
  });

  test('of a call: does not count it if the server did not, and fails', { skip }, async (context) => {
    const { main, calls } = await cutAtCommit(context, 'before');
    const patiently = async <Result>(look: () => Promise<Result>): Promise<Result> => {
      for (;;) {
        try {
          return await look();
        } catch {
          await turn();
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

  test('of a collection: does not store stored rows again, and counts them as stored', {
    skip,
  }, async (context) => {
    const { store, main } = await cutAtCommit(context, 'after');
    await planNow(store.main, NOW);
    const job = await claimJob(store.main, { ...CLAIM, lease: 'mine' });
    assert.ok(job);
    let tries = 0;
    const retry: StoreRetry = async (work) => {
      tries += 1;
      return await work();
    };
    const { identity, engine } = job;
    const isMine = await groupCommit({ db: main, now: () => NOW, retry })({
      job: { ...job, lease: 'mine' },
      collection: {
        identity,
        prompt: 'a',
        marketId: 1,
        engine,
        outcome: 'error',
        collectedAt: NOW,
        answer: null,
      },
      booking: null,
    });
    const collections = await store.main.selectFrom('collections').select('id').execute();
    assert.deepEqual([isMine, collections.length, tries], [true, 1, 2]);
  });
};

const CLAIM = {
  engine: 'chatgpt',
  now: NOW + DAY_MS,
  leaseUntil: NOW + 2 * DAY_MS,
  brandId: 1,
  beforeDay: null,
};
