import { type Html, html } from '../markup/html.ts';
import { linkedMark } from './figure.ts';
import { across } from './plot.ts';

/** Ways to speak about a brand, in bar order. */
export const SPOKEN_WAYS = ['recommended', 'neutral', 'negative'] as const;
export type SpokenWay = (typeof SPOKEN_WAYS)[number];

/** A count and its answers link. */
export interface LinkedCount {
  readonly count: number;
  readonly href: string | null;
}

export interface SaidBar {
  /** Subject: `Acme, price`. */
  readonly name: string;
  readonly counts: Readonly<Record<SpokenWay, LinkedCount>>;
  /** What a count's answers do, after the count. */
  readonly words?: Readonly<Record<SpokenWay, string>>;
  /** Length of the longest bar. */
  readonly longest: number;
}

/** Minimum width share for showing a count. */
const ROOM = 0.12;

/** Answers about a theme, by way. The bar's length is the number of answers, so that bars compare. */
export function saidBar({ name, counts, longest, words }: SaidBar): Html {
  let from = 0;
  const parts = SPOKEN_WAYS.flatMap((way) => {
    const { count, href } = counts[way];
    if (count === 0) return [];
    const share = count / longest;
    const text =
      share >= ROOM &&
      html`<text x="${across(from + share / 2)}" y="15">${count.toLocaleString('en-US')}${words && html`<tspan> ${words[way]}</tspan>`}</text>`;
    const mark = html`<rect class="${way}" x="${across(from)}" y="0" width="${across(share)}" height="22"/>${text}`;
    from += share;
    return [linkedMark(href, `${name}: ${count} ${way}`, mark)];
  });
  const all = SPOKEN_WAYS.map((way) => `${counts[way].count} ${way}`).join(', ');
  return html`<svg class="framing-bar said-bar" width="100%" height="22" role="group" aria-label="${name}: ${all}">${parts}</svg>`;
}
