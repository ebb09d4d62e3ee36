import { isOfOneFigure } from '../domain/alerts/claim.ts';
import { isBrand, type Piece } from './grammar-tokens.ts';

/** Pieces without fillers and repeats, with the reference of a comparison last. */
export function orderPieces(pieces: readonly Piece[]): Piece[] {
  return withUs(
    withBeing(withMost(withComparisons(comparedLast(withFrom(withoutMuch(withoutRepeats(pieces))))))),
  );
}

/** `Way more often` and `fell sharply`, but not `not much more often`, which can still be a little more. */
function withoutMuch(pieces: readonly Piece[]): Piece[] {
  const isDenied = pieces.some(({ kind }) => DENIALS.includes(kind));
  return pieces.filter((piece, at) => {
    const isMuch = piece.kind === 'unclear' && piece.isOfDirection;
    const isBeside = [pieces[at - 1], pieces[at + 1]].some(
      (each) => each !== undefined && isMoreOrLess(each),
    );
    return !isMuch || isDenied || !isBeside;
  });
}

const DENIALS: readonly Piece['kind'][] = ['not', 'no_longer', 'never', 'nobody', 'absent', 'fails'];

/** Normalizes pieces: drops words that only mark roles, and replaces nouns by their measure. */
export function resolvePieces(pieces: readonly Piece[]): Piece[] {
  const said = pieces.filter(({ kind }, at) => {
    const next = pieces[at + 1]?.kind;
    return (
      kind !== 'at' &&
      kind !== 'be' &&
      kind !== 'rate' &&
      !(kind === 'by' && (next === 'engine' || next === 'every'))
    );
  });
  return withLimits(withPlaces(withTop(said)));
}

/** Without fillers, keeping each engine's first mention, and each brand's before `in how often ChatGPT names us`. */
function withoutRepeats(pieces: readonly Piece[]): Piece[] {
  const rate = pieces.findIndex(({ kind }) => kind === 'rate');
  const before = pieces.slice(0, Math.max(0, rate));
  const isSaid = (piece: Piece, at: number) =>
    rate >= 0 && at > rate && before.some((each) => isBrand(each) && isSame(each, piece));
  const isFirst = (piece: Piece) =>
    piece.kind !== 'engine' ||
    pieces.find((each) => each.kind === 'engine' && each.slug === piece.slug) === piece;
  return pieces.filter((piece, at) => piece.kind !== 'filler' && isFirst(piece) && !isSaid(piece, at));
}

function isSame(one: Piece, other: Piece): boolean {
  return one.kind === 'brand' ? other.kind === 'brand' && one.brand === other.brand : one.kind === other.kind;
}

/** `Up from last month` compares with it, `answers from last month` are in it; in `likely to name`, nothing changes to something. */
function withFrom(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at): Piece[] => {
    const [next] = pieces.slice(at + 1);
    const isVerb = next?.kind === 'measure' || next?.kind === 'be';
    const before = pieces.slice(0, at);
    const isLikely =
      ['be', 'most'].includes(before.at(-1)?.kind ?? '') ||
      before.some((each) => each.kind === 'direction' && each.said === 'often');
    if (piece.kind === 'to') return isVerb && isLikely ? [] : [piece];
    if (piece.kind !== 'from') return [piece];
    const isCompared = next?.kind === 'period' || next?.kind === 'relative';
    const isChanged = before.some((each) => each.kind === 'direction' && 'isChange' in each);
    const isOfBrands = pieces.some((each, index) => each.kind === 'than' && isBrand(pieces[index + 1]));
    if (isCompared && !isChanged && !isOfBrands && before.some(isMoreOrLess)) return [piece];
    return [{ kind: isCompared && isChanged ? 'than' : 'at' }];
  });
}

function isMoreOrLess(piece: Piece): boolean {
  return piece.kind === 'direction' && (piece.direction === 'higher' || piece.direction === 'lower');
}

/** A headline such as `Citation rate on ChatGPT is up` is about the brand itself. `ChatGPT's visibility` may be the engine's. */
function withUs(pieces: readonly Piece[]): Piece[] {
  const measures = pieces.filter((piece) => piece.kind === 'measure');
  const isHeadline =
    measures.every(({ form }) => form === 'noun') &&
    (measures.length > 0 || pieces.some(({ kind }) => kind === 'top'));
  const than = pieces.findIndex(({ kind }) => kind === 'than');
  const brand = pieces.findIndex(isBrand);
  const isOfOther = than >= 0 && brand === than + 1 && pieces[brand]?.kind !== 'us';
  const isOfEngine = pieces.some(
    (piece, at) =>
      piece.kind === 'engine' &&
      pieces[at - 1]?.kind !== 'at' &&
      (isOfOther || pieces[at + 1]?.kind === 'be'),
  );
  return isHeadline && !isOfEngine && (brand < 0 || isOfOther) ? [{ kind: 'us' }, ...pieces] : [...pieces];
}

/** `Compared with Kestrel, we are named more often`: moves the reference to the end. */
function comparedLast(pieces: readonly Piece[]): Piece[] {
  const than = pieces.findIndex(({ kind }) => kind === 'than');
  const [before, after] = [pieces.slice(0, Math.max(0, than)), pieces.slice(than + 2)];
  const other = pieces[than + 1];
  const isFirst = than >= 0 && before.at(-1)?.kind !== 'direction' && !before.some(isBrand);
  const isOther = isBrand(other) ? after.some(isBrand) : than === 0 && other?.kind === 'period';
  if (!isFirst || !isOther || other === undefined) return [...pieces];
  return [...before, ...after, { kind: 'than' }, other];
}

/** `most answers` are more than half of them, unless the sentence compares or has another frequency. */
function withMost(pieces: readonly Piece[]): Piece[] {
  const isCompared = pieces.some((piece) => piece.kind === 'direction' && !isOfOneFigure(piece));
  const isOfSize = pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent');
  if (isCompared || isOfSize) return [...pieces];
  return pieces.flatMap((piece): Piece[] =>
    piece.kind === 'most'
      ? [
          { kind: 'direction', direction: 'at_least', said: 'limit' },
          { kind: 'size', size: 50, unit: 'percent' },
        ]
      : [piece],
  );
}

/** `We are in most answers` means named in them. */
function withBeing(pieces: readonly Piece[]): Piece[] {
  const isCounted = pieces.some(({ kind }) => kind === 'measure' || kind === 'top');
  const at = pieces.findIndex(
    (piece, index) => piece.kind === 'at' && piece.isIn && pieces[index - 1]?.kind === 'be',
  );
  const [limit, size] = pieces.slice(at + 1);
  const isOfAnswers =
    limit?.kind === 'never' ||
    limit?.kind === 'always' ||
    [limit, size].some((piece) => piece?.kind === 'size' && piece.unit === 'percent');
  if (isCounted || at < 0 || !isOfAnswers) return [...pieces];
  return pieces.toSpliced(at, 0, { kind: 'measure', measure: 'named', form: 'itself' });
}

/** `Second or better in at least a quarter of answers` is the top two. */
function withTop(pieces: readonly Piece[]): Piece[] {
  const at = pieces.findIndex((piece) => piece.kind === 'size' && piece.unit === 'places');
  const [place, better] = pieces.slice(at, at + 2);
  const isBetter = better?.kind === 'direction' && better.said === 'place' && better.direction === 'at_most';
  const isOfAnswers = pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent');
  if (at < 0 || place?.kind !== 'size' || !isBetter || !isOfAnswers) return [...pieces];
  return pieces.toSpliced(at, 2, { kind: 'top', top: place.size });
}

/**
 * Whether a place in a list means the share of answers, or the mean. `Lists us higher` is about positions, and `ranks us in 40% of answers`
 * about answers.
 */
function withPlaces(pieces: readonly Piece[]): Piece[] {
  const hasTop = pieces.some(({ kind }) => kind === 'top');
  const hasAverage = pieces.some(({ kind }) => kind === 'average');
  const hasPercent = pieces.some((piece) => piece.kind === 'size' && piece.unit === 'percent');
  const isPlaced = pieces.some(
    (piece) =>
      (piece.kind === 'direction' && OF_PLACES.includes(piece.said ?? '')) ||
      (piece.kind === 'size' && piece.unit === 'places'),
  );
  const counted = hasTop && (hasPercent || !hasAverage) ? 'listed' : null;
  const said = pieces.flatMap((piece): Piece[] => {
    if (piece.kind === 'top' && counted === null) {
      return [
        { kind: 'direction', direction: 'at_most', said: 'place' },
        { kind: 'size', size: piece.top, unit: 'places' },
      ];
    }
    if (piece.kind !== 'measure') return [piece];
    const { measure, form } = piece;
    const isOfLists = measure === 'position' || measure === 'listed';
    const isIn =
      counted !== null && (isOfLists || form === 'itself' || (measure === 'named' && !isFirstOf(pieces)));
    if (isIn) return [{ ...piece, measure: 'listed' }];
    if (isOfLists && hasTop) return [{ ...piece, measure: 'position' }];
    if (measure === 'listed' && isPlaced) return [{ ...piece, measure: 'position' }];
    return measure === 'position' && form !== 'noun' && hasPercent && !isPlaced
      ? [{ ...piece, measure: 'listed' }]
      : [piece];
  });
  const isCounted = said.some(({ kind }) => kind === 'measure');
  const isPlace = said.some((piece) => piece.kind === 'size' && piece.unit === 'places');
  if (!isCounted && isPlace) return [{ kind: 'measure', measure: 'position', form: 'either' }, ...said];
  return isCounted || counted === null
    ? said
    : [{ kind: 'measure', measure: 'listed', form: 'noun' }, ...said];
}

const OF_PLACES: readonly string[] = ['height', 'quality', 'lead', 'place'];

/** `Names us first` is the order of mention, and `names us in the top 3` a list. */
function isFirstOf(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === 'top' && piece.top === 1);
}

/** `above Kestrel`, `before Kestrel`, and `above last month` mean higher than, and `above 40%` at least. */
function withComparisons(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at): Piece[] => {
    const isCompared = ['brand', 'us', 'period'].includes(pieces[at + 1]?.kind ?? '');
    if (piece.kind === 'before' && isCompared && pieces[at + 1]?.kind !== 'period') {
      return [{ kind: 'direction', direction: 'higher', said: 'height' }, { kind: 'than' }];
    }
    if (piece.kind !== 'direction' || !('than' in piece) || piece.than === undefined || !isCompared)
      return [piece];
    return [{ kind: 'direction', direction: piece.than, said: 'height' }, { kind: 'than' }];
  });
}

/** `more than 40%` means at least, and `better than position 3` at most: a size follows, not a brand or window. */
function withLimits(said: readonly Piece[]): Piece[] {
  const isOfPosition = said.some((piece) => piece.kind === 'measure' && piece.measure === 'position');
  const than = said.findIndex((piece, at) => piece.kind === 'than' && isBeforeSize(said, at));
  const before = said[than - 1];
  if (before?.kind !== 'direction') return [...said];
  const isMore = before.direction === 'higher';
  if (!isMore && before.direction !== 'lower') return [...said];
  // "By more than 2 places" is a size of change.
  if (said[than - 2]?.kind === 'by') {
    const direction = isMore ? 'at_least' : 'at_most';
    return said.toSpliced(than - 1, 2, { kind: 'direction', direction, said: 'limit' });
  }
  if (isOfPosition && before.said !== 'quality') return [...said];
  const direction = isMore === isOfPosition ? 'at_most' : 'at_least';
  return said.toSpliced(than - 1, 2, {
    kind: 'direction',
    direction,
    said: isOfPosition ? 'place' : 'limit',
  });
}

function isBeforeSize(pieces: readonly Piece[], at: number): boolean {
  return pieces.slice(at + 1).find(({ kind }) => kind !== 'measure')?.kind === 'size';
}
