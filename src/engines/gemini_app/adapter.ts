import { byTasksOf, defaultsAt } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

/** Gemini as its visitors see it. Unlike that of ChatGPT its endpoint has no field to force a search. */
export const geminiApp: EngineAdapter = {
  slug: 'gemini_app',
  name: 'Gemini app',
  method: 'scraper',
  ...byTasksOf({
    path: '/v3/ai_optimization/gemini/llm_scraper',
    fields: {},
  }),
  defaults: defaultsAt({ queue: 0.0012, live: 0.004 }),
  mostPromptCharacters: 2000,
  read: readReplies,
};
