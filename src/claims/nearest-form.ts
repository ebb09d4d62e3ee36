import type { ClaimMeasure, Direction } from '../domain/alerts/claim.ts';
import {
  answersWords,
  type Compared,
  comparedWords,
  isLevel,
  JUDGED,
  limitWords,
  placeWords,
  possessive,
  sizeWords,
  topWords,
  VERBS,
} from './claim-text.ts';
import { isBrand, type Piece } from './grammar-tokens.ts';
import type { Reading } from './refusal.ts';
import { inTenths } from './sizes.ts';
import { type Lexicon, tokensOf } from './tokens.ts';
import { readingsOf } from './windows.ts';

/** A guess about a sentence that the grammar cannot parse. */
interface Guess {
  readonly measure: ClaimMeasure;
  readonly engine: string;
  readonly brand: string;
  readonly versus: string | null;
  readonly direction: Direction;
  readonly top: number | null;
  readonly size: number | null;
  /** As words that the parser knows; null for the default windows. */
  readonly window: string | null;
  readonly baseline: string | null;
}

/**
 * Suggests sentences that the parser reads, one for each possible meaning; none if nothing readable means the same. No suggestion
 * contradicts the sentence, swaps its brands, or adds a time. Sizes are stated or implied ones.
 *
 * @param pieces from `resolvePieces`
 * @param isRead whether a sentence parses as a valid claim
 */
export function nearestForms(
  pieces: readonly Piece[],
  meant: readonly Reading[],
  lexicon: Lexicon,
  isRead: (sentence: string) => boolean,
): string[] {
  const formsFor = (each: Reading) =>
    guessesOf(pieces, each, lexicon).flatMap((guess) => {
      const { window } = guess;
      const others = [
        { ...guess, baseline: window && 'before' },
        { ...guess, baseline: null },
      ];
      return (
        [guess, ...(each.window === undefined ? others : [])]
          .map(formOf)
          .find((form) => form !== null && isRead(form)) ?? []
      );
    });
  return [...new Set(meant.flatMap(formsFor))].slice(0, 2);
}

function guessesOf(pieces: readonly Piece[], meant: Reading, lexicon: Lexicon): Guess[] {
  const than = pieces.findIndex(({ kind }) => kind === 'than');
  const { brand, versus } = brandsOf(pieces, meant, lexicon);
  const slug = meant.engine ?? pieces.find((piece) => piece.kind === 'engine')?.slug;
  const measure = meant.measure ?? measureIn(pieces);
  const top =
    meant.top === undefined ? (pieces.find((piece) => piece.kind === 'top')?.top ?? null) : meant.top;
  const guess = {
    measure: top !== null && measure !== 'share' ? 'listed' : measure,
    brand,
    versus,
    top,
    engine: lexicon.engines.find((each) => each.slug === slug)?.name ?? 'Each engine',
    window: meant.window === undefined ? windowIn(pieces, than) : meant.window,
    baseline: meant.baseline === undefined ? baselineIn(pieces, than) : meant.baseline,
  } as const;
  const guesses = directionsOf(pieces, meant, guess)
    .map((direction) => ({ ...guess, direction, size: sizeOf(pieces, meant, { ...guess, direction }) }))
    .flatMap((each) => (meant.window === undefined ? inEachWindow(each, pieces) : [each]));
  // Without a word such as "than", it is unclear which brand is compared with which.
  const isSaid = pieces.some((piece) => piece.kind === 'direction' && COMPARED.includes(piece.direction));
  const isEitherOf =
    isSaid &&
    guesses[0]?.direction !== 'unchanged' &&
    than < 0 &&
    versus !== null &&
    meant.versus === undefined &&
    meant.direction === undefined;
  return isEitherOf ? guesses.flatMap((each) => [each, { ...each, brand: versus, versus: brand }]) : guesses;
}

/** The brand that it is about, and the one it is compared with. `Our competitors beat us` is about any of them. */
function brandsOf(
  pieces: readonly Piece[],
  meant: Reading,
  lexicon: Lexicon,
): Pick<Guess, 'brand' | 'versus'> {
  const [brand = 'us', second = null] = brandsIn(pieces, meant, lexicon);
  const [self, ...others] = lexicon.brands.map(({ name }) => name);
  const any = (brand === self || brand === 'us' ? others[0] : self) ?? null;
  if (meant.versus !== 'any') return { brand, versus: meant.versus === undefined ? second : meant.versus };
  const first = pieces.findIndex(isBrand);
  const isOfOthers = pieces
    .slice(0, Math.max(0, first))
    .some((piece) => piece.kind === 'unclear' && piece.meant.some((each) => each.versus === 'any'));
  const isComparedWith = pieces.slice(0, Math.max(0, first)).some(({ kind }) => kind === 'than');
  if (isOfOthers && isComparedWith && second === null && any !== null) return { brand: any, versus: brand };
  return { brand, versus: second ?? any };
}

function brandsIn(pieces: readonly Piece[], meant: Reading, lexicon: Lexicon): string[] {
  const self = lexicon.brands[0]?.name ?? '';
  const names = pieces.flatMap((piece) => {
    if (piece.kind === 'brand') return [piece.brand];
    return piece.kind === 'us' ? [isClear(self, lexicon) ? self : 'us'] : [];
  });
  if (meant.isOfLast) return names.slice(-1);
  return [...new Set([...(meant.brand === undefined ? [] : [meant.brand]), ...names])];
}

/** A brand can have an engine's name; then only "us" identifies it. */
function isClear(name: string, lexicon: Lexicon): boolean {
  return tokensOf(name, lexicon).every(({ kind }) => kind === 'brand');
}

function measureIn(pieces: readonly Piece[]): ClaimMeasure {
  const said = pieces.find((piece) => piece.kind === 'measure')?.measure;
  const isJudged = said === 'recommended' && pieces.some(({ kind }) => kind === 'judged');
  if (isJudged) return 'recommended_of_judged';
  const isOfPlaces = pieces.some((piece) => piece.kind === 'direction' && piece.said === 'place');
  return said ?? (isOfPlaces ? 'position' : 'named');
}

/** The size, if the sentence states or implies one for this direction: `40%` is no difference, and a bare number can be a position. */
function sizeOf(
  pieces: readonly Piece[],
  meant: Reading,
  { measure, direction }: Pick<Guess, 'measure' | 'direction'>,
): number | null {
  if (meant.size !== undefined) return meant.size;
  const said = pieces.find((piece) => piece.kind === 'size');
  if (said === undefined || (said.unit === null && measure !== 'position')) return null;
  const isBy = pieces.some(({ kind }) => kind === 'by');
  const isOfDirection = isLevel(direction) ? said.unit !== 'points' : said.unit !== 'percent' || isBy;
  return isOfDirection ? said.size : null;
}

/** A change since October has two possible pairs of windows. */
function inEachWindow(guess: Guess, pieces: readonly Piece[]): readonly Guess[] {
  const period = pieces.find((piece) => piece.kind === 'period' && piece.text === guess.window);
  const isChange = guess.versus === null && guess.baseline === null && !isLevel(guess.direction);
  if (period?.kind !== 'period' || !isChange) return [guess];
  const readings = readingsOf(period.period, pieces);
  return readings.length === 0 ? [guess] : readings.map((each) => ({ ...guess, ...each }));
}

const EITHER_LEVEL: readonly Direction[] = ['at_least', 'at_most'];
const EITHER_WAY: readonly Direction[] = ['higher', 'lower'];
const COMPARED: readonly Direction[] = ['higher', 'lower', 'unchanged'];

/** Its direction, or both possible ones, if it compares anything. Equality of two shares of the same mentions cannot be tested. */
function directionsOf(
  pieces: readonly Piece[],
  meant: Reading,
  { measure, versus }: Pick<Guess, 'measure' | 'versus'>,
): readonly Direction[] {
  const said = new Set(pieces.flatMap((piece) => (piece.kind === 'direction' ? [piece.direction] : [])));
  const compared = COMPARED.filter((direction) => said.has(direction));
  const isOfLevel = pieces.some(
    (piece) =>
      piece.kind === 'size' && (piece.unit === null ? measure === 'position' : piece.unit !== 'points'),
  );
  const unsaid = isOfLevel ? EITHER_LEVEL : versus === null ? [] : EITHER_WAY;
  if (compared.length > 1 && meant.direction === undefined) return [];
  const known = compared.length > 0 ? compared : said.size > 0 && isOfLevel ? [...said] : unsaid;
  const directions = meant.direction === undefined ? known : [meant.direction];
  const isOfShares = measure === 'share' && versus !== null;
  return isOfShares && directions.includes('unchanged') ? ['higher', 'lower'] : directions;
}

function windowIn(pieces: readonly Piece[], than: number): string | null {
  const relative = pieces.find((piece) => piece.kind === 'relative');
  const window = pieces.find((piece, at) => piece.kind === 'period' && (than < 0 || at !== than + 1));
  if (window?.kind === 'period') return window.text;
  // "Than last" precedes a window of any length.
  if (!relative || relative.spans.length > 2) return null;
  const days = relative.spans.find((each) => each.endsWith('days'));
  return days === undefined ? `this ${relative.spans[0]}` : `in the last ${days}`;
}

function baselineIn(pieces: readonly Piece[], than: number): string | null {
  const relative = pieces.find((piece) => piece.kind === 'relative');
  const window = pieces.some((piece, at) => piece.kind === 'period' && at !== than + 1);
  if (relative) return window ? relative.text : 'before';
  const next = pieces[than + 1];
  if (next?.kind === 'period') return next.text;
  return pieces.some(({ kind }) => kind === 'before') ? 'before' : null;
}

/** Null for a level without a known size. */
function formOf(guess: Guess): string | null {
  const { measure, direction, window } = guess;
  const begins = beginningOf(guess);
  if (!isLevel(direction)) return `${begins} ${comparedOf(guess, direction)}`;
  if (guess.size === null) return null;
  const size = inTenths(guess.size, direction);
  const days = window === null ? '' : ` ${window}`;
  if (measure === 'position') return `${begins} on average at ${placeWords(direction, size)}${days}`;
  if (measure === 'share') return `${begins} ${limitWords(direction, size)}${days}`;
  const answers = measure === 'recommended_of_judged' ? 'them' : 'answers';
  return `${begins} in ${answersWords(direction, size, answers)}${days}`;
}

function beginningOf({ measure, engine, brand, top }: Guess): string {
  if (measure === 'share') {
    const whose = brand === 'us' ? 'our' : possessive(brand);
    return `${whose} share of mentions on ${engine.replace(/^Each/, 'each')} is`;
  }
  const among = measure === 'recommended_of_judged' ? `Of the ${JUDGED}, ` : '';
  const who = among === '' ? engine : engine.replace(/^Each/, 'each');
  return `${among}${who} ${VERBS[measure]} ${brand}${measure === 'listed' ? topWords(top) : ''}`;
}

/** `more often than Kestrel this month`, or than before. */
function comparedOf(guess: Guess, direction: Compared): string {
  const { measure, versus, window, baseline } = guess;
  const words = comparedWords(measure, direction);
  const joint = direction === 'unchanged' ? 'as' : 'than';
  const size = byHowMuch(guess, direction);
  const days = window === null ? '' : ` ${window}`;
  if (versus !== null) {
    const whose = measure !== 'share' ? versus : versus === 'us' ? 'ours' : possessive(versus);
    return `${words} ${joint} ${whose}${days}${size}`;
  }
  const against = baseline ?? (window === null ? 'before' : null);
  return `${words}${days}${against === null ? '' : ` ${joint} ${against}`}${size}`;
}

/** Sightline cannot test how much two shares of the same mentions differ. */
function byHowMuch({ measure, versus, size }: Guess, direction: Direction): string {
  const isJudged = direction !== 'unchanged' && !(measure === 'share' && versus !== null);
  return size === null || size <= 0 || size >= 100 || !isJudged
    ? ''
    : `, by at least ${sizeWords(size, measure)}`;
}
