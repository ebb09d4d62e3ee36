import type { Drawing, Piece } from '../drawing.ts';
import { type Content, type Html, html } from '../html.ts';

/** Notes what is drawn, so that it can be taken from its page, and says its name there and the menu for it. */
export type Copied = (drawn: Drawing['drawn']) => { readonly id: string; readonly menu: Content };

/** A chart with the sentence that says what it shows, and the same figures as a table. */
export interface Figure {
  /** A class of its own for the style sheet. */
  readonly kind: string;
  readonly caption: Content;
  readonly chart: Html;
  readonly table: Html;
  /** The chart in its parts, for a picture of it. */
  readonly pieces: readonly Piece[];
  readonly copied: Copied;
}

export function figure({ kind, caption, chart, table, pieces, copied }: Figure): Html {
  const { id, menu } = copied({ pieces });
  return html`<figure class="chart ${kind}" id="${id}"><figcaption>${caption}</figcaption>${chart}<div class="under">${asTable(table)}${menu}</div></figure>`;
}

/** The figures of a drawing, folded away. */
export function asTable(table: Html, summary = 'The figures as a table'): Html {
  return html`<details class="figures"><summary>${summary}</summary>${table}</details>`;
}

/** A plain table. The first cell of a row is its head. */
export function plainTable(heads: readonly string[], rows: readonly (readonly Content[])[]): Html {
  const cells = (row: readonly Content[]) =>
    row.map((cell, index) =>
      index === 0 ? html`<th scope="row">${cell}</th>` : html`<td data-label="${heads[index]}">${cell}</td>`,
    );
  return html`<table class="cards"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`;
}

/** A figure as the way to its answers; without an address it is only text. */
export function linked(href: string | null, text: Content): Content {
  return href === null ? text : html`<a href="${href}">${text}</a>`;
}

/** A mark of a drawing as the way to its answers; without an address it is an image. It has a label either way. */
export function linkedMark(href: string | null, label: string, mark: Content): Html {
  return href === null
    ? html`<g role="img" aria-label="${label}">${mark}</g>`
    : html`<a class="mark" href="${href}" aria-label="${label}">${mark}</a>`;
}
