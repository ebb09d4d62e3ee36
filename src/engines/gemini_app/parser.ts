import type { EngineReading, Reply } from '../engine.ts';
import { readTask } from '../providers/dataforseo.ts';
import { readAppAnswer } from '../providers/dataforseo-results.ts';

export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, readAppAnswer);
}
