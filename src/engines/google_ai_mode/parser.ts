import { readTask } from '../dataforseo.ts';
import { readAiOverview } from '../dataforseo-results.ts';
import type { EngineReading, Reply } from '../engine.ts';

/** Reads a page of AI Mode: its answer is an AI overview without search results around it. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, readAiOverview);
}
