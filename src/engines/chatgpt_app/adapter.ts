import { dataForSeo, type Endpoint, isPending, marketApplied, nextRequests } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

const ENDPOINT: Endpoint = {
  path: '/v3/ai_optimization/chat_gpt/llm_scraper',
  fields: { force_web_search: true },
};

/** ChatGPT as its visitors see it, made to search the web. */
export const chatgptApp: EngineAdapter = {
  slug: 'chatgpt_app',
  provider: dataForSeo,
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0012, liveCostUsd: 0.004 },
  mostPromptCharacters: 2000,
  marketApplied,
  next: (question, access, replies) => nextRequests(ENDPOINT, question, access, replies),
  isPending,
  read: readReplies,
};
