import { dataForSeo, type Endpoint, isPending, marketApplied, nextRequests } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

const ENDPOINT: Endpoint = {
  path: '/v3/ai_optimization/gemini/llm_scraper',
  fields: {},
};

/** Gemini as its visitors see it. Unlike that of ChatGPT its endpoint has no field to force a search. */
export const geminiApp: EngineAdapter = {
  slug: 'gemini_app',
  provider: dataForSeo,
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0012, liveCostUsd: 0.004 },
  mostPromptCharacters: 2000,
  marketApplied,
  next: (question, access, replies) => nextRequests(ENDPOINT, question, access, replies),
  isPending,
  read: readReplies,
};
