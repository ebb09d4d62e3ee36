import type { EngineReading, Reply } from '../engine.ts';
import { readTask } from '../providers/dataforseo.ts';
import { cardsIn } from '../providers/dataforseo-cards.ts';
import { readAppAnswer } from '../providers/dataforseo-results.ts';

/** Reads an app answer, with separate lists of sources and search results, and possibly advertisements and products. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (answer, costUsd) => {
    const reading = readAppAnswer(answer, costUsd);
    return 'fault' in reading ? reading : { ...reading, cards: cardsIn(answer.items) };
  });
}
