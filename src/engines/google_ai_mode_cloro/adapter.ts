import type { EngineAdapter } from '../engine.ts';
import { byCloroTasks } from '../providers/cloro.ts';
import { readAiMode } from '../providers/cloro-results.ts';

/** Google's AI Mode, on a desktop. */
export const googleAiModeByCloro: EngineAdapter = {
  slug: 'google_ai_mode_cloro',
  name: 'Google AI Mode by Cloro',
  method: 'serp',
  surface: 'google_ai_mode',
  cards: ['ad', 'product'],
  ...byCloroTasks({
    taskType: 'AIMODE',
    field: 'prompt',
    takesLanguage: true,
    fieldsWith: () => ({ device: 'desktop', include: { markdown: true } }),
    creditsWith: () => 4,
    readResult: readAiMode,
  }),
};
