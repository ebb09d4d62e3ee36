import { dataForSeo, type Endpoint, isPending, marketApplied, nextRequests } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

const ENDPOINT: Endpoint = {
  path: '/v3/serp/google/organic',
  fields: { device: 'desktop', depth: 10, load_async_ai_overview: true },
};

/** The AI overview above Google's search results, on a desktop; Google shows one for some searches only. */
export const googleAiOverview: EngineAdapter = {
  slug: 'google_ai_overview',
  provider: dataForSeo,
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0026, liveCostUsd: 0.004 },
  mostPromptCharacters: 700,
  marketApplied,
  next: (question, access, replies) => nextRequests(ENDPOINT, question, access, replies),
  isPending,
  read: readReplies,
};
