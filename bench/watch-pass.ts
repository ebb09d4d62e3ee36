/** Evaluates every brand in a store once, in a separate process, to measure its memory. */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { watch } from '../src/pipeline/watch/watch.ts';
import { openStore } from '../src/storage/driver/database.ts';

export interface WatchOrder {
  readonly url: string;
  readonly at: number;
}

export interface WatchPass {
  readonly seconds: number;
  readonly brands: number;
  readonly comparisons: number;
  /** Resident memory before the pass and at its peak, in MB. */
  readonly startMb: number;
  readonly peakMb: number;
}

const order = JSON.parse(await text(process.stdin)) as WatchOrder;
const store = await openStore(order.url);
const startMb = process.resourceUsage().maxRSS / 1024;
const began = performance.now();
const watched = await watch(
  { db: store.main, now: Date.now, random: (size) => randomBytes(size) },
  { at: order.at },
);
const pass: WatchPass = {
  seconds: (performance.now() - began) / 1000,
  brands: watched.filter(({ status }) => status === 'evaluated').length,
  comparisons: watched.reduce((sum, each) => sum + each.comparisons, 0),
  startMb,
  peakMb: process.resourceUsage().maxRSS / 1024,
};
await store.close();
process.stdout.write(`${JSON.stringify(pass)}\n`);
