import type { EngineAdapter } from '../engine.ts';
import { byCloroTasks } from '../providers/cloro.ts';
import { readAppAnswer } from '../providers/cloro-results.ts';

/** The Gemini app as visitors see it. */
export const geminiAppByCloro: EngineAdapter = {
  slug: 'gemini_app_cloro',
  name: 'Gemini app by Cloro',
  method: 'scraper',
  surface: 'gemini_app',
  ...byCloroTasks({
    taskType: 'GEMINI',
    field: 'prompt',
    takesLanguage: false,
    fieldsWith: () => ({ include: { markdown: true } }),
    creditsWith: () => 4,
    readResult: readAppAnswer,
  }),
};
