import { type Html, html } from '../markup/html.ts';
import { across } from './plot.ts';
import { type RateFigure, rateText } from './rates.ts';

const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;

interface Named extends RateFigure {
  readonly brand: string;
}

export interface BesideOthers {
  /** Subject: `ChatGPT (API)`. */
  readonly name: string;
  readonly own: RateFigure;
  readonly rivals: readonly Named[];
  /** Rivals ahead of the brand beyond chance. */
  readonly ahead: readonly string[];
}

/** A brand's rate as a dot with its interval among its rivals' as ticks, from 0 to 100%. Below the floor: a hollow mark. */
export function besideOthers({ name, own, rivals, ahead }: BesideOthers): Html {
  const ticks = rivals.map(({ brand, rate }) => {
    if (rate === null) return null;
    const x = across(rate);
    return html`<line class="${ahead.includes(brand) ? 'ahead' : 'other'}" x1="${x}" x2="${x}" y1="5" y2="${HEIGHT - 5}"><title>${brand}</title></line>`;
  });
  const others = rivals.map((row) => `${row.brand} ${rateText(row)}`);
  const words = others.length === 0 ? [rateText(own)] : [`you ${rateText(own)}`, ...others];
  return html`<svg class="beside-others" width="100%" height="${HEIGHT}" role="img" aria-label="${name}: ${words.join('; ')}"><line class="grid" x1="0" x2="100%" y1="${MIDDLE}" y2="${MIDDLE}"/>${ticks}${dotOf(own)}</svg>`;
}

function dotOf({ rate, interval }: RateFigure): Html {
  if (rate === null) return html`<circle class="hollow" cx="5" cy="${MIDDLE}" r="4"/>`;
  return html`${interval && html`<line class="interval" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`}<circle class="dot" cx="${across(rate)}" cy="${MIDDLE}" r="5.5"/>`;
}

/** The style of a brand's order to a competitor. */
export const ORDER_STYLES = { behind: 'worse', level: 'muted', ahead: 'better' } as const;

/** The head of a column of these. */
export function besideAxis(): Html {
  return html`<span class="beside-axis"><span>0</span><span><span class="key-you">you</span> <span class="key-others">others</span></span><span>100%</span></span>`;
}
