import { type Content, type Html, html } from '../html.ts';
import { type AddressQuery, here, type Visit } from '../visit.ts';
import { addressFields } from './choice-fields.ts';

/** A chip of the bar. */
interface Chip {
  readonly name: string;
  /** What it chooses, for a reader who does not see the bar. */
  readonly title: string;
  /** What is chosen. */
  readonly value: Content;
  /** Where that is taken back; null where it is as usual. */
  readonly undo: string | null;
  /** What it opens; null where there is nothing to choose. */
  readonly panel: Content;
}

/** A place in a list, which another choice does not keep: it is of other rows then. */
export const NO_PLACE = { page: null, cursor: null, after: null, saved: null } as const;

export function barChip({ name, title, value, undo, panel }: Chip): Html {
  const set = undo !== null && ' set';
  const taken =
    undo !== null &&
    html`<a class="bar-undo" href="${undo}"><span class="unseen">Take back: ${title}</span><span aria-hidden="true">×</span></a>`;
  const shown = html`<span class="bar-value">${value}</span>`;
  if (panel === null) return html`<span class="bar-chip fixed${set}">${shown}${taken}</span>`;
  return html`<div class="bar-chip${set}"><details class="bar-menu" id="bar-${name}" name="bar"><summary><span class="unseen">${title}: </span>${shown}</summary><div class="bar-panel">${panel}</div></details>${taken}</div>
`;
}

/** One of the ways to choose. */
export interface Way {
  /** What it changes in the address. */
  readonly query: AddressQuery;
  readonly text: Content;
  /** What stands at its end: its days, or how many answers there are. */
  readonly aside?: Content;
  readonly isCurrent: boolean;
}

export function ways(visit: Visit, all: readonly Way[]): Html {
  return html`<ul class="bar-ways">${all.map((way) => html`<li>${wayLink(visit, way)}</li>`)}</ul>`;
}

export function wayLink(visit: Visit, { query, text, aside, isCurrent }: Way): Html {
  return html`<a href="${here(visit, { ...query, ...NO_PLACE })}"${isCurrent && html` aria-current="true"`}><bdi>${text}</bdi>${aside && html` <span class="muted">${aside}</span>`}</a>`;
}

/** A form of the page's own address that keeps all of it but what it asks for. */
export function barForm(visit: Visit, asked: readonly string[], fields: Html): Html {
  return html`<form action="${visit.path}">${addressFields(visit, [...asked, ...Object.keys(NO_PLACE)])}${fields}</form>`;
}
