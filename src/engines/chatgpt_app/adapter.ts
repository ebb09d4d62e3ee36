import type { EngineAdapter } from '../engine.ts';
import { byDataForSeoTasks, defaultsAt, readTask } from '../providers/dataforseo.ts';
import { cardsIn } from '../providers/dataforseo-cards.ts';
import { readAppAnswer } from '../providers/dataforseo-results.ts';

/** The ChatGPT app as visitors see it, with a forced web search. */
export const chatgptApp: EngineAdapter = {
  slug: 'chatgpt_app',
  name: 'ChatGPT app',
  method: 'scraper',
  cards: ['ad', 'product'],
  ...byDataForSeoTasks({
    path: '/v3/ai_optimization/chat_gpt/llm_scraper',
    fields: { force_web_search: true },
  }),
  defaults: defaultsAt({ queue: 0.0012, live: 0.004 }),
  mostPromptCharacters: 2000,
  read: (replies) =>
    readTask(replies, (answer, costUsd) => {
      const reading = readAppAnswer(answer, costUsd);
      return 'fault' in reading ? reading : { ...reading, cards: cardsIn(answer.items) };
    }),
};
