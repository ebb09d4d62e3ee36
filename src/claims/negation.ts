import type { Direction } from '../domain/claim.ts';
import type { Piece } from './pieces.ts';
import { type Meant, type Refusal, refusal } from './refusal.ts';

/** Refuses `not`, which leaves open what is so instead, and what no number of answers can show: `never`, `always`, `nobody`. */
export function negationIn(pieces: readonly Piece[]): Refusal | null {
  const kind = KINDS.find((each) => pieces.some((piece) => piece.kind === each));
  const direction = directionIn(pieces);
  if (kind === undefined || (kind === 'most' && !isCompared(direction))) return null;
  return refusal(PROBLEMS[kind], ...MEANT[kind](direction, pieces));
}

const KINDS = ['not', 'no_longer', 'never', 'nobody', 'always', 'most'] as const;

function isCompared(direction: Direction | null): boolean {
  return direction === 'higher' || direction === 'lower' || direction === 'unchanged';
}

const PROBLEMS: Readonly<Record<(typeof KINDS)[number], string>> = {
  not: 'if that is not so, something else may be: write what is so',
  no_longer: 'that says what was, and what is: write one of them',
  never: 'no number of answers can show that it never happens: write in how many at most',
  always: 'no number of answers can show that it always happens: write in how many at least',
  nobody: 'a claim is about one engine and one or two brands: write which, or "each engine"',
  most: 'how often an engine says so is not compared with how often it says something else: leave that out',
};

const NEVER = { direction: 'at_most', size: 5 } as const;
const ALWAYS = { direction: 'at_least', size: 95 } as const;

const INSTEAD: Readonly<Record<Direction, readonly Meant[]>> = {
  higher: [{ direction: 'lower' }, { direction: 'unchanged', size: null }],
  lower: [{ direction: 'higher' }, { direction: 'unchanged', size: null }],
  unchanged: [
    { direction: 'higher', size: null },
    { direction: 'lower', size: null },
  ],
  at_least: [{ direction: 'at_most' }],
  at_most: [{ direction: 'at_least' }],
};

type Means = (direction: Direction | null, pieces: readonly Piece[]) => readonly Meant[];

const opposite =
  (meant: readonly Meant[]): Means =>
  (direction) =>
    direction === null ? meant : INSTEAD[direction];

const MEANT: Readonly<Record<(typeof KINDS)[number], Means>> = {
  // "Kestrel, not us" names who is less.
  not: (direction, pieces) =>
    pieces.some(({ kind }, at) => kind === 'not' && ['brand', 'us'].includes(pieces[at + 1]?.kind ?? ''))
      ? [direction === null ? {} : { direction }]
      : opposite([notAlways(pieces)])(direction, pieces),
  no_longer: opposite([{ direction: 'lower', baseline: 'before' }, NEVER]),
  never: opposite([NEVER]),
  always: (direction) => [direction === null ? ALWAYS : {}],
  // "Nobody is named more often than us" is about the others.
  nobody: (direction, pieces) =>
    direction !== null && isOfOthers(pieces) ? [{ rival: 'any' }] : opposite([NEVER])(direction, pieces),
  most: () => [{}],
};

/** What is so where it does not happen, or not always, or not never. */
function notAlways(pieces: readonly Piece[]): Meant {
  if (pieces.some(({ kind }) => kind === 'always')) return { direction: 'at_most', size: 95 };
  return pieces.some(({ kind }) => kind === 'never') ? { direction: 'at_least', size: 5 } : NEVER;
}

/** Whether the only brand is what others are compared with. */
function isOfOthers(pieces: readonly Piece[]): boolean {
  const brand = pieces.findIndex(({ kind }) => kind === 'brand' || kind === 'us');
  return pieces.slice(0, Math.max(0, brand)).some(({ kind }) => kind === 'than');
}

/** What it says of two windows or brands, or else of a size. "Most" says it of answers, and is negated only by a word of its own. */
function directionIn(pieces: readonly Piece[]): Direction | null {
  const said = pieces.flatMap((piece) => (piece.kind === 'direction' ? [piece.direction] : []));
  const compared = said.find(isCompared);
  return compared ?? said[0] ?? (pieces.some(({ kind }) => kind === 'most') ? 'at_least' : null);
}
