import { windowsAt } from '../domain/alert-rules.ts';
import { type Claim, type ClaimMeasure, type Direction, isOfOneFigure } from '../domain/claim.ts';
import { misspelledName } from '../domain/nearest.ts';
import { type Period, periodOf } from '../domain/period.ts';
import { nearestForm } from './nearest-form.ts';
import type { NamedPeriod } from './periods.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { type Lexicon, tokensOf } from './tokens.ts';
import { twoWaysIn } from './two-ways.ts';

/** A sentence as it was understood, or why it was not, with a sentence like it that would be. */
export type ReadClaim = { readonly claim: Claim } | { readonly problem: string; readonly nearest: string };

/** The last days that a claim about one window is about, unless it says others. */
export const USUAL_DAYS = 30;

/**
 * Reads a claim in English, such as `ChatGPT names us more often than Kestrel this month`. Every word must be understood; what
 * words mean does not depend on their order, except around `than`.
 *
 * @param now UTC milliseconds, by which `this month` is understood
 */
export function readClaim(sentence: string, lexicon: Lexicon, now: number): ReadClaim {
  const { pieces, unknown, ambiguous } = piecesOf(tokensOf(sentence, lexicon), now);
  const refused = (problem: string): ReadClaim => ({ problem, nearest: nearestForm(pieces, lexicon) });
  if (ambiguous !== null) return refused(ambiguous);
  const unclear = all(pieces, 'unclear')[0];
  if (unclear) return refused(unclear.problem);
  if (unknown !== null) return refused(unknownText(unknown, lexicon));
  const said = withLimits(withComparisons(withoutRepeats(pieces)));
  const read = twoWaysIn(said) ?? assembled(said, lexicon, now);
  return typeof read === 'string' ? refused(read) : { claim: read };
}

function unknownText(unknown: string, { brands, engines }: Lexicon): string {
  const names = [...brands.flatMap((brand) => brand.names), ...engines.map(({ name }) => name)];
  const near = misspelledName(unknown, names);
  return `"${unknown.slice(0, 60)}" is not understood${near === undefined ? '' : `; did you mean ${near}?`}`;
}

type Of<Kind extends Piece['kind']> = Extract<Piece, { readonly kind: Kind }>;

function all<Kind extends Piece['kind']>(pieces: readonly Piece[], kind: Kind): Of<Kind>[] {
  return pieces.filter((piece): piece is Of<Kind> => piece.kind === kind);
}

/** Without fillers, and with each engine where it comes first. */
function withoutRepeats(pieces: readonly Piece[]): Piece[] {
  const isFirst = (piece: Piece) =>
    piece.kind !== 'engine' ||
    pieces.find((each) => each.kind === 'engine' && each.slug === piece.slug) === piece;
  return pieces.filter((piece) => piece.kind !== 'filler' && isFirst(piece));
}

/** `above Kestrel` and `above last month` say higher than, and `above 40%` at least. */
function withComparisons(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at): Piece[] => {
    const isCompared = ['brand', 'us', 'period'].includes(pieces[at + 1]?.kind ?? '');
    if (piece.kind !== 'direction' || !('than' in piece) || piece.than === undefined || !isCompared)
      return [piece];
    return [{ kind: 'direction', direction: piece.than, said: 'height' }, { kind: 'than' }];
  });
}

/** `more than 40%` says at least, and `better than position 3` at most: what follows is a size, and no brand or window. */
function withLimits(said: readonly Piece[]): readonly Piece[] {
  const isOfPosition = all(said, 'measure').some(({ measure }) => measure === 'position');
  const than = said.findIndex((piece, at) => piece.kind === 'than' && isBeforeSize(said, at));
  const before = said[than - 1];
  if (before?.kind !== 'direction') return said;
  const isMore = before.direction === 'higher';
  if (!isMore && before.direction !== 'lower') return said;
  if (isOfPosition && before.said !== 'quality') return said;
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

/** The claim of pieces without fillers, or what is wrong with them. */
function assembled(pieces: readonly Piece[], lexicon: Lexicon, now: number): Claim | string {
  const measure = measureIn(pieces);
  const compared = comparisonIn(pieces);
  const brands = brandsIn(pieces, lexicon);
  const engines = new Set(all(pieces, 'engine').map(({ slug }) => slug));
  if (engines.size > 1) return 'it names two engines, which are never compared: make a claim of each';
  if (typeof brands === 'string') return brands;
  if (measure === null)
    return 'it does not say what is counted: named, cited, recommended, position, or share of mentions';
  if (typeof compared === 'string') return compared;
  if (measure === 'position' && isEitherWay(pieces, compared)) {
    return 'of a position, that may mean better or worse: say "3 or better", or "3 or worse"';
  }
  const size = sizeIn(pieces, measure, compared);
  if (typeof size === 'string') return size;
  const windows = windowsIn(pieces, { ...compared, versus: brands.versus }, now);
  if (typeof windows === 'string') return windows;
  const [engine = null] = engines;
  return { measure, top: null, ...compared, ...brands, engine, ...windows, size };
}

function measureIn(pieces: readonly Piece[]): ClaimMeasure | null {
  const named = new Set(all(pieces, 'measure').map(({ measure }) => measure));
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : null;
}

/** `higher by at least 10 points` is a direction with a size. */
function comparisonIn(pieces: readonly Piece[]): { readonly direction: Direction } | string {
  const said = [...new Set(all(pieces, 'direction').map(({ direction }) => direction))];
  const [first, second, ...more] = said;
  if (first === undefined) {
    return 'it does not say how the two compare: more often, less often, as often, at least, or at most';
  }
  if (second === undefined) return { direction: first };
  const change = said.find((each) => each === 'higher' || each === 'lower');
  if (more.length === 0 && change !== undefined && said.includes('at_least')) return { direction: change };
  return 'it compares in two ways at once';
}

/** `above 3` is a larger number or a better position. */
function isEitherWay(pieces: readonly Piece[], compared: Pick<Claim, 'direction'>): boolean {
  return isOfOneFigure(compared) && all(pieces, 'direction').some(({ said }) => said === 'limit');
}

function brandsIn(
  pieces: readonly Piece[],
  lexicon: Lexicon,
): { readonly brand: string; readonly versus: string | null } | string {
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
  if (first === undefined) return 'it does not say of which brand: us, or the name of a tracked brand';
  if (more.length > 0) return 'it names more than two brands';
  if (second === undefined) return { brand: first.brand, versus: null };
  if (!isThan(pieces, said, 1)) return 'it names two brands without comparing them: say "than" between them';
  return { brand: first.brand, versus: second.brand };
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
): number | null | string {
  const [first, ...more] = all(pieces, 'size');
  if (more.length > 0) return 'it has two sizes';
  if (first === undefined) return null;
  const { size, unit } = first;
  const isOfPosition = measure === 'position';
  if (isOfPosition)
    return unit === 'points' || unit === 'percent' ? 'a position has no percent: give places' : size;
  if (unit === 'percent' && !isOfOneFigure(compared)) {
    return `${size}% of a difference may be of what it began with: write ${size} points`;
  }
  if (unit === 'points' || unit === 'percent') return size;
  return `${size} is of what? Write ${isOfOneFigure(compared) ? `${size}% or ` : ''}${size} points`;
}

const TOO_MANY_WINDOWS =
  'it names too many windows: at most one, and one that it is compared with after "than"';

/** A window after `than` is what is compared with; any other is what the claim is about. */
function windowsIn(
  pieces: readonly Piece[],
  claim: { readonly direction: Direction; readonly versus: string | null },
  now: number,
): { readonly window: Period; readonly baseline: Period | null } | string {
  const isAfterThan = (index: number) => pieces[index - 1]?.kind === 'than';
  const said = pieces.flatMap((piece, index) =>
    piece.kind === 'period' ? [{ period: piece.period, isBaseline: isAfterThan(index) }] : [],
  );
  const [baseline, ...otherBaselines] = said.filter((each) => each.isBaseline);
  const [window, ...otherWindows] = said.filter((each) => !each.isBaseline);
  const isBefore = pieces.some(({ kind }) => kind === 'before');
  const [relative, ...otherRelatives] = all(pieces, 'relative');
  if (otherRelatives.length > 0 || (relative && (baseline || isBefore))) return TOO_MANY_WINDOWS;
  if (relative && !relative.spans.includes(window?.period.span ?? '')) {
    return 'before what? Name the window too, as in "this week than the week before", or write "in the last 7 days than before"';
  }
  if (otherBaselines.length + otherWindows.length > 0 || (isBefore && baseline)) {
    return TOO_MANY_WINDOWS;
  }
  if (claim.versus !== null || isOfOneFigure(claim)) {
    return {
      window: plain(window?.period ?? periodOf(now, USUAL_DAYS)),
      baseline: baseline || isBefore || relative ? plain(baseline?.period ?? windowsAt(now).baseline) : null,
    };
  }
  return twoWindows(window?.period, baseline?.period, now);
}

function twoWindows(window: NamedPeriod | undefined, baseline: Period | undefined, now: number) {
  if (window) return { window: plain(window), baseline: plain(baseline ?? window.before) };
  if (baseline) return { window: { from: baseline.to, to: now + 1 }, baseline: plain(baseline) };
  const { current, baseline: before } = windowsAt(now);
  return { window: current, baseline: before };
}

function plain({ from, to }: Period): Period {
  return { from, to };
}
