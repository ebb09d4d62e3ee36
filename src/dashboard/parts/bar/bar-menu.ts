import { type Content, type Html, html } from '../../markup/html.ts';
import { type AddressQuery, here, type Visit } from '../../visit/visit.ts';
import { addressFields } from './choice-fields.ts';

interface BarMenu {
  readonly name: string;
  /** Label for screen readers, unless the value is one. */
  readonly title: string | null;
  readonly value: Content;
  /** Null if there is nothing to choose. */
  readonly panel: Content;
}

/** Clears the position in a list, because another choice selects other rows. */
export const NO_PLACE = { page: null, cursor: null, after: null, saved: null } as const;

export function barMenu({ name, title, value, panel }: BarMenu): Html {
  const shown = html`${title !== null && html`<span class="unseen">${title}: </span>`}<span class="bar-value">${value}</span>`;
  if (panel === null) return html`<span class="bar-fixed">${shown}</span>`;
  return html`<details class="bar-menu" id="bar-${name}" name="menu"><summary>${shown}</summary><div class="bar-panel">${panel}</div></details>
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
  return html`<ul class="bar-ways">${all.map(({ query, text, aside, isCurrent }) => html`<li><a href="${here(visit, { ...query, ...NO_PLACE })}"${isCurrent && html` aria-current="true"`}><bdi>${text}</bdi>${aside && html` <span class="muted">${aside}</span>`}</a></li>`)}</ul>`;
}

/** A form that submits to the current page and keeps every parameter except its own fields. */
export function barForm(visit: Visit, asked: readonly string[], fields: Html): Html {
  return html`<form action="${visit.path}">${addressFields(visit, [...asked, ...Object.keys(NO_PLACE)])}${fields}</form>`;
}
