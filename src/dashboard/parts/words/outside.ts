import type { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';

/** A day of an instrument. */
export type Cell = EnvelopeOf<typeof reports.coverage>['data'][number];

/** A change from outside, with its letter on the page. */
export interface OutsideChange {
  readonly letter: string;
  readonly what: string;
  readonly source: string | null;
  /** Its first day in the window. */
  readonly day: string;
  /** The instruments that it touches. */
  readonly names: readonly string[];
  /** The engines among them. */
  readonly engines: readonly string[];
}

/** What changed from outside, each change once, oldest first. */
export function outsideChangesOf(cells: readonly Cell[]): OutsideChange[] {
  const all = cells
    .flatMap((cell) => cell.outside.map((change) => ({ ...cell, ...change })))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  return [...Map.groupBy(all, ({ what }) => what)].map(([what, on], place) => ({
    letter: letterAt(place),
    what,
    source: on[0]?.source ?? null,
    day: on[0]?.day ?? '',
    names: [...new Set(on.map(({ name }) => name))],
    engines: [...new Set(on.flatMap(({ kind, instrument }) => (kind === 'engine' ? [instrument] : [])))],
  }));
}

const LETTERS = 26;

/** A, B, … Z, A2, … */
function letterAt(place: number): string {
  const round = Math.floor(place / LETTERS);
  return `${String.fromCharCode('A'.charCodeAt(0) + (place % LETTERS))}${round === 0 ? '' : round + 1}`;
}
