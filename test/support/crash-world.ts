import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import { gemini } from '../../src/engines/gemini/adapter.ts';
import type { ReadyEngine } from '../../src/pipeline/collect/collect.ts';
import { readyAt } from './collecting.ts';

/** How many may be asked concurrently, over all engines: this many replies may be on their way when a process dies. */
export const CONCURRENCY = 3;

/** Nothing that answers is late, however busy the machine is. */
const DEADLINE_MS = 20_000;

/** After this long, locks of a dead process are free again. */
export const LEASE_MS = DEADLINE_MS + 120_000;

/** Sources for a dying process: an immediate answer, one in two turns, and one that fetches its sources afterwards. */
export function crashingEngines(baseUrl: string): ReadyEngine[] {
  return [chatgpt, claude, gemini].map((adapter) =>
    readyAt(adapter, baseUrl, { concurrency: CONCURRENCY / 3, deadlineMs: DEADLINE_MS }),
  );
}
