import { type Html, html } from '../html.ts';
import { partsOf, type RateFigure } from './rates.ts';

export interface HeatMap {
  /** What the table is, for whoever cannot see it. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
}

export interface HeatRow {
  readonly name: string;
  readonly href: string | null;
  /** One for each column; null where nothing was looked for. */
  readonly cells: readonly (HeatCell | null)[];
}

export interface HeatCell {
  readonly figure: RateFigure;
  readonly href: string | null;
}

/**
 * Shares as a table whose cells are the darker the higher they are, each a link to its answers. A percentage never stands
 * without its counts, which need neither a pointer nor a keyboard to be seen.
 */
export function heatMap({ label, columns, rows }: HeatMap): Html {
  const heads = columns.map((name) => html`<th scope="col" title="${name}"><span>${name}</span></th>`);
  const body = rows.map(
    ({ name, href, cells }) =>
      html`<tr><th scope="row">${href === null ? name : html`<a class="plain" href="${href}">${name}</a>`}</th>${cells.map((cell, index) => cellOf(cell, `${name}, ${columns[index]}`))}</tr>`,
  );
  return html`<table class="heat c${columns.length}" aria-label="${label}"><thead><tr><td></td>${heads}</tr></thead><tbody>${body}</tbody></table>`;
}

/** How many steps of shading there are above 0. */
const STEPS = 10;

function cellOf(cell: HeatCell | null, name: string): Html {
  if (cell === null) return html`<td class="none">-</td>`;
  const { figure, href } = cell;
  const { counts, percent, aside } = partsOf(figure);
  const step = figure.rate === null ? 'few' : `h${Math.round(STEPS * figure.rate)}`;
  // What is read aloud has what is seen in it, and what the heads and the shading say.
  const content = html`<span class="unseen">${name}: </span><b>${percent ?? (figure.responses === 0 ? 'none' : 'few')}</b> <span class="counts">${counts}</span><span class="unseen"> (${aside})</span>`;
  return href === null
    ? html`<td class="${step}"><span class="cell">${content}</span></td>`
    : html`<td class="${step}"><a href="${href}">${content}</a></td>`;
}
