import type { Interval } from '../../domain/figures/proportion.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import { type CopyMenu, figure, plainTable } from './figure.ts';

/** A chance, from 0 to 1. */
export interface Odds {
  readonly name: string;
  readonly chance: number;
  readonly interval: Interval | null;
  /** Shown after the number. */
  readonly remark?: string;
}

/** Squares in a row and rows of squares, and their sizes in pixels. */
const SIDE = 10;
const [SQUARE, STEP] = [11, 13];

/** Chances as squares of a hundred. */
export function oddsFigure(caption: Content, all: readonly Odds[], copyMenu: CopyMenu): Html {
  return figure({
    kind: 'odds',
    caption,
    chart: html`<ul class="odds-squares">${all.map(
      (odds) => html`<li>${squares(odds)}<b>${odds.name}</b><small>${oddsText(odds)}</small></li>`,
    )}</ul>`,
    table: plainTable(
      ['Tries', 'No mention'],
      all.map((odds) => [odds.name, oddsText(odds)]),
    ),
    copyMenu,
  });
}

/** `55 of 100 (50 to 60)` */
function oddsText({ chance, interval, remark }: Odds): string {
  const ends = interval && ` (${of100(interval.lower)} to ${of100(interval.upper)})`;
  return `${of100(chance)} of 100${ends ?? ''}${remark ? `: ${remark}` : ''}`;
}

export function of100(chance: number): number {
  return Math.round(100 * chance);
}

function squares({ name, chance }: Odds): Html {
  const count = of100(chance);
  const size = SIDE * STEP;
  return html`<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" role="img" aria-label="${name}: ${count} of 100"><path class="off" d="${path(count, SIDE * SIDE)}"/><path class="on" d="${path(0, count)}"/></svg>`;
}

function path(from: number, to: number): string {
  const place = (at: number) => `M${(at % SIDE) * STEP} ${Math.floor(at / SIDE) * STEP}`;
  return Array.from(
    { length: to - from },
    (_, index) => `${place(from + index)}h${SQUARE}v${SQUARE}h-${SQUARE}z`,
  ).join('');
}
