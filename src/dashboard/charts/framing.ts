import { MIN_SAMPLE } from '../../domain/rate.ts';
import { type Html, html } from '../html.ts';
import { linkedMark } from './figure.ts';
import { across } from './plot.ts';

/** How the mentions of a brand were framed. */
export interface Framing {
  /** What it is of: `Acme on ChatGPT (API)`. */
  readonly name: string;
  readonly recommended: number;
  readonly neutral: number;
  readonly negative: number;
  /** Those that could be judged: the denominator. */
  readonly classified: number;
  /** The answers behind each count; null where there are none. */
  readonly hrefs: Readonly<Record<Part, string | null>>;
}

const PARTS = ['recommended', 'neutral', 'negative'] as const;
type Part = (typeof PARTS)[number];

/** The judged mentions as one bar of 100%, for a row of a table. Below the floor it is an outline. */
export function framingBar(framing: Framing): Html {
  const { name, classified } = framing;
  const isFew = classified < MIN_SAMPLE;
  const bar = isFew
    ? html`<rect class="few" x="0.5" y="0.5" width="100%" height="23"/>`
    : segmentsOf(framing);
  return html`<svg class="framing-bar" width="100%" height="24" role="group" aria-label="${name}: ${countsOf(framing)}">${bar}</svg>`;
}

function countsOf({ classified, ...framing }: Framing): string {
  return `${PARTS.map((part) => `${framing[part]} ${part}`).join(', ')}, of ${classified} judged`;
}

/** A count is written where its part is at least this wide. */
const ROOM = 0.08;

function segmentsOf(framing: Framing): Html[] {
  let from = 0;
  return PARTS.flatMap((part) => {
    const count = framing[part];
    if (count === 0) return [];
    const share = count / framing.classified;
    const left = from;
    from += share;
    const text = share >= ROOM && html`<text x="${across(left + share / 2)}" y="16">${count}</text>`;
    const mark = html`<rect class="${part}" x="${across(left)}" y="0" width="${across(share)}" height="24"/>${text}`;
    const href = framing.hrefs[part];
    return [linkedMark(href, `${count} of ${framing.classified} ${part}`, mark)];
  });
}
