import { byTasksOf } from '../dataforseo.ts';
import type { EngineAdapter } from '../engine.ts';
import { readReplies } from './parser.ts';

/** Google's AI Mode, on a desktop. */
export const googleAiMode: EngineAdapter = {
  slug: 'google_ai_mode',
  ...byTasksOf({
    path: '/v3/serp/google/ai_mode',
    fields: { device: 'desktop', os: 'windows' },
  }),
  defaults: { model: '', concurrency: 5, deadlineSeconds: 150, costUsd: 0.0012, liveCostUsd: 0.004 },
  mostPromptCharacters: 700,
  read: readReplies,
};
