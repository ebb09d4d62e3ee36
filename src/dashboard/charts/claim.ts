import { scaleLinear } from 'd3-scale';
import type { Interval } from '../../domain/figures/proportion.ts';
import { type Html, html } from '../markup/html.ts';
import { type CopyMenu, figure, linked, linkedMark, plainTable } from './figure.ts';
import { across } from './plot.ts';
import { type Change, differenceAxis } from './windows.ts';

const HEIGHT = 32;
const MIDDLE = HEIGHT / 2;

/** A claim's figure: a share or a list position. */
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
  /** The difference between two shares in points; null for positions and single figures. */
  readonly change: Change | null;
  /** Whether the figures are list positions, with 1 as the best. */
  readonly isPosition: boolean;
}

/** A claim's figures with intervals on one axis, and its threshold as a vertical line. */
export function claimFigure(data: ClaimFigure, copyMenu: CopyMenu): Html {
  const axis = data.isPosition ? positionAxis(data) : SHARES;
  return figure({
    kind: 'claimed',
    caption: data.caption,
    chart: html`<div class="claimed-rows">${axisRow(axis)}${data.figures.map((each) => rowOf(each, data.limit, axis))}</div>${data.change && differenceAxis(data.change)}`,
    table: plainTable(
      ['What', 'Figure'],
      data.figures.map(({ name, text, href }) => [name, linked(href, text)]),
    ),
    copyMenu,
  });
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly label: (tick: number) => string;
}

const SHARES: Axis = {
  from: 0,
  to: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  label: (tick) => `${Math.round(100 * tick)}%`,
};

/** An axis from the first position to the last one with a mark. */
function positionAxis({ figures, limit }: ClaimFigure): Axis {
  const last = Math.ceil(
    Math.max(5, limit ?? 0, ...figures.map(({ value, interval }) => interval?.upper ?? value ?? 0)),
  );
  const ticks = [1, (1 + last) / 2, last].map(Math.round);
  return { from: 1, to: last, ticks: [...new Set(ticks)], label: (tick) => `#${tick}` };
}

function placeOn({ from, to }: Axis): (value: number) => string {
  const scale = scaleLinear().domain([from, to]).range([0, 1]).clamp(true);
  return (value) => across(scale(value));
}

function axisRow(axis: Axis): Html {
  return html`<div class="claimed-row" aria-hidden="true"><span></span>${axisLabels(axis)}</div>`;
}

function axisLabels(axis: Axis): Html {
  const x = placeOn(axis);
  const labels = axis.ticks.map((tick) => html`<text x="${x(tick)}" y="12">${axis.label(tick)}</text>`);
  return html`<svg class="dots axis" width="100%" height="16">${labels}</svg>`;
}

function rowOf(figure: ClaimedFigure, limit: number | null, axis: Axis): Html {
  const { name, text, href } = figure;
  return html`<div class="claimed-row"><span class="claimed-name"><bdi>${name}</bdi><br><a class="figure-link" href="${href}">${text}</a></span>${drawn(figure, limit, axis)}</div>`;
}

function drawn({ name, text, value, interval, href }: ClaimedFigure, limit: number | null, axis: Axis): Html {
  const x = placeOn(axis);
  const grid = axis.ticks.map(
    (tick) => html`<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="6" y2="${HEIGHT - 6}"/>`,
  );
  const held =
    limit !== null && html`<line class="limit" x1="${x(limit)}" x2="${x(limit)}" y1="0" y2="${HEIGHT}"/>`;
  const range =
    interval &&
    html`<line class="interval" x1="${x(interval.lower)}" x2="${x(interval.upper)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
  const mark =
    value === null
      ? html`<circle class="hollow" cx="-14" cy="${MIDDLE}" r="5"/>`
      : html`${range}<circle class="hit" cx="${x(value)}" cy="${MIDDLE}" r="12"/><circle class="dot" cx="${x(value)}" cy="${MIDDLE}" r="6"/>`;
  return html`<svg class="dots" width="100%" height="${HEIGHT}" role="group" aria-label="${name}">${grid}${held}${linkedMark(href, `${name}: ${text}`, mark)}</svg>`;
}
