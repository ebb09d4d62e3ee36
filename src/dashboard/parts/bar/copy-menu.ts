import { resolvedWindow } from '../../../reports/run/named-window.ts';
import type { CopyMenu } from '../../charts/figure.ts';
import { type Content, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { NO_WINDOW, windowBetween } from '../../visit/window.ts';

export interface CopyOptions {
  /** Name on the page. */
  readonly name: string;
  readonly title: string;
  /** CSV address; null if the reader may not have it. */
  readonly csv: string | null;
  /** The figures' window, ISO 8601; null for the page's. */
  readonly window?: { readonly from: string; readonly until: string } | null;
  /** Subject of an event on one of its days, such as an engine name. Only for charts over time. */
  readonly about?: string;
}

/** The copy menu beside a chart or table. */
export function copyMenu(visit: Visit, options: CopyOptions): CopyMenu {
  const { name, title, csv } = options;
  const id = visit.idFor(name);
  return { id, menu: html`${eventLink(visit, options, id)}${menuOf(visit, id, title, csv)}` };
}

/** A link to add an event to a chart's day. A script sets the day under the pointer. */
function eventLink(visit: Visit, { about, window }: CopyOptions, id: string): Content {
  if (about === undefined || !window || !visit.mayEdit) return null;
  const last = new Date(Math.min(Date.parse(window.until), visit.now)).toISOString();
  const asked = { day: last.slice(0, 'yyyy-mm-dd'.length), about, back: `${here(visit, {})}#${id}` };
  return html`<a class="plain not-printed" href="${visit.to('events', asked)}" data-event>Add an event here<span class="unseen">: ${about}</span></a>`;
}

function menuOf(visit: Visit, id: string, title: string, csv: string | null): Content {
  return html`<details class="menu take" name="menu"><summary>Copy<span class="unseen">: ${title}</span></summary><ul>
${csv !== null && html`<li><a href="${csv}" download>Figures (CSV)</a></li>`}<li><a href="${datedLink(visit)}#${id}" data-copy-link>Link with these dates</a></li></ul></details>`;
}

/** The page with fixed dates, so that the link always shows today's figures. */
export function datedLink(visit: Visit): string {
  const { from, until } = resolvedWindow(visit.window, visit.now).meta.window;
  return here(visit, { ...NO_WINDOW, window: windowBetween(from, until) });
}
