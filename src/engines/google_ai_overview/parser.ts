import { readTask } from '../dataforseo.ts';
import { readAiOverview } from '../dataforseo-results.ts';
import type { EngineReading, Reply } from '../engine.ts';

/** Reads a page of search results, of which only the AI overview counts. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, readAiOverview);
}
