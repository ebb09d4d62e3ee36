import type { ClaimMeasure, Direction } from '../domain/alerts/claim.ts';
import { isBrand, type Piece } from './grammar-tokens.ts';
import { noFormRefusal, type Reading, type Refusal, refusal } from './refusal.ts';
import { COUNT } from './unclear-words.ts';

/**
 * The problem with an ambiguous or meaningless sentence; null for none. Pieces come without fillers.
 *
 * @param isRate whether it states a frequency: `how often ChatGPT names us`
 */
export function ambiguityIn(pieces: readonly Piece[], isRate: boolean): Refusal | null {
  for (const [at, piece] of pieces.entries()) {
    const found = unclearAt(piece, at, pieces);
    if (found !== null) return typeof found === 'string' ? refusal(found) : found;
  }
  return unclearWords(pieces, isRate);
}

const BEFORE_WHAT = 'before what? Write "than before", or two windows with "than" between them';
const THAN_WHAT = 'than what? Write a brand or a window after "than"';

function unclearAt(piece: Piece, at: number, pieces: readonly Piece[]): Refusal | string | null {
  const [before, after] = [pieces[at - 1], pieces[at + 1]];
  if (piece.kind === 'than') return unclearThan(before, pieces.slice(at + 1));
  if (piece.kind === 'before') {
    const isOneWindow = before?.kind === 'than' && after?.kind !== 'period';
    // "Before, it was more often" means less now.
    return isOneWindow ? null : refusal(BEFORE_WHAT, { direction: 'higher' }, { direction: 'lower' });
  }
  if (piece.kind === 'period' && before?.kind === 'by') return BY_WHEN;
  if (piece.kind === 'relative' && before?.kind !== 'than') return THAN_WHAT;
  const isLimit = piece.kind === 'direction' && (piece.said === 'limit' || piece.said === 'place');
  if (isLimit && !isBesideSize(at, pieces))
    return 'at least or at most how much? Write the size beside it, such as "at least 40%"';
  if (isLimit && before?.kind === 'direction' && after?.kind === 'size' && after.unit === 'percent') {
    return endOf(pieces, at);
  }
  if (piece.kind === 'from') {
    const text = after?.kind === 'period' || after?.kind === 'relative' ? after.text : null;
    return refusal('"from" may be "in" or "than": write one of them', { window: null, baseline: text }, {});
  }
  if (piece.kind === 'to')
    return (
      endOf(pieces, at) ??
      (after?.kind === 'measure' ? 'is it so, or will it be? Write a present or past fact' : null)
    );
  return piece.kind === 'size' ? unclearMargin(before, pieces) : null;
}

/** `fell to 20%` and `fell below 20%` state a fall and a level. */
function endOf(pieces: readonly Piece[], at: number): Refusal | null {
  const change = pieces
    .slice(0, at)
    .findLast(
      (each) => each.kind === 'direction' && (each.direction === 'higher' || each.direction === 'lower'),
    );
  const size = pieces.slice(at + 1).find((each) => each.kind === 'size');
  if (change?.kind !== 'direction' || size === undefined) return null;
  const isOfPosition = measuresIn(pieces).some((measure) => measure === 'position');
  const level: Direction = (change.direction === 'higher') !== isOfPosition ? 'at_least' : 'at_most';
  return refusal(
    'that says how it changed, and its size now: make two claims',
    { direction: change.direction, size: null },
    { direction: level, size: size.size, baseline: null },
  );
}

const BY_WHEN = noFormRefusal(
  'Sightline does not judge by when something was or will be so: write when it was so',
);
const ENGINES_COMPARED = noFormRefusal('Sightline never compares engines: make one claim for each');

/** `than Gemini` does not compare brands, and two engines are never compared. */
function unclearThan(before: Piece | undefined, after: readonly Piece[]): Refusal | string | null {
  const [next] = after;
  const isLead = before?.kind === 'direction' && before.said === 'lead';
  if (isLead && !after.some(({ kind }) => COMPARED.includes(kind) || kind === 'size'))
    return refusal('ahead of which brand, or behind which? Name it', { versus: 'any' });
  if (next?.kind === 'engine' || next?.kind === 'every') return ENGINES_COMPARED;
  const other = after.find(({ kind }) => kind !== 'measure');
  return other !== undefined && COMPARED.includes(other.kind) ? null : THAN_WHAT;
}

const COMPARED: readonly Piece['kind'][] = ['brand', 'us', 'period', 'relative', 'before'];

function isBesideSize(at: number, pieces: readonly Piece[]): boolean {
  // "In 3 of 4 ChatGPT answers or more"
  const isBetween = ({ kind }: Piece) => kind === 'measure' || kind === 'engine';
  const limit = pieces[at];
  const isAfter = limit?.kind === 'direction' && 'isAfter' in limit;
  const before = pieces
    .slice(0, at)
    .findLast((piece) => (isAfter ? piece.kind === 'size' : !isBetween(piece)));
  const after = pieces.slice(at + 1).find(({ kind }) => kind !== 'measure');
  return before?.kind === 'size' || after?.kind === 'size';
}

/** `within 5 points` is the margin of no difference, and `by 5 points` the size of one. */
function unclearMargin(before: Piece | undefined, pieces: readonly Piece[]): string | null {
  const isUnchanged = pieces.some((each) => each.kind === 'direction' && each.direction === 'unchanged');
  if (isUnchanged === (before?.kind === 'within')) return null;
  return isUnchanged
    ? 'how much may it differ? Write the margin as "within 5 points"'
    : '"within" is a margin for no change: write "by at least 5 points"';
}

function measuresIn(pieces: readonly Piece[]): ClaimMeasure[] {
  return pieces.flatMap((piece) => (piece.kind === 'measure' ? [piece.measure] : []));
}

interface Words {
  readonly measures: readonly ClaimMeasure[];
  /** Whether the measure is a noun or a verb. */
  readonly hasNoun: boolean;
  readonly hasVerb: boolean;
  readonly said: ReadonlySet<string | undefined>;
  readonly top: number | null;
  readonly hasAverage: boolean;
  readonly isOfSite: boolean;
  /** A share of answers. */
  readonly isOfLevel: boolean;
  readonly size: number | null;
  readonly isOfPlaces: boolean;
  /** `how often`, and the measure, if it can be a number of times. */
  readonly hasRate: boolean;
  readonly counted: readonly ClaimMeasure[];
  readonly isOfTop: boolean;
  readonly isOfTwoBrands: boolean;
  readonly isOfChange: boolean;
}

interface Rule {
  readonly when: (words: Words) => boolean;
  readonly because: string;
  readonly meant?: (words: Words) => readonly Reading[];
}

const isOf = (measure: ClaimMeasure) => (words: Words) => words.measures.includes(measure);
const isOfPosition = isOf('position');
/** A position that rose by 2 places is nearer the top, and one that increased may be further down. */
const isOfNumber = ({ said, isOfPlaces, hasRate }: Words) =>
  hasRate || said.has('often') || said.has('number') || (said.has('movement') && !isOfPlaces);
const isOfHeight = ({ said }: Words) => said.has('height') || said.has('quality') || said.has('lead');
/** Without a verb, `#1` may be the brand with the most mentions. */
const MOST_NAMED = { measure: 'named', top: null, direction: 'higher', versus: 'any' } as const;

const IN_HALF = { measure: 'listed', direction: 'at_least', size: 50 } as const;

const RULES: readonly Rule[] = [
  {
    when: ({ counted, measures, said, hasRate }) =>
      counted.length > 0 && counted.length === measures.length && !hasRate && !said.has('often'),
    because: COUNT,
    meant: ({ counted }) => counted.map((measure) => ({ measure })),
  },
  {
    when: (words) => words.top !== null && words.measures.some((measure) => measure !== 'listed'),
    because: 'only a place in a list counts, not the order of mention: write "lists us first"',
    meant: ({ isOfLevel, said }) => [isOfLevel || said.size > 0 ? { measure: 'listed' } : IN_HALF],
  },
  {
    when: (words) => words.top !== null && isOfHeight(words),
    because: 'that is a place and a comparison: make two claims, or write "first more often than"',
    meant: () => [
      { measure: 'listed', direction: 'higher' },
      { measure: 'position', top: null },
    ],
  },
  {
    when: ({ top, isOfLevel, said }) => top !== null && !isOfLevel && said.size === 0,
    because: 'in how many answers, or on average? Write one',
    meant: ({ top, hasVerb }) => [
      IN_HALF,
      ...(top === 1 && !hasVerb ? [MOST_NAMED] : []),
      ...(top === 1 ? [] : [{ measure: 'position', top: null, direction: 'at_most', size: top } as const]),
    ],
  },
  {
    when: (words) => isOfPosition(words) && words.said.has('place') && !words.hasAverage && !words.hasNoun,
    because: 'in how many answers, or on average? Write one',
    meant: ({ size, isOfTop }) => [{}, ...(isOfTop ? [{ ...IN_HALF, top: size }] : [])],
  },
  {
    when: (words) => isOfPosition(words) && isOfNumber(words),
    because: 'a position is better or worse, not more: write "ranks us higher than" or "lower than"',
    meant: ({ hasVerb, said }) =>
      hasVerb && said.has('often')
        ? [{ measure: 'position' }, { measure: 'listed' }]
        : [{ measure: 'position' }],
  },
  {
    when: (words) => isOfPosition(words) && !words.hasVerb && words.said.has('height'),
    because: 'a higher position may be a higher number: write "better" or "worse"',
  },
  {
    when: (words) =>
      words.measures.length > 0 &&
      !isOfPosition(words) &&
      !isOf('listed')(words) &&
      !words.hasNoun &&
      !words.said.has('often') &&
      isOfHeight(words),
    because: 'that may be how often, or how high in lists: write "more often", or "ranks us higher"',
    meant: () => [{}, { measure: 'position' }],
  },
  {
    when: (words) =>
      words.measures.length > 0 && !isOfPosition(words) && !isOf('listed')(words) && words.said.has('place'),
    because: 'only a position can be in the top, or "or better": write "at least" or "at most"',
  },
  {
    when: ({ said, isOfTwoBrands }) => said.has('answers') && !isOfTwoBrands,
    because: 'that may be a number or a share of answers: write "more often" or "less often"',
  },
  {
    when: ({ isOfChange, isOfTwoBrands }) => isOfChange && isOfTwoBrands,
    because: 'Sightline cannot judge whether a lead has grown: compare two brands, or two windows',
    meant: () => [{}, { versus: null }],
  },
  {
    when: (words) => words.isOfSite && words.measures.length > 0 && !isOf('cited')(words),
    because: 'engines cite sites, and name, recommend, or rank brands: write "cites our site", or "us"',
    meant: () => [{ measure: 'cited' }, {}],
  },
];

/** @param isRate whether it states a frequency */
function unclearWords(pieces: readonly Piece[], isRate: boolean): Refusal | null {
  const measures = pieces.filter((piece) => piece.kind === 'measure');
  const words: Words = {
    measures: measures.map(({ measure }) => measure),
    hasNoun: isRate || measures.some(({ form }) => form === 'noun'),
    hasVerb: measures.some(({ form }) => form !== 'noun' && form !== 'itself'),
    said: new Set(pieces.flatMap((piece) => (piece.kind === 'direction' ? [piece.said] : []))),
    top: pieces.find((piece) => piece.kind === 'top')?.top ?? null,
    hasAverage: pieces.some(({ kind }) => kind === 'average'),
    isOfSite: pieces.some(({ kind }) => kind === 'site'),
    isOfLevel: pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent'),
    size: pieces.find((piece) => piece.kind === 'size')?.size ?? null,
    isOfChange: pieces.some((piece) => piece.kind === 'direction' && 'isChange' in piece),
    isOfTwoBrands: pieces.some(({ kind }, at) => kind === 'than' && isBrand(pieces[at + 1])),
    isOfPlaces: pieces.some((piece) => piece.kind === 'size' && piece.unit === 'places'),
    hasRate: isRate,
    counted: measures.flatMap(({ measure, form }) => (form === 'count' ? [measure] : [])),
    isOfTop: pieces.some((piece) => piece.kind === 'direction' && piece.direction === 'at_most'),
  };
  const rule = RULES.find(({ when }) => when(words));
  return rule ? refusal(rule.because, ...(rule.meant?.(words) ?? [])) : null;
}
