import { type Content, type Html, html } from '../../markup/html.ts';
import { type AddressQuery, here, type Visit } from '../../visit/visit.ts';
import { addressFields } from './choice-fields.ts';

interface Chip {
  readonly name: string;
  /** Label for screen readers. */
  readonly title: string;
  readonly value: Content;
  /** Link that resets the chip; null at the default. */
  readonly undo: string | null;
  /** Null if there is nothing to choose. */
  readonly panel: Content;
}

/** Clears the position in a list, because another choice selects other rows. */
export const NO_PLACE = { page: null, cursor: null, after: null, saved: null } as const;

export function barChip({ name, title, value, undo, panel }: Chip): Html {
  const set = undo !== null && ' set';
  const taken =
    undo !== null &&
    html`<a class="bar-undo" href="${undo}"><span class="unseen">Reset: ${title}</span><span aria-hidden="true">×</span></a>`;
  const shown = html`<span class="bar-value">${value}</span>`;
  if (panel === null) return html`<span class="bar-chip fixed${set}">${shown}${taken}</span>`;
  return html`<div class="bar-chip${set}"><details class="bar-menu" id="bar-${name}" name="bar"><summary><span class="unseen">${title}: </span>${shown}</summary><div class="bar-panel">${panel}</div></details>${taken}</div>
`;
}

/** One option. */
export interface Way {
  /** Parameters to change in the address. */
  readonly query: AddressQuery;
  readonly text: Content;
  /** Text at its end: days, or a number of answers. */
  readonly aside?: Content;
  readonly isCurrent: boolean;
}

export function ways(visit: Visit, all: readonly Way[]): Html {
  return html`<ul class="bar-ways">${all.map((way) => html`<li>${wayLink(visit, way)}</li>`)}</ul>`;
}

export function wayLink(visit: Visit, { query, text, aside, isCurrent }: Way): Html {
  return html`<a href="${here(visit, { ...query, ...NO_PLACE })}"${isCurrent && html` aria-current="true"`}><bdi>${text}</bdi>${aside && html` <span class="muted">${aside}</span>`}</a>`;
}

/** A form that submits to the current page and keeps every parameter except its own fields. */
export function barForm(visit: Visit, asked: readonly string[], fields: Html): Html {
  return html`<form action="${visit.path}">${addressFields(visit, [...asked, ...Object.keys(NO_PLACE)])}${fields}</form>`;
}
