import type { Copied } from '../charts/figure.ts';
import type { Drawing } from '../drawing.ts';
import { type Content, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';
import { NO_WINDOW, resolvedWindow, windowBetween } from '../window.ts';

/** What is known of a drawing before it is drawn. */
export interface Copying {
  /** What it is called on the page, and in the name of its file. */
  readonly name: string;
  readonly title: string;
  /** Its figures as a file; null where this reader may not have it. */
  readonly csv: string | null;
  readonly answers?: Drawing['answers'];
  readonly window?: Drawing['window'];
  /** What an event on one of its days would be about, such as the name of an engine: of a chart over days. */
  readonly about?: string;
}

/** How a chart or a table of a page can be taken along: a small menu beside it. */
export function copied(visit: Visit, copying: Copying): Copied {
  const { name, title, csv, answers, window } = copying;
  return (drawn) => {
    const id = visit.drawings.add(name, { title, drawn, answers: answers ?? null, window: window ?? null });
    return { id, menu: html`${eventLink(visit, copying, id)}${menuOf(visit, id, title, csv)}` };
  };
}

/** A way to note what happened on a day of a chart, and back. A script sets the day that is pointed at. */
function eventLink(visit: Visit, { about, window }: Copying, id: string): Content {
  if (about === undefined || !window || !visit.mayEdit) return null;
  const last = new Date(Math.min(Date.parse(window.until), visit.now)).toISOString();
  const asked = { day: last.slice(0, 'yyyy-mm-dd'.length), about, back: `${here(visit, {})}#${id}` };
  return html`<a class="plain not-printed" href="${visit.to('events', asked)}" data-event>Add an event here<span class="unseen">: ${about}</span></a>`;
}

/** The parameters that ask a page for one of its drawings as a file. */
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

/** A link to a figure is to the one that is seen now, so its days are fixed. */
function withDates(visit: Visit) {
  const { from, until } = resolvedWindow(visit.window, visit.now).meta.window;
  return { ...NO_WINDOW, window: windowBetween(from, until) };
}
