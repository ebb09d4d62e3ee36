import type { Direction } from '../domain/alerts/claim.ts';
import { isBrand, type Piece } from './grammar-tokens.ts';
import { noFormRefusal, type Reading, type Refusal } from './refusal.ts';

type Kind = Piece['kind'];

/**
 * Resolves negations of a figure: `not as often` is less often, `never` in none of the answers, `always` in all, `no engine in more than
 * 10%` at most 10%, and `leaves us out of most answers` names us in at most half of them. Leaves other negations as they are.
 */
export function affirm(pieces: readonly Piece[]): Piece[] {
  for (const read of [
    withoutAny,
    withoutLess,
    withoutNobody,
    withoutNot,
    withoutNone,
    withoutAll,
    withoutAbsence,
  ]) {
    const plain = read(pieces);
    if (plain !== null) return plain;
  }
  return [...pieces];
}

const NEGATIONS: readonly Kind[] = ['not', 'no_longer', 'never', 'nobody', 'always', 'absent', 'fails'];

function indexOf(pieces: readonly Piece[], kind: Kind): number {
  const at = pieces.findIndex((piece) => piece.kind === kind);
  return at < 0 ? pieces.length : at;
}

/** The kinds of negations in a sentence, each once. */
function negationsIn(pieces: readonly Piece[]): Kind[] {
  return NEGATIONS.filter((kind) => pieces.some((piece) => piece.kind === kind));
}

function isOnly(pieces: readonly Piece[], ...kinds: readonly Kind[]): boolean {
  const said = negationsIn(pieces);
  return said.length > 0 && said.every((kind) => kinds.includes(kind));
}

function without(pieces: readonly Piece[], ...kinds: readonly Kind[]): Piece[] {
  return pieces.filter(({ kind }) => !kinds.includes(kind));
}

/** `Not in any answer` is never, and so is `no engine ever`. */
function withoutAny(pieces: readonly Piece[]): Piece[] | null {
  if (!pieces.some(({ kind }) => kind === 'any')) return null;
  if (isOnly(pieces, 'not')) return affirm([...without(pieces, 'not', 'any'), { kind: 'never' }]);
  return isOnly(pieces, 'never') || isOnly(pieces, 'nobody') ? affirm(without(pieces, 'any')) : null;
}

const NOT: readonly Kind[] = ['not', 'never'];

/**
 * `Does not name us` is never, and `most answers do not name us` names us in at most half. `Does not name us in most answers` means the
 * same; with any other size, it can mean fewer answers, or the answers without us.
 */
function withoutNot(pieces: readonly Piece[]): Piece[] | null {
  const isNever = isOnly(pieces, 'never');
  const [at = -1, ...others] = pieces.flatMap(({ kind }, index) => (NOT.includes(kind) ? [index] : []));
  const verb = pieces.findIndex(({ kind }) => kind === 'measure');
  const isOfVerb = at > 0 && others.length === 0 && at < verb && !isNoun(pieces[at + 1]);
  const engines = pieces.filter(({ kind }) => kind === 'engine');
  if (!(isNever || isOnly(pieces, 'not')) || !isOfVerb || engines.length > 1) return null;
  const plain = without(pieces, ...NOT);
  if (isPlain(plain)) return isNever ? null : affirm([...plain, { kind: 'never' }]);
  const level = levelIn(plain);
  if (level === null) return null;
  const isSaidFirst = pieces.findIndex(({ kind }) => kind === 'size') < at;
  const isHalf = !isNever && level.direction === 'at_least' && level.size === 50;
  return isSaidFirst || isHalf ? withLevel(plain, OTHER_LIMIT[level.direction], 100 - level.size) : null;
}

function isNoun(piece: Piece | undefined): boolean {
  return isBrand(piece) || piece?.kind === 'engine' || piece?.kind === 'every';
}

const DENIAL: readonly Kind[] = ['not', 'no_longer', 'never'];

/** `does not name us as often as Kestrel`; `no longer` only in time, because for two brands it also describes the past. */
function withoutLess(pieces: readonly Piece[]): Piece[] | null {
  if (!isOnly(pieces, ...DENIAL)) return null;
  const at = pieces.findIndex((piece) => piece.kind === 'direction' && piece.said !== 'limit');
  const piece = pieces[at];
  if (piece?.kind !== 'direction' || !('denied' in piece) || piece.denied === undefined) return null;
  const denials = pieces.flatMap(({ kind }, index) => (DENIAL.includes(kind) ? [index] : []));
  const first = denials[0] ?? at;
  const isOfBrands = pieces.some((each, index) => each.kind === 'than' && isBrand(pieces[index + 1]));
  const isLeft = isOfBrands && pieces.some(({ kind }) => kind === 'no_longer');
  if (
    first > at ||
    isLeft ||
    denials.some((index) => isBrand(pieces[index + 1]) && pieces[index]?.kind === 'not')
  )
    return null;
  const { denied, ...said } = piece;
  return without(pieces.with(at, { ...said, direction: denied }), ...DENIAL);
}

/** `Nobody names us`, but not `nobody is named`, which is about the others. */
function withoutNobody(pieces: readonly Piece[]): Piece[] | null {
  const verb = pieces.find(({ kind }) => kind === 'measure');
  const isOfEngines = pieces[0]?.kind === 'nobody' && verb?.kind === 'measure' && verb.form === 'active';
  if (!isOnly(pieces, 'nobody') || !isOfEngines || isCompared(directionIn(pieces))) return null;
  return affirm([{ kind: 'every' }, { kind: 'never' }, ...without(pieces, 'nobody')]);
}

/** `never`, and `no engine in more than 10%`. */
function withoutNone(pieces: readonly Piece[]): Piece[] | null {
  if (!isOnly(pieces, 'never')) return null;
  const level = levelIn(pieces);
  const isOfEngines = pieces.some(({ kind }, at) => kind === 'every' && pieces[at + 1]?.kind === 'never');
  const plain = without(pieces, 'never');
  if (level !== null) return isOfEngines ? withLevel(plain, OTHER_LIMIT[level.direction], level.size) : null;
  return isPlain(plain) ? [...plain.map(asListed), ...levelOf('at_most', 0)] : null;
}

/** `Never ranks us` is about answers, and not about a position. */
function asListed(piece: Piece): Piece {
  const isRanked = piece.kind === 'measure' && piece.measure === 'position' && piece.form !== 'noun';
  return isRanked ? { ...piece, measure: 'listed' } : piece;
}

function withoutAll(pieces: readonly Piece[]): Piece[] | null {
  const plain = without(pieces, 'always');
  return isOnly(pieces, 'always') && isPlain(plain) ? [...plain, ...levelOf('at_least', 100)] : null;
}

/** Left out of at least 80% of answers means named in at most 20%; left out more often means named less often. */
function withoutAbsence(pieces: readonly Piece[]): Piece[] | null {
  if (!isOnly(pieces, 'absent') && !isOnly(pieces, 'fails')) return null;
  const plain = without(pieces, 'absent', 'fails');
  const level = levelIn(plain);
  if (level !== null) return withLevel(plain, OTHER_LIMIT[level.direction], 100 - level.size);
  if (isOnly(pieces, 'fails') || plain.some((piece) => piece.kind === 'direction' && piece.said !== 'often'))
    return null;
  // "Is missing from ChatGPT" is a state, and "ChatGPT leaves us out" can be occasional.
  const isState = plain.some((piece) => piece.kind === 'measure' && piece.form === 'itself');
  if (isState && isPlain(plain)) return [...plain, ...levelOf('at_most', 0)];
  return plain.some(({ kind }) => kind === 'direction')
    ? plain.map((piece) =>
        piece.kind === 'direction' && piece.said === 'often'
          ? { ...piece, direction: OTHER_WAY[piece.direction] }
          : piece,
      )
    : null;
}

const OTHER_LIMIT = { at_least: 'at_most', at_most: 'at_least' } as const;
const OTHER_WAY = { higher: 'lower', lower: 'higher', unchanged: 'unchanged', ...OTHER_LIMIT } as const;

type Limit = keyof typeof OTHER_LIMIT;

function isLimit(direction: Direction): direction is Limit {
  return direction === 'at_least' || direction === 'at_most';
}

function levelOf(direction: Limit, size: number): Piece[] {
  return [
    { kind: 'direction', direction, said: 'limit' },
    { kind: 'size', size, unit: 'percent' },
  ];
}

/** The level in it, if it names one and no other frequency. */
interface Level {
  readonly direction: Limit;
  readonly size: number;
}

export function levelIn(pieces: readonly Piece[]): Level | null {
  const [size, ...sizes] = pieces.filter((piece) => piece.kind === 'size');
  const [said, ...others] = pieces.filter((piece) => piece.kind === 'direction');
  if (size?.unit !== 'percent' || said === undefined || sizes.length + others.length > 0) return null;
  return isLimit(said.direction) ? { direction: said.direction, size: size.size } : null;
}

function withLevel(pieces: readonly Piece[], direction: Limit, size: number): Piece[] {
  const rest = pieces.filter(({ kind }) => kind !== 'direction' && kind !== 'size');
  return [...rest, ...levelOf(direction, size)];
}

/** Whether it compares nothing. */
function isPlain(pieces: readonly Piece[]): boolean {
  const kinds: readonly Kind[] = [
    'direction',
    'size',
    'than',
    'before',
    'relative',
    'within',
    'by',
    'to',
    'most',
  ];
  return !pieces.some(({ kind }) => kinds.includes(kind));
}

/** Refuses a negation that leaves the truth open. Pieces come from `affirm`. */
export function negationIn(pieces: readonly Piece[]): Refusal | null {
  const kind = KINDS.find((each) => pieces.some((piece) => piece.kind === each));
  const direction = directionIn(pieces);
  if (kind === undefined) return null;
  const open = OPEN.find(({ when }) => when(pieces));
  if (open) return noFormRefusal(open.because);
  const isTwice = statesAbsence(pieces) && negationsIn(pieces).length > 1;
  return isTwice
    ? { problem: NOT_ABSENT, meant: notAbsent(pieces) }
    : { problem: PROBLEMS[kind], meant: MEANT[kind](direction, pieces) };
}

/** Negations too vague for any claim. */
const OPEN: readonly { readonly when: (pieces: readonly Piece[]) => boolean; readonly because: string }[] = [
  {
    when: (pieces) => pieces.filter(({ kind }) => kind === 'engine').length > 1,
    because: 'it names two engines, and Sightline never compares engines: make one claim for each',
  },
  {
    when: (pieces) => pieces.filter(({ kind }) => kind === 'not').length > 1,
    because: 'it denies something twice: write it without "not"',
  },
  {
    when: (pieces) => pieces.some(({ kind }, at) => kind === 'not' && pieces[at + 1]?.kind === 'every'),
    because: 'each engine has its own verdict: write which one does not',
  },
  {
    when: (pieces) =>
      pieces.slice(indexOf(pieces, 'not')).some(({ kind }) => kind === 'always') && !statesAbsence(pieces),
    because: 'one answer shows that it is not always so: write in how many answers at most',
  },
  {
    when: (pieces) => pieces[0]?.kind === 'not' && isPlain(pieces),
    because: 'a claim states something and does not ask: write a statement',
  },
];

const NOT_ABSENT =
  'not always or never left out may mean named in some answers, or in all: write in how many answers it is named';

/** `Never leaves us out` is always, and `does not leave us out of most answers` names us in at least half. */
function notAbsent(pieces: readonly Piece[]): readonly Reading[] {
  const isSaid = (...kinds: readonly Kind[]) => negationsIn(pieces).some((kind) => kinds.includes(kind));
  const plain = without(pieces, 'absent', 'fails', 'not', 'never', 'nobody', 'always', 'any');
  const level = levelIn(plain);
  if (level !== null) {
    const { direction, size } = level;
    return isSaid('not') ? [{ direction }, { direction, size: 100 - size }] : [];
  }
  if (!isPlain(plain) || isSaid('no_longer', 'not')) return [];
  return isSaid('never', 'nobody') === isSaid('always') ? [] : [isSaid('always') ? NONE : ALL];
}

/** Turns a reading about absence into one about presence: `rarely leaves us out`. */
export function negateReading(meant: Reading): Reading {
  const { direction, size } = meant;
  if (direction === undefined) return meant;
  const isLevel = isLimit(direction) && typeof size === 'number';
  return { ...meant, direction: OTHER_WAY[direction], ...(isLevel && { size: 100 - size }) };
}

/** Whether it describes absence, so that a frequency word means its opposite. */
export function statesAbsence(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind }) => kind === 'absent' || kind === 'fails');
}

const KINDS = ['absent', 'fails', 'not', 'no_longer', 'never', 'nobody', 'any', 'always', 'most'] as const;

function isCompared(direction: Direction | null): boolean {
  return direction === 'higher' || direction === 'lower' || direction === 'unchanged';
}

const PROBLEMS: Readonly<Record<(typeof KINDS)[number], string>> = {
  absent: 'how often is it left out? Write in how many answers it is named at most',
  fails: 'in how many answers? Write in how many it does so at most',
  not: 'its opposite may mean several things: write a positive statement',
  no_longer: 'that is about the past and the present: write one of them',
  never: '"never" leaves the alternative open: write a positive statement',
  any: 'how often? Write in how many answers',
  always: 'Sightline does not judge how often that was so: leave "always" out',
  nobody: 'a claim is about one engine and one or two brands: write which, or "each engine"',
  most: 'Sightline does not compare this with everything else that an engine says: leave that out',
};

const NONE = { direction: 'at_most', size: 0 } as const;
const ALL = { direction: 'at_least', size: 100 } as const;

const INSTEAD: Readonly<Record<Direction, readonly Reading[]>> = {
  higher: [
    { direction: 'lower', size: null },
    { direction: 'unchanged', size: null },
  ],
  lower: [
    { direction: 'higher', size: null },
    { direction: 'unchanged', size: null },
  ],
  unchanged: [
    { direction: 'higher', size: null },
    { direction: 'lower', size: null },
  ],
  at_least: [{ direction: 'at_most' }],
  at_most: [{ direction: 'at_least' }],
};

type Means = (direction: Direction | null, pieces: readonly Piece[]) => readonly Reading[];

const opposite =
  (meant: readonly Reading[]): Means =>
  (direction, pieces) => {
    const isOfLevel = pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent');
    const limit = pieces.find((piece) => piece.kind === 'direction' && piece.said === 'limit');
    // "Never fell below 40%" is at least 40%.
    if (isOfLevel && limit?.kind === 'direction' && isLimit(limit.direction))
      return [{ direction: OTHER_LIMIT[limit.direction], baseline: null }];
    return direction === null ? meant : INSTEAD[direction];
  };

/** `Does not name us in at least 40%` can mean fewer answers, or the answers without us. */
function oppositeOrRest(pieces: readonly Piece[]): readonly Reading[] {
  const level = levelIn(pieces);
  return level === null ? [] : [{ direction: OTHER_LIMIT[level.direction] }, restOf(level)];
}

function restOf({ direction, size }: Level): Reading {
  return { direction: OTHER_LIMIT[direction], size: 100 - size };
}

const MEANT: Readonly<Record<(typeof KINDS)[number], Means>> = {
  absent: (direction) => (direction === null ? [NONE] : [{ direction: OTHER_WAY[direction] }]),
  fails: opposite([NONE]),
  // "Kestrel, not us" names the lower one.
  not: (direction, pieces) =>
    pieces.some(({ kind }, at) => kind === 'not' && isBrand(pieces[at + 1]))
      ? notBoth(direction, pieces)
      : levelIn(pieces) === null
        ? opposite(notSo(pieces))(direction, pieces)
        : oppositeOrRest(pieces),
  no_longer: (direction, pieces) =>
    direction === 'unchanged' && pieces.some((piece) => piece.kind === 'direction' && 'denied' in piece)
      ? [{ direction: 'lower' }]
      : opposite([{ direction: 'lower', baseline: 'before' }, NONE])(direction, pieces),
  never: opposite([NONE]),
  any: () => [{}],
  always: () => [{}],
  // "Nobody is named more often than us" is about the others.
  nobody: (direction, pieces) =>
    direction !== null && isOfOthers(pieces)
      ? [{ versus: 'any', ...(direction === 'unchanged' && { direction: 'higher' }) }]
      : opposite([NONE])(direction, pieces),
  most: () => [{}],
};

/** `Kestrel, not us`; but `neither Kestrel nor Bolt is named more often than us` negates it for each. */
function notBoth(direction: Direction | null, pieces: readonly Piece[]): readonly Reading[] {
  if (direction === null) {
    const last = pieces.findLastIndex(isBrand);
    return pieces[last - 1]?.kind === 'not' ? [{ direction: 'higher' }] : [];
  }
  const other = pieces[pieces.findIndex(({ kind }) => kind === 'than') + 1];
  if (!pieces.some(({ kind }) => kind === 'nobody') || other === undefined) return [{ direction }];
  const versus = other.kind === 'brand' ? other.brand : 'us';
  return INSTEAD[direction].map((meant) => ({ ...meant, versus }));
}

/** The level if it does not happen: in fewer than half, or in none. */
function notSo(pieces: readonly Piece[]): readonly Reading[] {
  if (pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent'))
    return [{ direction: 'at_most' }];
  return pieces.some(({ kind }) => kind === 'never') ? [] : [NONE];
}

/** Whether the only brand is the one that the comparison refers to. */
function isOfOthers(pieces: readonly Piece[]): boolean {
  const brand = pieces.findIndex(isBrand);
  return pieces.slice(0, Math.max(0, brand)).some(({ kind }) => kind === 'than');
}

/** The form that the pieces have: a comparison between two windows or brands, or a size. */
function directionIn(pieces: readonly Piece[]): Direction | null {
  const said = pieces.flatMap((piece) => (piece.kind === 'direction' ? [piece.direction] : []));
  return said.find(isCompared) ?? said[0] ?? null;
}
