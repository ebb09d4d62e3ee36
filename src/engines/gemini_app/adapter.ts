import { byTasksOf } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

/** Gemini as its visitors see it. Unlike that of ChatGPT its endpoint has no field to force a search. */
export const geminiApp: EngineAdapter = {
  slug: 'gemini_app',
  ...byTasksOf({
    path: '/v3/ai_optimization/gemini/llm_scraper',
    fields: {},
  }),
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0012, liveCostUsd: 0.004 },
  mostPromptCharacters: 2000,
  read: readReplies,
};
