import type { CopyMenu } from '../../charts/figure.ts';
import type { Drawing } from '../../markup/drawing.ts';
import { type Content, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { NO_WINDOW, resolvedWindow, windowBetween } from '../../visit/window.ts';

export interface CopyOptions {
  /** Name on the page and in file names. */
  readonly name: string;
  readonly title: string;
  /** CSV address; null if the reader may not have it. */
  readonly csv: string | null;
  readonly answers?: Drawing['answers'];
  readonly window?: Drawing['window'];
  /** Subject of an event on one of its days, such as an engine name. Only for charts over time. */
  readonly about?: string;
}

/** The copy menu beside a chart or table. */
export function copyMenu(visit: Visit, options: CopyOptions): CopyMenu {
  const { name, title, csv, answers, window } = options;
  return (drawn) => {
    const id = visit.drawings.add(name, { title, drawn, answers: answers ?? null, window: window ?? null });
    return { id, menu: html`${eventLink(visit, options, id)}${menuOf(visit, id, title, csv)}` };
  };
}

/** A link to add an event to a chart's day. A script sets the day under the pointer. */
function eventLink(visit: Visit, { about, window }: CopyOptions, id: string): Content {
  if (about === undefined || !window || !visit.mayEdit) return null;
  const last = new Date(Math.min(Date.parse(window.until), visit.now)).toISOString();
  const asked = { day: last.slice(0, 'yyyy-mm-dd'.length), about, back: `${here(visit, {})}#${id}` };
  return html`<a class="plain not-printed" href="${visit.to('events', asked)}" data-event>Add an event here<span class="unseen">: ${about}</span></a>`;
}

/** Parameters that request one drawing as a file. */
export const COPY = { drawing: 'copy', as: 'as' } as const;

function menuOf(visit: Visit, id: string, title: string, csv: string | null): Content {
  const picture = here(visit, { [COPY.drawing]: id, [COPY.as]: 'svg' });
  const slide = here(visit, { [COPY.drawing]: id, [COPY.as]: 'slide' });
  const link = `${here(visit, withDates(visit))}#${id}`;
  return html`<details class="menu take" name="menu"><summary>Copy<span class="unseen">: ${title}</span></summary><ul>
<li hidden><a href="${picture}" data-copy-png>Picture (PNG)</a></li><li hidden><a href="${slide}" data-copy-png>Slide (PNG, 16:9)</a></li>
<li><a href="${picture}" download>Picture (SVG)</a></li><li><a href="${slide}" download>Slide (SVG, 16:9)</a></li>
${csv !== null && html`<li><a href="${csv}" download>Figures (CSV)</a></li>`}<li><a href="${link}" data-copy-link>Link with these dates</a></li></ul></details>`;
}

/** Fixes the dates, so that the link always shows today's figure. */
function withDates(visit: Visit) {
  const { from, until } = resolvedWindow(visit.window, visit.now).meta.window;
  return { ...NO_WINDOW, window: windowBetween(from, until) };
}
