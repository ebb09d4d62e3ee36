import type { EngineAdapter } from '../engine.ts';
import { byDataForSeoTasks, defaultsAt } from '../providers/dataforseo.ts';
import { readOverviewPage } from '../providers/dataforseo-results.ts';

/** The AI overview above Google's search results, on a desktop. Google shows one for only some searches. */
export const googleAiOverview: EngineAdapter = {
  slug: 'google_ai_overview',
  name: 'Google AI Overview',
  method: 'serp',
  ...byDataForSeoTasks({
    path: '/v3/serp/google/organic',
    fields: { device: 'desktop', depth: 10, load_async_ai_overview: true },
  }),
  // A search, and the same again for the text that Google loads later: $0.0006 each in the queue, $0.002 live.
  defaults: defaultsAt({ queue: 0.0012, live: 0.004 }),
  mostPromptCharacters: 700,
  read: readOverviewPage,
};
