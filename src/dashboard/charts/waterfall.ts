import type { Piece } from '../markup/drawing.ts';
import type { Content, Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import { type CopyMenu, figure, linked, plainTable } from './figure.ts';
import { across } from './plot.ts';

/** One walk step: its change and the resulting figure. */
export interface WalkStep {
  readonly change: string;
  readonly unit: 'count' | 'share';
  /** Null with too few answers. */
  readonly value: number | null;
  /** As text: `31 of 80`, `38.8%`, and `-14.6 points`; the last two may be null. */
  readonly counts: string;
  readonly share: string | null;
  readonly difference: string | null;
  readonly href: string | null;
}

export interface Waterfall {
  readonly caption: Content;
  /** The first is the start. */
  readonly steps: readonly WalkStep[];
  /** The end. */
  readonly end: string;
}

/**
 * A walk as a waterfall: start and end are bars from zero, and each step hangs from the one before. Shares use an axis from 0 to 100%,
 * counts one from 0 to the largest. Where the unit changes, no bar claims a difference.
 */
export function waterfallFigure({ caption, steps, end }: Waterfall, copyMenu: CopyMenu): Html {
  const most = Math.max(1, ...steps.map(({ unit, value }) => (unit === 'count' ? (value ?? 0) : 0)));
  const last = steps.length > 1 ? steps.at(-1) : undefined;
  const rows = steps.map((step, index) => {
    const before = steps[index - 1];
    return { step, bar: barOf(step, before?.unit === step.unit ? before : null, most) };
  });
  if (last) rows.push({ step: { ...last, change: end, difference: null }, bar: barOf(last, null, most) });
  return figure({
    kind: 'waterfall',
    caption,
    chart: html`<div>${rows.map(({ step, bar }) => stepRow(step, bar))}</div>`,
    table: tableOf(steps),
    pieces: rows.map(
      ({ step, bar }): Piece => ({
        svg: stepBar(step, bar),
        height: HEIGHT,
        left: 320,
        right: 220,
        name: step.change,
        text: figuresOf(step).join(', '),
      }),
    ),
    copyMenu,
  });
}

const HEIGHT = 28;

interface Bar {
  readonly name: 'whole' | 'rise' | 'fall' | 'same';
  readonly from: number;
  readonly to: number;
}

/** A bar's ends, 0 to 1. @param before the step that it hangs from; null for a bar from zero */
function barOf(step: WalkStep, before: WalkStep | null, most: number): Bar | null {
  if (step.value === null) return null;
  const end = placeOf(step.value, step.unit, most);
  if (before === null) return { name: 'whole', from: 0, to: end };
  if (before.value === null) return { name: 'same', from: end, to: end };
  const start = placeOf(before.value, step.unit, most);
  const name = end > start ? 'rise' : end < start ? 'fall' : 'same';
  return { name, from: Math.min(start, end), to: Math.max(start, end) };
}

function placeOf(value: number, unit: WalkStep['unit'], most: number): number {
  return unit === 'share' ? value : value / most;
}

function stepRow(step: WalkStep, bar: Bar | null): Html {
  const { change, counts, share, difference } = step;
  return html`<div class="walk-row"><span class="name">${change}</span>${stepBar(step, bar)}<span class="text"><b>${share ?? counts}</b>${share !== null && html` <small>${counts}</small>`}${difference !== null && html` <small class="by">${difference}</small>`}</span></div>
`;
}

function figuresOf({ counts, share, difference }: WalkStep): string[] {
  return [counts, share, difference].filter((each) => each !== null);
}

function stepBar(step: WalkStep, bar: Bar | null): Html {
  const { change, href } = step;
  const label = figuresOf(step).join(', ');
  const mark = html`<rect class="hit" x="0" y="0" width="100%" height="${HEIGHT}"/>${bar ? drawn(bar) : hollow()}`;
  const linkedMark =
    href === null ? mark : html`<a class="mark" href="${href}" aria-label="${change}: ${label}">${mark}</a>`;
  return html`<svg width="100%" height="${HEIGHT}" role="group" aria-label="${change}: ${label}"><line class="grid" x1="0" x2="0" y1="0" y2="${HEIGHT}"/>${linkedMark}</svg>`;
}

function drawn({ name, from, to }: Bar): Html {
  if (from === to)
    return html`<line class="step same" x1="${across(to)}" x2="${across(to)}" y1="4" y2="${HEIGHT - 4}"/>`;
  return html`<rect class="step ${name}" x="${across(from)}" y="6" width="${across(to - from)}" height="${HEIGHT - 12}"/>`;
}

/** A hollow mark instead of a bar, which would read as 0%. */
function hollow(): Html {
  return html`<circle class="hollow" cx="6" cy="${HEIGHT / 2}" r="4"/>`;
}

function tableOf(steps: readonly WalkStep[]): Html {
  return plainTable(
    ['Step', 'Counts', 'Share', 'Difference'],
    steps.map(({ change, counts, share, difference, href }) => [
      change,
      linked(href, counts),
      share ?? '-',
      difference ?? '-',
    ]),
  );
}
