import type { ClaimMeasure, Direction } from '../domain/claim.ts';
import type { Piece } from './pieces.ts';
import { limitWords, placeWords, possessive } from './say.ts';
import { type Lexicon, tokensOf } from './tokens.ts';

/** What a sentence that was not understood seems to be about. */
interface Guess {
  readonly engine: string;
  readonly brand: string;
  readonly rival: string | null;
  readonly direction: Direction;
  readonly size: number | null;
  /** Where it is compared with the days before: how many days, such as `7 days`. */
  readonly days: string | null;
}

/** A sentence that can be read, with as much of this one as was. */
export function nearestForm(pieces: readonly Piece[], lexicon: Lexicon): string {
  const guess = guessOf(pieces, lexicon);
  const isOfPlaces = pieces.some((piece) => piece.kind === 'direction' && piece.said === 'place');
  const said = pieces.find((piece) => piece.kind === 'measure')?.measure;
  const measure = said ?? (isOfPlaces ? 'position' : 'named');
  return FORMS[measure](guess);
}

function guessOf(pieces: readonly Piece[], lexicon: Lexicon): Guess {
  const { brands, engines } = lexicon;
  const self = brands[0]?.name ?? '';
  const names = pieces.flatMap((piece) => {
    if (piece.kind === 'brand') return [piece.brand];
    return piece.kind === 'us' ? [isClear(self, lexicon) ? self : 'us'] : [];
  });
  const [brand = 'us', rival] = [...new Set(names)];
  const slug = pieces.find((piece) => piece.kind === 'engine')?.slug;
  const engine = engines.find((each) => each.slug === slug) ?? engines[0];
  const size = pieces.find((piece) => piece.kind === 'size')?.size ?? null;
  return {
    engine: engine?.name ?? '',
    brand,
    rival: rival ?? null,
    // "In 40% of answers" is about a level, though it does not say on which side of it.
    direction:
      pieces.find((piece) => piece.kind === 'direction')?.direction ??
      (size === null ? 'higher' : 'at_least'),
    size,
    days: daysIn(pieces),
  };
}

/** The days before which others lie: those of the window, or as many as are said to lie before it. */
function daysIn(pieces: readonly Piece[]): string | null {
  const relative = pieces.find((piece) => piece.kind === 'relative');
  if (!relative) return null;
  const windows = pieces.flatMap((piece) => (piece.kind === 'period' ? [piece.period.span] : []));
  return [...windows, ...relative.spans].find((each) => each.endsWith('days')) ?? null;
}

/** A brand may have the name of an engine, and then only "us" says which is meant. */
function isClear(name: string, lexicon: Lexicon): boolean {
  return tokensOf(name, lexicon).every(({ kind }) => kind === 'brand');
}

const FORMS: Readonly<Record<ClaimMeasure, (guess: Guess) => string>> = {
  named: (guess) => rateForm('names', guess),
  cited: (guess) => rateForm('cites', guess),
  recommended: (guess) => rateForm('recommends', guess),
  recommended_of_judged: (guess) => rateForm('recommends', guess),
  listed: (guess) => rateForm('lists', guess),
  position: (guess) => {
    const { engine, brand, direction } = guess;
    const begins = `${engine} ranks ${brand}`;
    return isLevel(direction)
      ? `${begins} at ${placeWords(direction, 3)} this month`
      : `${begins} ${compared(guess, { higher: 'higher', lower: 'lower', unchanged: 'the same' }[direction])}`;
  },
  share: (guess) => {
    const { engine, brand, rival, direction, size } = guess;
    const whose = brand === 'us' ? 'our' : possessive(brand);
    const begins = `${whose} share of mentions on ${engine} is`;
    if (isLevel(direction)) return `${begins} ${limitWords(direction)} ${percent(size)} this month`;
    const words = { higher: 'larger', lower: 'smaller', unchanged: 'the same' };
    if (rival === null) return `${begins} ${compared(guess, words[direction])}`;
    // That two shares of the same mentions are equal cannot be judged.
    const judged = direction === 'unchanged' ? 'higher' : direction;
    const whoseElse = rival === 'us' ? 'ours' : possessive(rival);
    return `${begins} ${compared({ ...guess, direction: judged, rival: whoseElse }, words[judged])}`;
  },
};

function rateForm(verb: string, guess: Guess): string {
  const { engine, brand, direction, size } = guess;
  const begins = `${engine} ${verb} ${brand}`;
  const words = { higher: 'more often', lower: 'less often', unchanged: 'as often' };
  return isLevel(direction)
    ? `${begins} in ${limitWords(direction)} ${percent(size)} of answers this month`
    : `${begins} ${compared(guess, words[direction])}`;
}

/** `more often than Kestrel this month`, or than before. */
function compared({ rival, direction, days }: Guess, words: string): string {
  const joint = direction === 'unchanged' ? 'as' : 'than';
  if (rival !== null) return `${words} ${joint} ${rival} this month`;
  return days === null ? `${words} ${joint} last month` : `${words} in the last ${days} ${joint} before`;
}

function isLevel(direction: Direction): direction is 'at_least' | 'at_most' {
  return direction === 'at_least' || direction === 'at_most';
}

function percent(size: number | null): string {
  return `${size !== null && size > 0 && size < 100 ? size : 40}%`;
}
