import type { Piece } from './pieces.ts';

/** What may be read in two ways, or in a way that nobody means; null if nothing may. Pieces are without fillers. */
export function twoWaysIn(pieces: readonly Piece[]): string | null {
  for (const [at, piece] of pieces.entries()) {
    const problem = unclearAt(piece, at, pieces);
    if (problem !== null) return problem;
  }
  return unclearWords(pieces);
}

const THAN_WHAT = 'than what? Write a brand or a window after "than"';

function unclearAt(piece: Piece, at: number, pieces: readonly Piece[]): string | null {
  const [before, after] = [pieces[at - 1], pieces[at + 1]];
  if (piece.kind === 'unclear') return piece.problem;
  if (piece.kind === 'than') return unclearThan(pieces.slice(at + 1));
  if (piece.kind === 'before') {
    const isOneWindow = before?.kind === 'than' && after?.kind !== 'period';
    return isOneWindow ? null : 'before what? Write "than before", or two windows with "than" between them';
  }
  if (piece.kind === 'relative' && before?.kind !== 'than') return THAN_WHAT;
  const isLimit = piece.kind === 'direction' && (piece.said === 'limit' || piece.said === 'place');
  if (isLimit && !isBesideSize(at, pieces))
    return 'at least or at most what? Write the size beside it, such as "at least 40%"';
  return piece.kind === 'size' ? unclearMargin(before, pieces) : null;
}

/** `than Gemini` does not compare brands, and two engines are never compared. */
function unclearThan(after: readonly Piece[]): string | null {
  const [next] = after;
  if (next?.kind === 'engine') return 'engines are never compared with each other: make a claim of each';
  const other = after.find(({ kind }) => kind !== 'measure');
  const isCompared =
    other !== undefined && ['brand', 'us', 'period', 'relative', 'before'].includes(other.kind);
  return isCompared ? null : THAN_WHAT;
}

function isBesideSize(at: number, pieces: readonly Piece[]): boolean {
  const before = pieces.slice(0, at).findLast(({ kind }) => kind !== 'measure');
  const after = pieces.slice(at + 1).find(({ kind }) => kind !== 'measure');
  return before?.kind === 'size' || after?.kind === 'size';
}

/** `within 5 points` is the margin of no difference, and `by 5 points` the size of one. */
function unclearMargin(before: Piece | undefined, pieces: readonly Piece[]): string | null {
  const isUnchanged = pieces.some((each) => each.kind === 'direction' && each.direction === 'unchanged');
  if (isUnchanged === (before?.kind === 'within')) return null;
  return isUnchanged
    ? 'how much may it differ? Write the margin as "within 5 points"'
    : '"within" is a margin of what stays the same: write "by at least 5 points"';
}

interface Words {
  readonly isOfPosition: boolean;
  /** Whether what is counted is said by a noun, and whether by a verb. */
  readonly hasNoun: boolean;
  readonly hasVerb: boolean;
  readonly said: ReadonlySet<string | undefined>;
  readonly isOfSite: boolean;
  readonly isOfCitations: boolean;
}

const RULES: readonly { readonly when: (words: Words) => boolean; readonly because: string }[] = [
  {
    when: ({ isOfPosition, said }) => isOfPosition && (said.has('often') || said.has('number')),
    because: 'a position is better or worse, and not more: write "ranks us higher than" or "lower than"',
  },
  {
    when: ({ isOfPosition, hasVerb, said }) => isOfPosition && !hasVerb && said.has('height'),
    because: 'a higher position may be a higher number: write "better" or "worse"',
  },
  {
    when: ({ isOfPosition, hasNoun, said }) =>
      !isOfPosition && !hasNoun && (said.has('height') || said.has('quality')),
    because: 'that may be how often, or how high in lists: write "more often", or "ranks us higher"',
  },
  {
    when: ({ isOfPosition, said }) => !isOfPosition && said.has('place'),
    because: 'only a position is among the top, or a number "or better": write "at least" or "at most"',
  },
  {
    when: ({ isOfSite, isOfCitations }) => isOfSite && !isOfCitations,
    because: 'a site is cited, and a brand is named, recommended, or ranked: write "cites our site", or "us"',
  },
];

function unclearWords(pieces: readonly Piece[]): string | null {
  const measures = pieces.filter((piece) => piece.kind === 'measure');
  if (measures.length === 0) return null;
  const words: Words = {
    isOfPosition: measures.some(({ measure }) => measure === 'position'),
    hasNoun: measures.some(({ isNoun }) => isNoun),
    hasVerb: measures.some(({ isNoun }) => !isNoun),
    said: new Set(pieces.map((piece) => (piece.kind === 'direction' ? piece.said : undefined))),
    isOfSite: pieces.some(({ kind }) => kind === 'site'),
    isOfCitations: measures.some(({ measure }) => measure === 'cited'),
  };
  return RULES.find(({ when }) => when(words))?.because ?? null;
}
