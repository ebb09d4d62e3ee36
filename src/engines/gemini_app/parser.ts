import { readTask } from '../dataforseo.ts';
import { readAppAnswer } from '../dataforseo-results.ts';
import type { EngineReading, Reply } from '../engine.ts';

/** Reads an app answer, which lists its sources but no other search results. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, readAppAnswer);
}
