import { type Html, html } from '../markup/html.ts';
import { buckets } from './buckets.ts';
import { type MissingDays, missingDays } from './missing.ts';
import { across, answerStrip, bandOf, downIn, isAlone, lineOf, middleOf, type Point } from './plot.ts';

const HEIGHT = 44;
const PLOT = 30;
const STRIP_TOP = 34;
const STRIP = 10;

export interface Spark {
  /** Subject: `ChatGPT (API)`. */
  readonly name: string;
  readonly points: readonly LinkedPoint[];
  /** Hatched. */
  readonly missing?: MissingDays;
}

export interface LinkedPoint extends Point {
  /** Answers link; null without answers. */
  readonly href: string | null;
}

/** A sparkline with its band, above a strip of answers per week. Below the floor, the line has a gap and the strip a hollow mark. */
export function spark({ name, points, missing }: Spark): Html {
  const grid = [0, PLOT].map((y) => html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/>`);
  return html`<div class="spark-area"><svg class="spark" width="100%" height="${HEIGHT}" role="group" aria-label="${name}, over time">${missing && missingDays(points, missing, PLOT)}${grid}${bandOf(points, PLOT)}${lineOf(points, PLOT)}${answerStrip(points, STRIP_TOP, STRIP)}${marksOf(points)}${buckets({ series: [{ name, points }], height: HEIGHT })}</svg><p class="readout" aria-hidden="true"></p></div>`;
}

function marksOf(points: readonly Point[]): (Html | null)[] {
  const last = points.findLastIndex(({ rate }) => rate !== null);
  return points.map((point, index) => markAt(point, index, points, index === last || isAlone(points, index)));
}

function markAt(point: Point, index: number, points: readonly Point[], isShown: boolean): Html | null {
  const x = across(middleOf(index, points.length));
  const { rate, responses, interval } = point;
  if (rate === null) {
    return responses === 0
      ? null
      : html`<circle class="hollow" cx="${x}" cy="${(PLOT + STRIP_TOP) / 2}" r="2"/>`;
  }
  if (!isShown) return null;
  const y = downIn(PLOT);
  const range =
    interval && isAlone(points, index)
      ? html`<line class="interval" x1="${x}" x2="${x}" y1="${y(interval.lower)}" y2="${y(interval.upper)}"/>`
      : null;
  return html`${range}<circle class="dot" cx="${x}" cy="${y(rate)}" r="3.5"/>`;
}
