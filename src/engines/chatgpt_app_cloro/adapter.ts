import { byTasksOf } from '../cloro.ts';
import { readAppAnswer } from '../cloro-results.ts';
import type { EngineAdapter } from '../engine.ts';
import { choice } from '../settings.ts';

/** ChatGPT as its visitors see it, made to search the web. */
export const chatgptAppByCloro: EngineAdapter = {
  slug: 'chatgpt_app_cloro',
  name: 'ChatGPT app by Cloro',
  method: 'scraper',
  surface: 'chatgpt_app',
  settings: [
    choice('fan_out', ['off', 'on'], '`on` asks for what ChatGPT searched for, at 2 credits more an answer.'),
  ],
  ...byTasksOf({
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
