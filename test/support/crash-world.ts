import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import { gemini } from '../../src/engines/gemini/adapter.ts';
import type { ReadyEngine } from '../../src/pipeline/collect/collect.ts';
import { readyAt } from './ready-engine.ts';

/** Requests in flight over all engines, so up to this many replies are on their way when a process dies. */
export const CONCURRENCY = 3;

/** No reply counts as late, however busy the machine is. */
const DEADLINE_MS = 20_000;

/** A dead process's locks expire after this long. */
export const LEASE_MS = DEADLINE_MS + 120_000;

/** Engines for a process that dies: one answers at once, one in two turns, one fetches sources afterwards. */
export function crashingEngines(baseUrl: string): ReadyEngine[] {
  return [chatgpt, claude, gemini].map((adapter) =>
    readyAt(adapter, baseUrl, { concurrency: CONCURRENCY / 3, deadlineMs: DEADLINE_MS }),
  );
}
