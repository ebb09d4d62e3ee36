import { readTask } from '../dataforseo.ts';
import { readAppAnswer } from '../dataforseo-results.ts';
import type { EngineReading, Reply } from '../engine.ts';

/** Reads an answer of the app, which names its sources and not what else it found. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, readAppAnswer);
}
