import { type Html, html } from '../markup/html.ts';
import { across } from './plot.ts';
import type { Change } from './windows.ts';

const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

/** A gap as a dot with its interval, on an axis from 0 to 100 points. The text beside it has the figures. */
export function gapLine({ points, lower, upper }: Change): Html {
  const [x, from, to] = [points, lower, upper].map((each) => across(Math.max(0, each) / 100));
  return html`<svg class="dots" width="100%" height="${HEIGHT}" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="${MIDDLE}" y2="${MIDDLE}"/><line class="before" x1="0" x2="0" y1="3" y2="${HEIGHT - 3}"/><line class="interval" x1="${from}" x2="${to}" y1="${MIDDLE}" y2="${MIDDLE}"/><circle class="dot" cx="${x}" cy="${MIDDLE}" r="5"/></svg>`;
}
