import type { EngineAdapter } from '../engine.ts';
import { byCloroTasks } from '../providers/cloro.ts';
import { readOverviewPage } from '../providers/cloro-results.ts';

/** The AI overview above Google's search results, on a desktop. Google shows one for only some searches. */
export const googleAiOverviewByCloro: EngineAdapter = {
  slug: 'google_ai_overview_cloro',
  name: 'Google AI Overview by Cloro',
  method: 'serp',
  surface: 'google_ai_overview',
  cards: ['ad'],
  ...byCloroTasks({
    taskType: 'GOOGLE',
    field: 'query',
    takesLanguage: true,
    fieldsWith: () => ({ device: 'desktop', include: { aioverview: { markdown: true } } }),
    creditsWith: () => 5,
    readResult: readOverviewPage,
  }),
};
