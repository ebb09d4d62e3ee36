import { setImmediate as turn } from 'node:timers/promises';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';

/** A scripted reply: a whole body, an oversized body, or one that never ends. */
export type Scripted = { readonly body: string } | { readonly bytes: number } | 'hang' | 'trickle';

/**
 * A fetch without a network that sends these replies in turn and then repeats the last. A reply begins at
 * once however busy the machine is, so a deadline affects only bodies that never end.
 */
export function scriptedFetch(...script: readonly Scripted[]): {
  readonly fetch: Fetch;
  readonly asked: number;
} {
  let asked = 0;
  return {
    fetch: async (_url, { signal }) => {
      const reply = script[Math.min(asked, script.length - 1)] ?? 'hang';
      asked += 1;
      const body =
        typeof reply === 'object' && 'body' in reply ? reply.body : streamOf(reply, signal ?? null);
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
    get asked() {
      return asked;
    },
  };
}

const CHUNK = 1_000_000;

function streamOf(reply: Exclude<Scripted, { body: string }>, signal: AbortSignal | null): ReadableStream {
  let left = typeof reply === 'object' ? reply.bytes : 0;
  return new ReadableStream({
    start: (controller) => {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
    pull: async (controller) => {
      if (reply === 'hang') return await new Promise<never>(() => {});
      if (reply === 'trickle') {
        await turn();
        return controller.enqueue(new Uint8Array(1));
      }
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, CHUNK)));
      left -= CHUNK;
    },
  });
}
