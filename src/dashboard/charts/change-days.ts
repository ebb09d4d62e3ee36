import { DAY_MS } from '../../domain/time/period.ts';
import { type Html, html } from '../markup/html.ts';
import { asTable, plainTable } from './figure.ts';
import { across, rounded } from './plot.ts';
import { type RateFigure, rateText } from './rates.ts';

const HEIGHT = 140;

/** UTC days, such as `2026-11-18`. */
interface Days {
  readonly from: string;
  readonly until: string;
}

interface Level extends RateFigure {
  readonly window: Days;
}

/** A day's figure. */
interface Day extends RateFigure {
  readonly start: string;
}

export interface ChangeDays {
  /** What it shows: `ChatGPT (API) by day`. */
  readonly caption: string;
  readonly days: readonly Day[];
  readonly before: Level;
  readonly since: Level;
  /** When it may have begun; null for unknown. */
  readonly start: Days | null;
  /** When its last level began, if it went on in steps. */
  readonly step: Days | null;
  readonly labels: { readonly before: string; readonly since: string };
}

/** A change: days as dots, its two levels with their bands, and shading where its start is unsure. */
export function changeDays({ caption, days, before, since, start, step, labels }: ChangeDays): Html {
  const place = placeIn(before.window.from, since.window.until);
  const x = (day: string, offset = 0) => across(place(day, offset));
  const dots = days.map(({ start: day, present, responses }) => {
    if (responses === 0) return null;
    return html`<circle cx="${x(day, 0.5)}" cy="${downTo(present / responses)}" r="2"/>`;
  });
  const shade =
    start &&
    html`<rect class="unsure" x="${x(start.from)}" width="${across(place((step ?? start).until, 1) - place(start.from))}" y="0" height="${HEIGHT}"/>`;
  const chart = html`<svg class="change-days" width="100%" height="${HEIGHT}" role="img" aria-label="${caption}: ${labels.before}, ${labels.since}">${shade}${level(before, 'level-before', x)}${level(since, 'level-since', x)}${dots}<line class="grid" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>`;
  const rows = days.map((day) => [day.start.slice(0, 10), rateText(day)]);
  return html`<figure class="change-figure"><figcaption>${caption}.${start && ` Shaded: ${step ? 'from when it began to change to its newest level' : 'when it may have begun'}, counted on neither side.`}</figcaption>${chart}
<p class="change-labels" aria-hidden="true"><span>${labels.before}</span> <span>${labels.since}</span></p>${asTable(plainTable(['Day', 'Share'], rows.toReversed()))}</figure>`;
}

/** From 0 to 1, of a day's beginning and an offset in days. */
function placeIn(first: string, last: string): (day: string, offset?: number) => number {
  const from = Date.parse(first);
  const length = Date.parse(last) + DAY_MS - from;
  return (day, offset = 0) => Math.min(1, Math.max(0, (Date.parse(day) - from + offset * DAY_MS) / length));
}

function downTo(share: number): number {
  return rounded(HEIGHT - 4 - share * (HEIGHT - 8));
}

function level(
  { rate, interval, window: { from, until } }: Level,
  style: string,
  x: (day: string, offset?: number) => string,
): Html | null {
  if (rate === null) return null;
  const [left, right, y] = [x(from), x(until, 1), downTo(rate)];
  const width = `${rounded(Number.parseFloat(right) - Number.parseFloat(left))}%`;
  const band =
    interval &&
    html`<rect class="band" x="${left}" width="${width}" y="${downTo(interval.upper)}" height="${rounded(downTo(interval.lower) - downTo(interval.upper))}"/>`;
  return html`<g class="${style}">${band}<line x1="${left}" x2="${right}" y1="${y}" y2="${y}"/></g>`;
}
