import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { collect } from '../../src/pipeline/collect/collect.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { crashingEngines } from './crash-world.ts';

/**
 * Collects in its own process, with the store and the stub from its arguments. It waits for a line with its
 * clock's start time, and ends when nothing is left.
 */
const [, , url = '', baseUrl = ''] = process.argv;
const [startedAt] = await once(process.stdin, 'data');
process.stdin.destroy();
const began = performance.now();
const now = () => Math.floor(Number(startedAt) + performance.now() - began);
const store = await openStore(url);
await planNow(store.main, now());
await collect(
  {
    db: store.main,
    now,
    random: randomBytes,
    fetch: (address, init) => fetch(address, init),
    sleep: async (milliseconds, signal) => {
      await wait(milliseconds, undefined, { signal }).catch(() => {});
    },
  },
  {
    engines: crashingEngines(baseUrl),
    stop: new AbortController().signal,
    patienceMs: 5000,
    onCollected: () => {},
    onBreaker: () => {},
  },
);
await store.close();
