import type { ClaimMeasure, Direction } from '../domain/claim.ts';
import type { Piece } from './pieces.ts';
import { possessive } from './say.ts';
import { type Lexicon, tokensOf } from './tokens.ts';

/** What a sentence that was not understood seems to be about. */
interface Guess {
  readonly engine: string;
  readonly brand: string;
  readonly rival: string | null;
  readonly direction: Direction;
  readonly size: number | null;
}

const OFTEN: Readonly<Record<Direction, string>> = {
  higher: 'more often than',
  lower: 'less often than',
  unchanged: 'as often as',
  at_least: 'in at least',
  at_most: 'in at most',
};

/** A sentence that can be read, with as much of this one as was. */
export function nearestForm(pieces: readonly Piece[], lexicon: Lexicon): string {
  const guess = guessOf(pieces, lexicon);
  const measure = pieces.find((piece) => piece.kind === 'measure')?.measure ?? 'named';
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
  return {
    engine: engine?.name ?? '',
    brand,
    rival: rival ?? null,
    direction: pieces.find((piece) => piece.kind === 'direction')?.direction ?? 'higher',
    size: pieces.find((piece) => piece.kind === 'size')?.size ?? null,
  };
}

/** A brand may have the name of an engine, and then only "us" says which is meant. */
function isClear(name: string, lexicon: Lexicon): boolean {
  return tokensOf(name, lexicon).every(({ kind }) => kind === 'brand');
}

const FORMS: Readonly<Record<ClaimMeasure, (guess: Guess) => string>> = {
  named: (guess) => rateForm('names', guess),
  cited: (guess) => rateForm('cites', guess),
  recommended: (guess) => rateForm('recommends', guess),
  position: ({ engine, brand, rival, direction }) => {
    const place = direction === 'at_least' ? '3 or worse' : '3 or better';
    if (direction === 'at_least' || direction === 'at_most')
      return `${engine} ranks ${brand} at position ${place} this month`;
    const words = { higher: 'higher than', lower: 'lower than', unchanged: 'the same as' }[direction];
    return rival === null
      ? `${engine} ranks ${brand} ${words} last month`
      : `${engine} ranks ${brand} ${words} ${rival} this month`;
  },
  share: ({ engine, brand, rival, direction, size }) => {
    const whose = brand === 'us' ? 'our' : possessive(brand);
    const begins = `${whose} share of mentions on ${engine} is`;
    if (direction === 'at_least' || direction === 'at_most') {
      return `${begins} ${direction === 'at_least' ? 'at least' : 'at most'} ${percent(size)} this month`;
    }
    const words = { higher: 'larger than', lower: 'smaller than', unchanged: 'the same as' };
    if (rival === null) return `${begins} ${words[direction]} last month`;
    // That two shares of the same mentions are equal cannot be judged.
    return `${begins} ${words[direction === 'unchanged' ? 'higher' : direction]} ${possessive(rival)} this month`;
  },
};

function rateForm(verb: string, { engine, brand, rival, direction, size }: Guess): string {
  const begins = `${engine} ${verb} ${brand} ${OFTEN[direction]}`;
  if (direction === 'at_least' || direction === 'at_most')
    return `${begins} ${percent(size)} of answers this month`;
  return `${begins} ${rival === null ? 'last month' : `${rival} this month`}`;
}

function percent(size: number | null): string {
  return `${size !== null && size > 0 && size < 100 ? size : 40}%`;
}
