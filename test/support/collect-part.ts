import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import { type CollectedQuestion, collect } from '../../src/pipeline/collect/collect.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { readyAt } from './collecting.ts';
import { NOW, random } from './world.ts';

/**
 * One of several processes that plan and collect from one store concurrently, as of NOW. It prints `ready`,
 * waits for a line, and prints the result as JSON.
 */
const [, , url = '', baseUrl = ''] = process.argv;
const store = await openStore(url, { connections: 8 });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
const began = performance.now();
const now = () => Math.floor(NOW + performance.now() - began);
const collected: CollectedQuestion[] = [];
const { planned } = await planNow(store.main, now());
await collect(
  {
    db: store.main,
    now,
    random,
    fetch: (address, init) => fetch(address, init),
    sleep: async (milliseconds, signal) => {
      await wait(milliseconds, undefined, { signal }).catch(() => {});
    },
  },
  {
    engines: [chatgpt, perplexity].map((adapter) =>
      readyAt(adapter, baseUrl, { concurrency: 4, deadlineMs: 20_000 }),
    ),
    stop: new AbortController().signal,
    patienceMs: 2000,
    onCollected: (each) => collected.push(each),
    onBreaker: () => {},
  },
);
process.stdout.write(`${JSON.stringify({ planned, collected })}\n`);
await store.close();
