import type { EngineAdapter } from '../engine.ts';
import { byDataForSeoTasks, defaultsAt } from '../providers/dataforseo.ts';
import { readAiModePage } from '../providers/dataforseo-results.ts';

/** Google's AI Mode, on a desktop. */
export const googleAiMode: EngineAdapter = {
  slug: 'google_ai_mode',
  name: 'Google AI Mode',
  method: 'serp',
  cards: ['ad', 'product'],
  ...byDataForSeoTasks({
    path: '/v3/serp/google/ai_mode',
    fields: { device: 'desktop', os: 'windows' },
  }),
  defaults: defaultsAt({ queue: 0.0012, live: 0.004 }),
  mostPromptCharacters: 700,
  read: readAiModePage,
};
