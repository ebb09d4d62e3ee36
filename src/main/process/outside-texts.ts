import { Html, html } from '../../dashboard/markup/html.ts';
import type { OutsideTexts } from '../../dashboard/visit/outside-texts.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { ReadDrain } from '../../pipeline/traffic/drain.ts';
import { instead, type TextThreads } from './text-threads.ts';

/** The largest texts that people write take a tenth of this on an idle machine. */
const MOST_MS = 10_000;

/** Reads texts from outside in threads, with what a person gets instead of a text that takes too much. */
export function outsideTextsIn(threads: Pick<TextThreads, 'run'>): OutsideTexts {
  return {
    searches: (file) =>
      threads.run('readSearches', file, MOST_MS).catch((error) =>
        instead(error, () => {
          throw new SightlineError(
            'invalid_file',
            'This file takes too much time or memory to read. Send the Queries.csv of an export.',
          );
        }),
      ),
    proposals: (site, sources) =>
      threads.run('propose', { site, sources }, MOST_MS).catch((error) =>
        instead(error, () => {
          throw new SightlineError('invalid_argument', 'Comparing its pages takes too much time.');
        }),
      ),
    explain: (given) =>
      threads
        .run('explain', given, MOST_MS)
        .catch((error) => instead(error, () => ({ citing: [], brands: [], facts: [] }))),
    answerHtml: async (text, options) => {
      const shown = await threads
        .run('answerHtml', { text, options }, MOST_MS)
        .catch((error) => instead(error, () => null));
      return shown === null ? html`<pre class="answer-text" dir="auto">${text}</pre>` : Html.ofEscaped(shown);
    },
  };
}

/** The largest batch takes a tenth of this on an idle machine. A sender waits no longer than that for a turn. */
const MOST_BATCH_MS = 30_000;

/** Reads batches of drains in threads. One that takes too much time may only meet a busy machine: its sender tries again. */
export function drainsIn(threads: Pick<TextThreads, 'run'>): ReadDrain {
  return (given) =>
    threads.run('readDrain', given, MOST_BATCH_MS).catch((error) =>
      instead(error, (of) => {
        const sentence = `Reading this batch takes too much ${of}. Send smaller ones.`;
        throw of === 'memory'
          ? new SightlineError('body_too_large', sentence)
          : new SightlineError('unavailable', sentence, { retryAfterSeconds: 60 });
      }),
    );
}
