import type { EngineAdapter } from '../engine.ts';
import { byDataForSeoTasks, defaultsAt, readTask } from '../providers/dataforseo.ts';
import { readAppAnswer } from '../providers/dataforseo-results.ts';

/** The Gemini app as visitors see it. Unlike ChatGPT's, this endpoint has no field to force a search. */
export const geminiApp: EngineAdapter = {
  slug: 'gemini_app',
  name: 'Gemini app',
  method: 'scraper',
  ...byDataForSeoTasks({
    path: '/v3/ai_optimization/gemini/llm_scraper',
    fields: {},
  }),
  defaults: defaultsAt({ queue: 0.0012, live: 0.004 }),
  mostPromptCharacters: 2000,
  read: (replies) => readTask(replies, readAppAnswer),
};
