import { byTasksOf } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

/** The AI overview above Google's search results, on a desktop; Google shows one for some searches only. */
export const googleAiOverview: EngineAdapter = {
  slug: 'google_ai_overview',
  ...byTasksOf({
    path: '/v3/serp/google/organic',
    fields: { device: 'desktop', depth: 10, load_async_ai_overview: true },
  }),
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0026, liveCostUsd: 0.004 },
  mostPromptCharacters: 700,
  read: readReplies,
};
