import type { EngineAdapter } from '../engine.ts';
import { byCloroTasks } from '../providers/cloro.ts';
import { readAppAnswer } from '../providers/cloro-results.ts';
import { choice } from '../settings.ts';

/** The ChatGPT app as visitors see it, with a forced web search. */
export const chatgptAppByCloro: EngineAdapter = {
  slug: 'chatgpt_app_cloro',
  name: 'ChatGPT app by Cloro',
  method: 'scraper',
  surface: 'chatgpt_app',
  settings: [
    choice('fan_out', ['off', 'on'], "`on` also collects ChatGPT's searches, for 2 more credits an answer."),
  ],
  ...byCloroTasks({
    taskType: 'CHATGPT',
    field: 'prompt',
    takesLanguage: false,
    fieldsWith: ({ fan_out }) => ({
      include: { markdown: true, ...(fan_out === 'on' && { searchQueries: true }) },
    }),
    creditsWith: ({ fan_out }) => (fan_out === 'on' ? 7 : 5),
    readResult: readAppAnswer,
  }),
};
