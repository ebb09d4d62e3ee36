import { scaleLinear } from 'd3-scale';
import { pointsText } from '../../domain/figures/points.ts';
import { excludesZero } from '../../stats/rates/intervals.ts';
import { type Html, html } from '../markup/html.ts';
import { daysText } from './days.ts';
import { type CopyMenu, figure, linked, linkedMark, plainTable } from './figure.ts';
import { across, downIn, rounded, TICKS } from './plot.ts';
import { partsOf, type RateFigure, rateText } from './rates.ts';

const PLOT = 120;
const HEIGHT = 150;

/** Horizontal extent: the earlier window is longer. */
const BEFORE = { from: 0, to: 0.7 };
const NOW = { from: 0.72, to: 1 };

export interface WindowSide extends RateFigure {
  readonly after: string;
  readonly until: string;
  readonly href: string | null;
}

/** A difference in percentage points, with its 95% interval. */
export interface Change {
  readonly points: number;
  readonly lower: number;
  readonly upper: number;
}

export interface WindowsFigure {
  /** Start of the sentence: `ChatGPT (API) named Acme`. */
  readonly event: string;
  readonly current: WindowSide;
  readonly baseline: WindowSide;
  /** Null if a side has too few answers for a rate. */
  readonly change: Change | null;
}

/** A comparison's two windows with their shares, and the difference's interval, which decides. */
export function windowsFigure(data: WindowsFigure, copyMenu: CopyMenu): Html {
  const { change } = data;
  return figure({
    kind: 'windows',
    caption: windowsWords(data),
    chart: html`<div class="windows-area">${sharesOf(data)}</div>${change && differenceAxis(change)}`,
    table: tableOf(data),
    copyMenu,
  });
}

/** A difference and its interval in words: `-29.2`, and `-39.2 to -17.4`. */
export function pointsParts({ points, lower, upper }: Change): {
  readonly points: string;
  readonly range: string;
} {
  const [shown, from, to] = [points, lower, upper].map((each) => pointsText(each / 100));
  return { points: `${shown}`, range: `${from} to ${to}` };
}

/** Sentences with both counts and the difference. */
export function windowsWords({ event, current, baseline, change }: WindowsFigure): string {
  const side = (each: WindowSide) => `in ${rateText(each)}, ${daysText(each.after, each.until)}`;
  return `${event} ${side(current)}, and ${side(baseline)}. ${changeWords(change)}`;
}

/** Whether the interval excludes zero. */
function changeWords(change: Change | null): string {
  if (change === null) return 'One of the two has too few answers for a rate, so there is no difference yet.';
  const says = excludesZero(change)
    ? 'excludes zero: larger than noise'
    : 'includes zero: not larger than noise';
  const { points, range } = pointsParts(change);
  return `The difference is ${points} points; its 95% interval, ${range}, ${says}.`;
}

function sharesOf({ current, baseline }: WindowsFigure): Html {
  const y = downIn(PLOT);
  const grid = TICKS.filter((tick) => (2 * tick) % 1 === 0).map(
    (tick) =>
      html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="-8" y="${y(tick) + 4}">${Math.round(100 * tick)}%</text>`,
  );
  return html`<svg width="100%" height="${HEIGHT}" role="group" aria-label="The two windows">${grid}${windowOf(baseline, BEFORE, 'then')}${windowOf(current, NOW, 'now')}</svg>`;
}

type Extent = typeof BEFORE;

function windowOf(side: WindowSide, { from, to }: Extent, name: 'then' | 'now'): Html {
  const days = daysText(side.after, side.until);
  const mark = html`<rect class="window" x="${across(from)}" y="0" width="${across(to - from)}" height="${PLOT}"/>${shareIn(side, { from, to })}`;
  const label = `${days}: ${rateText(side)}`;
  return html`<g class="${name}">${linkedMark(side.href, label, mark)}<text class="date" x="${across((from + to) / 2)}" y="${HEIGHT - 4}">${days}</text></g>`;
}

function shareIn(side: WindowSide, { from, to }: Extent): Html {
  const y = downIn(PLOT);
  const { counts } = partsOf(side);
  const middle = across((from + to) / 2);
  if (side.rate === null) {
    return html`<circle class="hollow" cx="${middle}" cy="${PLOT + 9}" r="4"/><text class="counts" x="${middle}" y="${PLOT - 8}">${counts}</text>`;
  }
  const [x, wide] = [across(from), across(to - from)];
  const range = side.interval;
  const top = y(range?.upper ?? side.rate);
  const band =
    range &&
    html`<rect class="band" x="${x}" y="${top}" width="${wide}" height="${rounded(y(range.lower) - top)}"/>`;
  // Above the band, or below if it touches the top.
  const text = top > 20 ? top - 6 : y(range?.lower ?? side.rate) + 16;
  return html`${band}<line class="line" x1="${x}" x2="${across(to)}" y1="${y(side.rate)}" y2="${y(side.rate)}"/><text class="counts" x="${middle}" y="${rounded(text)}">${counts}</text>`;
}

/** Possible axis ends in points, symmetric around zero. */
const REACHES = [10, 20, 40, 60, 100];

/** A difference's interval around zero, with its description. */
export function differenceAxis(change: Change): Html {
  const far = Math.max(Math.abs(change.lower), Math.abs(change.upper));
  const reach = REACHES.find((each) => each >= far) ?? 100;
  const scale = scaleLinear().domain([-reach, reach]).range([0, 1]);
  const x = (points: number) => across(scale(points));
  const labels = [-reach, 0, reach].map(
    (at) =>
      html`<text class="tick" x="${x(at)}" y="40">${at > 0 ? `+${at}` : at}${at === reach && ' points'}</text>`,
  );
  const { points, range } = pointsParts(change);
  const name = excludesZero(change) ? 'beyond' : 'within';
  return html`<svg class="difference ${name}" width="100%" height="46" role="img" aria-label="The difference: ${points} points, 95% interval ${range}. ${excludesZero(change) ? 'Zero is outside.' : 'Zero is inside.'}"><line class="grid" x1="0" x2="100%" y1="14" y2="14"/><line class="zero" x1="50%" x2="50%" y1="2" y2="26"/><line class="interval" x1="${x(change.lower)}" x2="${x(change.upper)}" y1="14" y2="14"/><circle class="dot" cx="${x(change.points)}" cy="14" r="5"/>${labels}</svg>`;
}

function tableOf({ current, baseline, change }: WindowsFigure): Html {
  const rows = [
    ['Since', current],
    ['Before', baseline],
  ] as const;
  const points = change && pointsParts(change);
  return html`${plainTable(
    ['Window', 'Days', 'Answers'],
    rows.map(([name, side]) => [name, daysText(side.after, side.until), linked(side.href, rateText(side))]),
  )}${points && html`<p>Difference: ${points.points} points (${points.range}).</p>`}`;
}

const GAP_HEIGHT = 20;
const GAP_MIDDLE = GAP_HEIGHT / 2;

/** A gap as a dot with its interval, on an axis from 0 to 100 points. The text beside it has the figures. */
export function gapLine({ points, lower, upper }: Change): Html {
  const [x, from, to] = [points, lower, upper].map((each) => across(Math.max(0, each) / 100));
  return html`<svg class="dots" width="100%" height="${GAP_HEIGHT}" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="${GAP_MIDDLE}" y2="${GAP_MIDDLE}"/><line class="before" x1="0" x2="0" y1="3" y2="${GAP_HEIGHT - 3}"/><line class="interval" x1="${from}" x2="${to}" y1="${GAP_MIDDLE}" y2="${GAP_MIDDLE}"/><circle class="dot" cx="${x}" cy="${GAP_MIDDLE}" r="5"/></svg>`;
}
