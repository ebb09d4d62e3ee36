import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RandomBytes } from '../domain/base62.ts';
import type { Fetch } from '../pipeline/collect/transport.ts';

/** The clock, the random source, and the network, which are passed to everything else. */
export interface System {
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const system: System = {
  now: () => Date.now(),
  random: (size: number) => randomBytes(size),
  fetch: (url, init) => fetch(url, init),
  sleep: async (milliseconds, signal) => {
    await wait(Math.max(0, milliseconds), undefined, { signal }).catch(() => {});
  },
};
