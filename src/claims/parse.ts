import {
  type Claim,
  type ClaimMeasure,
  type Direction,
  flawOf,
  isAllOrNone,
  isOfOneFigure,
} from '../domain/alerts/claim.ts';
import { misspelledName } from '../domain/brand/nearest.ts';
import { ambiguityIn } from './ambiguity.ts';
import { isBrand, type Piece, piecesOf } from './grammar-tokens.ts';
import { nearestForms } from './nearest-form.ts';
import { affirm, levelIn, negateReading, negationIn, statesAbsence } from './negation.ts';
import { toPlainOrder } from './plain-order.ts';
import { noFormRefusal, type Reading, type Refusal, refusal } from './refusal.ts';
import { orderPieces, resolvePieces } from './resolve.ts';
import { wrongRoles } from './roles.ts';
import { inTenths } from './sizes.ts';
import { correctSpelling } from './spelling.ts';
import { type Lexicon, tokensOf } from './tokens.ts';
import { windowsIn } from './windows.ts';

/** A claim, or the reason why a sentence is not one, with one or two suggestions. No suggestion contradicts the sentence. */
export type ReadClaim =
  | { readonly claim: Claim }
  | { readonly problem: string; readonly nearest: readonly string[] };

/**
 * Parses a claim in English, such as `ChatGPT names us more often than Kestrel this month`. Every word must be known. Ambiguous sentences
 * are refused.
 *
 * @param now UTC milliseconds, for times such as `this month`
 */
export function readClaim(sentence: string, lexicon: Lexicon, now: number): ReadClaim {
  const { pieces, unknown, read } = readSentence(sentence, lexicon, now);
  if (!('problem' in read)) return { claim: read };
  const isRead = (form: string) => {
    const again = readSentence(form, lexicon, now).read;
    return !('problem' in again) && flawOf(again) === null;
  };
  const near = unknown === null ? undefined : nameNear(unknown, lexicon);
  const corrected = sentence.replace(unknown ?? '', near ?? '');
  const isCorrected = near !== undefined && isRead(corrected);
  const nearest = isCorrected ? [corrected] : nearestForms(pieces, read.meant, lexicon, isRead);
  const isLost = nearest.length === 0 && read.meant.length > 0;
  return { problem: isLost ? `${read.problem}; ${NONE_NEAR}` : read.problem, nearest };
}

const NONE_NEAR = 'Sightline knows no clear sentence with this meaning';

function readSentence(sentence: string, lexicon: Lexicon, now: number) {
  const tokens = toPlainOrder(correctSpelling(tokensOf(sentence, lexicon), lexicon));
  const { pieces: all, unknown, isTimeLost, ambiguous } = piecesOf(tokens, now);
  const inOrder = orderPieces(all);
  const said = resolvePieces(inOrder);
  const pieces = affirm(said);
  const unclears = of(said, 'unclear');
  // "About half as often" says less, but no size.
  const unclear =
    unclears.find(({ meant }) => meant.length === 0) ??
    unclears.find(({ meant }) => meant.some(isWay)) ??
    unclears[0];
  const isRate = of(inOrder, 'rate').length > 0;
  const isCounted = unclear?.meant.some(({ measure }) => measure !== undefined);
  const isMost = unclear?.meant.some(({ versus, direction }) => versus === 'any' && direction !== undefined);
  const isVague =
    unknown !== null &&
    nameNear(unknown, lexicon) === undefined &&
    !isCounted &&
    (isMost ||
      maySayWay(inOrder) ||
      isUnchanged(pieces) ||
      (!unclear && of(pieces, 'direction').length === 0));
  const unknownWord = unknown === null ? null : unknownText(unknown, lexicon);
  const notRead =
    (ambiguous === null ? null : refusal(ambiguous)) ??
    (isTimeLost ? noFormRefusal(`${unknownWord}, and may say when: ${WHEN}`) : null) ??
    (isVague ? noFormRefusal(`${unknownWord}, and may name the measure or the opposite: ${WHAT}`) : null) ??
    (unclear ? meantBy(unclear, said) : null) ??
    (unknownWord === null ? null : refusal(unknownWord)) ??
    negationIn(pieces) ??
    wrongRoles(inOrder) ??
    ambiguityIn(pieces, isRate);
  return { pieces, unknown, read: notRead ?? assembled(pieces, lexicon, now) };
}

function isWay({ direction, versus }: Reading): boolean {
  return versus === undefined && (direction === 'higher' || direction === 'lower');
}

/** The direction of a sentence. Its own words decide first: `often` and `twice` do not, beside "more" or "less often". */
function meantBy({ problem, meant }: Of<'unclear'>, pieces: readonly Piece[]): Refusal {
  if (meant.length === 0) return { problem, meant };
  // "Generally in at least 40%" states its own frequency.
  const isOfSize = meant.some(({ direction }) => direction !== undefined && isOfOneFigure({ direction }));
  const isSaid = levelIn(pieces) ?? (statesAbsence(pieces) ? null : levelIn(affirm(pieces)));
  if (isOfSize && isSaid !== null) return refusal(problem);
  if (statesAbsence(pieces)) return { problem, meant: meant.map(negateReading) };
  const isAny = meant.some(({ versus }) => versus === 'any') ? { versus: 'any' } : {};
  const negated = negationIn(affirm(pieces));
  if (negated !== null) return { problem, meant: negated.meant.map((each) => ({ ...each, ...isAny })) };
  const compared = of(pieces, 'direction').filter((direction) => !isOfOneFigure(direction));
  const isCompared = compared.length > 0;
  // "Picks up fewer citations" has one word for up and one for down.
  const ways = new Set([...compared, ...meant.filter(isWay)].map(({ direction }) => direction));
  if (ways.has('higher') && ways.has('lower')) return noFormRefusal(problem);
  const isLevel = meant.some(({ direction }) => direction !== undefined && isOfOneFigure({ direction }));
  if (!isCompared) return { problem, meant };
  return isLevel ? refusal(problem) : { problem, meant: meant.map(({ direction: _, ...each }) => each) };
}

/**
 * Whether an unknown word could change the direction: as an engine's action (`snubs us more often`, `hesitates to name us`), or as the
 * brand named more often than us.
 */
function maySayWay(pieces: readonly Piece[]): boolean {
  const isInfinitive = pieces.some(({ kind }, at) => kind === 'to' && pieces[at + 1]?.kind === 'measure');
  const than = pieces.findIndex(({ kind }) => kind === 'than');
  const isOfOther = than >= 0 && !pieces.slice(0, than).some(isBrand) && pieces.slice(than).some(isBrand);
  return isInfinitive || isOfOther || of(pieces, 'measure').length === 0;
}

const WHEN = 'write "this month", "in October", "since November 3", or "in the last 30 days"';

const WHAT = 'write "names", "cites", "recommends", or "ranks"';

function nameNear(unknown: string, { brands, engines }: Lexicon): string | undefined {
  return misspelledName(unknown, [
    ...brands.flatMap((brand) => brand.names),
    ...engines.map(({ name }) => name),
  ]);
}

function unknownText(unknown: string, lexicon: Lexicon): string {
  const near = nameNear(unknown, lexicon);
  return `"${unknown.slice(0, 60)}" is not understood${near === undefined ? '' : `; did you mean ${near}?`}`;
}

type Of<Kind extends Piece['kind']> = Extract<Piece, { readonly kind: Kind }>;

function of<Kind extends Piece['kind']>(pieces: readonly Piece[], kind: Kind): Of<Kind>[] {
  return pieces.filter((piece): piece is Of<Kind> => piece.kind === kind);
}

/** The claim that pieces with a single meaning make, or their problem. */
function assembled(pieces: readonly Piece[], lexicon: Lexicon, now: number): Claim | Refusal {
  const engines = [...new Set(of(pieces, 'engine').map(({ slug }) => slug))];
  if (engines.length > 1) {
    const each = engines.map((engine) => ({ engine }));
    return refusal(
      'it names two engines, and Sightline never compares engines: make one claim for each',
      ...each,
    );
  }
  const compared = comparisonIn(pieces);
  const brands = brandsIn(pieces, lexicon);
  if ('problem' in brands) return brands;
  const measure = measureIn(pieces);
  if (typeof measure !== 'string') return measure;
  if ('problem' in compared) return compared;
  if (measure === 'position' && isEitherWay(pieces, compared)) {
    const better = { direction: 'at_most' } as const;
    const worse = { direction: 'at_least' } as const;
    return refusal(
      'for a position, that may mean better or worse: write "3 or better", or "3 or worse"',
      better,
      worse,
    );
  }
  const size = sizeIn(pieces, measure, compared);
  if (typeof size === 'object' && size !== null) return size;
  const windows = windowsIn(pieces, { ...compared, versus: brands.versus }, now);
  if ('problem' in windows) return windows;
  const [engine = null] = engines;
  const top = measure === 'listed' ? (of(pieces, 'top')[0]?.top ?? null) : null;
  return { measure, top, ...compared, ...brands, engine, ...windows, size };
}

const NOTHING_COUNTED =
  'it lacks a measure: named, cited, recommended, listed, position, or share of mentions';

function measureIn(pieces: readonly Piece[]): ClaimMeasure | Refusal {
  const named = [...new Set(of(pieces, 'measure').map(({ measure }) => measure))];
  const [only, ...others] = named;
  if (others.length > 0)
    return refusal(
      'it has more than one measure: make one claim for each',
      ...named.map((measure) => ({ measure })),
    );
  if (only === undefined) {
    const isOfPercent = of(pieces, 'size').some(({ unit }) => unit !== 'places');
    const other = isOfPercent ? 'recommended' : 'position';
    return refusal(NOTHING_COUNTED, { measure: 'named' }, { measure: other, top: null });
  }
  if (only !== 'position' && of(pieces, 'both').length > 0)
    return refusal('only positions count answers that list both: leave that out');
  if (of(pieces, 'judged').length === 0) return only;
  return only === 'recommended'
    ? 'recommended_of_judged'
    : refusal('only recommendations count among answers that could be judged');
}

const HOW_OFTEN =
  'it does not say how often: write "in at least 40% of answers", "more often than before", or "more often than" a brand';

/** `higher by at least 10 points` is a direction with a size. */
function comparisonIn(pieces: readonly Piece[]): { readonly direction: Direction } | Refusal {
  const said = [...new Set(of(pieces, 'direction').map(({ direction }) => direction))];
  const [first, second, ...more] = said;
  if (first === undefined) {
    const [size] = of(pieces, 'size');
    return size ? levelOf(size) : refusal(HOW_OFTEN);
  }
  if (second === undefined) return { direction: first };
  const change = said.find((each) => each === 'higher' || each === 'lower');
  if (more.length === 0 && change !== undefined && said.includes('at_least')) return { direction: change };
  // "By less than 10 points" is a size of change, and no figure.
  const isFigure = of(pieces, 'size').some(({ unit }) => unit === 'percent');
  const either = said.flatMap((direction): Reading[] => {
    if (isOfOneFigure({ direction })) return isFigure ? [{ direction, baseline: null }] : [];
    return [{ direction, size: null }];
  });
  const isLevel = said.some((direction) => isOfOneFigure({ direction }));
  return refusal('it compares in two ways at once', ...(isLevel ? either : []));
}

/** `in 40% of answers` can mean at least or at most; 0% and 100% have only one meaning. */
function levelOf({ size, unit }: Of<'size'>): { readonly direction: Direction } | Refusal {
  if (unit === 'percent' && (size === 0 || size === 100))
    return { direction: size === 0 ? 'at_most' : 'at_least' };
  const either = [{ direction: 'at_least' }, { direction: 'at_most' }] as const;
  return refusal(
    'at least or at most? Write one of them',
    ...(unit === 'places' ? either.toReversed() : either),
  );
}

/** `above 3` is a larger number or a better position. */
function isEitherWay(pieces: readonly Piece[], compared: Pick<Claim, 'direction'>): boolean {
  return isOfOneFigure(compared) && of(pieces, 'direction').some(({ said }) => said === 'limit');
}

function brandsIn(
  pieces: readonly Piece[],
  lexicon: Lexicon,
): { readonly brand: string; readonly versus: string | null } | Refusal {
  const [self] = lexicon.brands;
  const places = pieces.flatMap((piece, at) => {
    if (piece.kind === 'brand') return [{ at, brand: piece.brand }];
    return piece.kind === 'us' ? [{ at, brand: self?.name ?? '' }] : [];
  });
  // `our share of mentions of us`
  const said = places.filter(
    ({ brand }, index) => brand !== places[index - 1]?.brand || isThan(pieces, places, index),
  );
  const [first, second, ...more] = said;
  if (first === undefined) return refusal('it lacks a brand: write "us", or the name of a tracked brand');
  if (more.length > 0) return refusal('it names more than two brands');
  if (second === undefined) return { brand: first.brand, versus: null };
  const isOfBoth = !pieces.some(({ kind }) => kind === 'than') && isUnchanged(pieces);
  if (isOfBoth || isThan(pieces, said, 1)) return { brand: first.brand, versus: second.brand };
  // "Loses ground to Kestrel" states the opposite for Kestrel.
  const isChange = pieces.some((piece) => piece.kind === 'direction' && 'isChange' in piece);
  const each = (isChange ? [first] : said).map(({ brand }) => ({ brand, versus: null }));
  return refusal('it names two brands without comparing them: write "than" between them', ...each);
}

/** `names us and Kestrel equally often` */
function isUnchanged(pieces: readonly Piece[]): boolean {
  const said = of(pieces, 'direction');
  return said.length > 0 && said.every(({ direction }) => direction === 'unchanged');
}

function isThan(
  pieces: readonly Piece[],
  places: readonly { readonly at: number }[],
  index: number,
): boolean {
  const [from, to] = [places[index - 1]?.at ?? 0, places[index]?.at ?? 0];
  return pieces.slice(from, to).some(({ kind }) => kind === 'than');
}

function sizeIn(
  pieces: readonly Piece[],
  measure: ClaimMeasure,
  compared: Pick<Claim, 'direction'>,
): number | null | Refusal {
  const [first, ...more] = of(pieces, 'size');
  if (more.length > 0) return refusal('it has two sizes');
  if (first === undefined) return null;
  const { size, unit } = first;
  const { direction } = compared;
  const isLevel = isOfOneFigure(compared);
  if (measure === 'position') {
    return unit === 'points' || unit === 'percent'
      ? refusal('a position has no percent: give places', { size: null })
      : size;
  }
  if (unit === 'places')
    return refusal('a place is in a list: write "lists us in the top 3"', { measure: 'position' });
  if (unit === 'percent' && !isLevel) {
    return refusal(
      `${numberText(size)}% of a difference may be relative to the start: write ${numberText(size)} points`,
      { size },
    );
  }
  if (unit === null) {
    return isLevel
      ? noFormRefusal(`${size} of what? Write in how many percent of the answers`)
      : refusal(`${size} of what? Write ${size} points`, { size });
  }
  const isOfAnswers = measure !== 'share';
  if (isLevel && isOfAnswers && isAllOrNone({ direction, size })) return size;
  if (isLevel && (size >= 100 || size <= 0)) {
    const isNone = !isOfAnswers && direction === 'at_most' && size === 0;
    return isNone ? refusal(NOT_ALL_OR_NONE, { measure: 'named' }) : noFormRefusal(NOT_ALL_OR_NONE);
  }
  return isLevel ? inTenths(size, direction) : size;
}

const NOT_ALL_OR_NONE = 'that is always so, or impossible to judge: write a size between';

function numberText(size: number): string {
  return String(Math.round(10 * size) / 10);
}
