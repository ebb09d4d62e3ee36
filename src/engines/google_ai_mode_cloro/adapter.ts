import { byCloroTasks } from '../cloro.ts';
import { readAiMode } from '../cloro-results.ts';
import type { EngineAdapter } from '../engine.ts';

/** Google's AI Mode, on a desktop. */
export const googleAiModeByCloro: EngineAdapter = {
  slug: 'google_ai_mode_cloro',
  name: 'Google AI Mode by Cloro',
  method: 'serp',
  surface: 'google_ai_mode',
  ...byCloroTasks({
    taskType: 'AIMODE',
    field: 'prompt',
    takesLanguage: true,
    fieldsWith: () => ({ device: 'desktop', include: { markdown: true } }),
    creditsWith: () => 4,
    readResult: readAiMode,
  }),
};
