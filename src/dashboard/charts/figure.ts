import { type Content, type Html, html } from '../markup/html.ts';

/** A chart's page id and its menu. */
export interface CopyMenu {
  readonly id: string;
  readonly menu: Content;
}

/** A chart with its caption and the same figures as a table. */
export interface Figure {
  /** CSS class. */
  readonly kind: string;
  readonly caption: Content;
  readonly chart: Html;
  readonly table: Html;
  readonly copyMenu: CopyMenu;
}

export function figure({ kind, caption, chart, table, copyMenu: { id, menu } }: Figure): Html {
  return html`<figure class="chart ${kind}" id="${id}"><figcaption>${caption}</figcaption>${chart}<div class="under">${asTable(table)}${menu}</div></figure>`;
}

/** The figures, folded. */
export function asTable(table: Html, summary = 'The figures as a table'): Html {
  return html`<details class="figures"><summary>${summary}</summary>${table}</details>`;
}

/** A plain table with row headings in the first column. A column with numbers is one of figures. @param style a CSS class */
export function plainTable(
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  style?: string,
): Html {
  const figures = heads.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const styleOf = (index: number) => figures[index] && html` class="figure"`;
  const cells = (row: readonly Content[]) =>
    row.map((cell, index) =>
      index === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td data-label="${heads[index]}"${styleOf(index)}${cell === 0 && html` data-zero`}>${typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}</td>`,
    );
  return html`<table class="cards${style !== undefined && ` ${style}`}"><thead><tr>${heads.map((head, index) => html`<th scope="col"${styleOf(index)}>${head}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`;
}

/** A figure with its answers link; plain text without an address. */
export function linked(href: string | null, text: Content): Content {
  return href === null ? text : html`<a href="${href}">${text}</a>`;
}

/** A mark with its answers link; an image without an address. Labeled either way. */
export function linkedMark(href: string | null, label: string, mark: Content): Html {
  return href === null
    ? html`<g role="img" aria-label="${label}">${mark}</g>`
    : html`<a class="mark" href="${href}" aria-label="${label}">${mark}</a>`;
}
