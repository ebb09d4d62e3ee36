import { type Html, html } from '../html.ts';
import { type Dot, dotWithInterval, percentAxis } from './dot.ts';
import { figure, linked, plainTable } from './figure.ts';
import { partsOf, rateText } from './rates.ts';

export interface SharesFigure {
  readonly caption: string;
  /** One for each brand or engine, in reading order. */
  readonly rows: readonly Dot[];
  /** What a row is: `Brand`. */
  readonly head: string;
}

/** Shares under each other, as dots with their intervals on one axis. */
export function sharesFigure({ caption, rows, head }: SharesFigure): Html {
  const lines = rows.map((row) => {
    const { counts, percent } = partsOf(row.figure);
    return html`<div class="share-row"><span class="name">${row.name}</span>${dotWithInterval(row)}<span class="text"><b>${percent ?? 'no rate yet'}</b> ${counts}</span></div>`;
  });
  return figure({
    kind: 'shares',
    caption,
    chart: html`<div class="shares-area"><div class="share-row axis-row"><span class="name"></span>${percentAxis()}<span class="text"></span></div>${lines}</div>`,
    table: plainTable(
      [head, 'Share'],
      rows.map(({ name, figure: share, href }) => [name, linked(href, rateText(share))]),
    ),
  });
}
