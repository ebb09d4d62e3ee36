import { type Html, html } from '../markup/html.ts';
import { linkedMark } from './figure.ts';
import { across, TICKS } from './plot.ts';
import { type RateFigure, rateText } from './rates.ts';

const HEIGHT = 32;
const MIDDLE = HEIGHT / 2;

/** A figure and its answers link. */
interface LinkedRate {
  readonly figure: RateFigure;
  readonly href: string | null;
}

export interface Dot extends LinkedRate {
  /** Subject: `ChatGPT (API)`. */
  readonly name: string;
  /** Earlier figure, as a dashed mark. */
  readonly before?: LinkedRate | null;
}

/** A rate as a dot with its interval, on an axis from 0 to 100%. Below the floor: a hollow mark off the axis. */
export function dotWithInterval({ name, figure, href, before }: Dot): Html {
  const grid = TICKS.map(
    (tick) => html`<line class="grid" x1="${across(tick)}" x2="${across(tick)}" y1="6" y2="${HEIGHT - 6}"/>`,
  );
  return html`<svg class="dots" width="100%" height="${HEIGHT}" role="group" aria-label="${name}">${grid}${before ? beforeMark(before, name) : null}${markOf(figure, href, name)}${ENDS}</svg>`;
}

/** End labels for phones, which have no axis above. */
const ENDS = html`<g class="ends" aria-hidden="true"><text x="0" y="${HEIGHT + 6}">0</text><text x="100%" y="${HEIGHT + 6}">100</text></g>`;

function markOf(figure: RateFigure, href: string | null, name: string): Html {
  return linkedMark(href, `${name}: ${rateText(figure)}`, figure.rate === null ? HOLLOW : dotOf(figure));
}

/** Beside the axis, because 0% would be a rate. */
const HOLLOW = html`<circle class="hollow" cx="-14" cy="${MIDDLE}" r="5"/>`;

function dotOf({ rate, interval }: RateFigure): Html {
  const x = across(rate ?? 0);
  const range =
    interval &&
    html`<line class="interval" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
  return html`${range}<circle class="hit" cx="${x}" cy="${MIDDLE}" r="12"/><circle class="dot" cx="${x}" cy="${MIDDLE}" r="6"/>`;
}

function beforeMark({ figure, href }: LinkedRate, name: string): Html | null {
  if (figure.rate === null) return null;
  const x = across(figure.rate);
  return linkedMark(
    href,
    `${name}, before: ${rateText(figure)}`,
    html`<line class="before" x1="${x}" x2="${x}" y1="3" y2="${HEIGHT - 3}"/>`,
  );
}

/** The axis above a column of dots. */
export function percentAxis(): Html {
  const labels = [0, 0.5, 1].map(
    (tick) => html`<text x="${across(tick)}" y="12">${Math.round(100 * tick)}%</text>`,
  );
  return html`<svg class="dots axis" width="100%" height="16" aria-hidden="true">${labels}</svg>`;
}
