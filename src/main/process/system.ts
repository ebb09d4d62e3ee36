import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { RandomBytes } from '../../domain/access/base62.ts';
import type { Fetch } from '../../pipeline/collect/job/transport.ts';

/** The clock, the random source, and the network, passed to everything else. */
export interface System {
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after this long, or when the signal aborts. */
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

/** Signals to end a process: from its parent, its terminal, or when that terminal or its connection closes. */
export const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Limits the memory of a long-running process. By default, V8 lets the heap grow past 300 MB before a full collection.
 * This keeps a busy server below 200, and --all below 180.
 */
export function saveMemory(): void {
  setFlagsFromString('--optimize-for-size');
}

/**
 * Limits the memory of a command that reads a file of any size, of which it keeps little: new objects have 2 MB instead
 * of up to 96. So small a part is collected faster by one thread. Takes a fifth more time, and `saveMemory` half as much
 * again.
 */
export function streamInLittleMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--heap-growing-percent=50');
}
