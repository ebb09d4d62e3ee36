import type { EngineAdapter } from '../engine.ts';
import { byDataForSeoTasks, defaultsAt } from '../providers/dataforseo.ts';
import { readOverviewPage } from '../providers/dataforseo-results.ts';

/**
 * Copilot Search: the AI overview on a desktop Bing page. It isn't the Copilot app, and Bing shows it for only some
 * searches.
 */
export const copilotSearch: EngineAdapter = {
  slug: 'copilot_search',
  name: 'Copilot Search (Bing)',
  method: 'serp',
  ...byDataForSeoTasks({
    path: '/v3/serp/bing/organic',
    fields: { device: 'desktop', depth: 10 },
  }),
  defaults: defaultsAt({ queue: 0.0006, live: 0.002 }),
  mostPromptCharacters: 700,
  read: readOverviewPage,
};
