import { byTasksOf } from '../cloro.ts';
import { readAppAnswer } from '../cloro-results.ts';
import type { EngineAdapter } from '../engine.ts';

/** Gemini as its visitors see it. */
export const geminiAppByCloro: EngineAdapter = {
  slug: 'gemini_app_cloro',
  name: 'Gemini app by Cloro',
  method: 'scraper',
  surface: 'gemini_app',
  ...byTasksOf({
    taskType: 'GEMINI',
    field: 'prompt',
    takesLanguage: false,
    fieldsWith: () => ({ include: { markdown: true } }),
    creditsWith: () => 4,
    readResult: readAppAnswer,
  }),
};
