import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { type Html, html } from '../markup/html.ts';
import { linkedMark } from './figure.ts';
import { across } from './plot.ts';

export interface Framing {
  /** Subject: `Acme on ChatGPT (API)`. */
  readonly name: string;
  readonly recommended: number;
  readonly neutral: number;
  readonly negative: number;
  /** Judged mentions: the denominator. */
  readonly classified: number;
  /** Answers links; null for zero counts. */
  readonly hrefs: Readonly<Record<Part, string | null>>;
}

const PARTS = ['recommended', 'neutral', 'negative'] as const;
type Part = (typeof PARTS)[number];

/** Judged mentions as one 100% bar for a table row. Below the floor it is an outline. */
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

/** Minimum width for showing a count. */
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
