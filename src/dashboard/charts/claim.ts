import type { Interval } from '../../domain/figures/proportion.ts';
import { type Html, html } from '../markup/html.ts';
import { type CopyMenu, figure, linked, linkedMark, plainTable } from './figure.ts';
import { across, TICKS } from './plot.ts';
import { type Change, differenceAxis } from './windows.ts';

const HEIGHT = 32;
const MIDDLE = HEIGHT / 2;

/** A rate in a claim. */
export interface ClaimedFigure {
  /** Brand and dates: `Acme, November 1 to 20`. */
  readonly name: string;
  /** `31 of 80, 39% (29 to 50%)` */
  readonly text: string;
  /** Null below the floor. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Answers link. */
  readonly href: string | null;
}

export interface ClaimFigure {
  readonly caption: string;
  readonly figures: readonly ClaimedFigure[];
  /** The threshold for a single figure. */
  readonly limit: number | null;
  /** The difference between two rates in points; null for a single one. */
  readonly change: Change | null;
}

/** A claim's figures with intervals on one axis, and its threshold as a vertical line. */
export function claimFigure(data: ClaimFigure, copyMenu: CopyMenu): Html {
  return figure({
    kind: 'claimed',
    caption: data.caption,
    chart: html`<div class="claimed-rows">${axisRow()}${data.figures.map((each) => rowOf(each, data.limit))}</div>${data.change && differenceAxis(data.change)}`,
    table: plainTable(
      ['What', 'Figure'],
      data.figures.map(({ name, text, href }) => [name, linked(href, text)]),
    ),
    copyMenu,
  });
}

function axisRow(): Html {
  return html`<div class="claimed-row" aria-hidden="true"><span></span>${axisLabels()}</div>`;
}

function axisLabels(): Html {
  const labels = TICKS.map(
    (tick) => html`<text x="${across(tick)}" y="12">${Math.round(100 * tick)}%</text>`,
  );
  return html`<svg class="dots axis" width="100%" height="16">${labels}</svg>`;
}

function rowOf(figure: ClaimedFigure, limit: number | null): Html {
  const { name, text, href } = figure;
  return html`<div class="claimed-row"><span class="claimed-name"><bdi>${name}</bdi><br><a class="figure-link" href="${href}">${text}</a></span>${drawn(figure, limit)}</div>`;
}

function drawn({ name, text, value, interval, href }: ClaimedFigure, limit: number | null): Html {
  const grid = TICKS.map(
    (tick) => html`<line class="grid" x1="${across(tick)}" x2="${across(tick)}" y1="6" y2="${HEIGHT - 6}"/>`,
  );
  const held =
    limit !== null &&
    html`<line class="limit" x1="${across(limit)}" x2="${across(limit)}" y1="0" y2="${HEIGHT}"/>`;
  const range =
    interval &&
    html`<line class="interval" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
  const mark =
    value === null
      ? html`<circle class="hollow" cx="-14" cy="${MIDDLE}" r="5"/>`
      : html`${range}<circle class="hit" cx="${across(value)}" cy="${MIDDLE}" r="12"/><circle class="dot" cx="${across(value)}" cy="${MIDDLE}" r="6"/>`;
  return html`<svg class="dots" width="100%" height="${HEIGHT}" role="group" aria-label="${name}">${grid}${held}${linkedMark(href, `${name}: ${text}`, mark)}</svg>`;
}
