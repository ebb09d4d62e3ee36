import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { RandomBytes } from '../domain/base62.ts';
import type { Fetch } from '../pipeline/collect/transport.ts';

/** The clock, the random source, and the network, which are passed to everything else. */
export interface System {
  readonly now: () => number;
  /** Milliseconds that only grow, whatever the clock is set to. */
  readonly elapsed: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const system: System = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: (size: number) => randomBytes(size),
  fetch: (url, init) => fetch(url, init),
  sleep: async (milliseconds, signal) => {
    await wait(Math.max(0, milliseconds), undefined, { signal }).catch(() => {});
  },
};

/** By which a process is asked to end: by whoever started it, at its terminal, and when that terminal or its connection is closed. */
export const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Keeps the memory of a process flat that works for a long time. Left to itself, V8 lets the heap grow past 300 MB before it
 * tidies. This keeps a busy server below 200, and --all below 180.
 */
export function saveMemory(): void {
  setFlagsFromString('--optimize-for-size');
}
