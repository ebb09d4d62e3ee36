import { type Html, html } from '../markup/html.ts';
import { across } from './plot.ts';
import type { RateFigure } from './rates.ts';

/** A rate and its interval on a line from 0 to 100%, below the same figures in text. Null below the floor. */
export function rateLine({ rate, interval }: RateFigure): Html | null {
  if (rate === null) return null;
  const range =
    interval &&
    html`<line class="interval" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="4" y2="4"/>`;
  return html`<svg class="rate-line" width="100%" height="8" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="4" y2="4"/>${range}<circle class="dot" cx="${across(rate)}" cy="4" r="3"/></svg>`;
}
