import { readTask } from '../dataforseo.ts';
import { cardsIn } from '../dataforseo-cards.ts';
import { readAppAnswer } from '../dataforseo-results.ts';
import type { EngineReading, Reply } from '../engine.ts';

/** Reads an app answer, with separate lists of sources and search results, and possibly advertisements and products. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (answer, costUsd) => {
    const reading = readAppAnswer(answer, costUsd);
    return 'fault' in reading ? reading : { ...reading, cards: cardsIn(answer.items) };
  });
}
