import type { NamedPeriod } from './periods.ts';
import { readPeriod, readRelative } from './periods.ts';
import type { Token } from './tokens.ts';
import { LONGEST_PHRASE, type Meaning, PHRASES } from './words.ts';

/** What a part of a sentence says. */
export type Piece =
  | Meaning
  | { readonly kind: 'brand'; readonly brand: string }
  | { readonly kind: 'engine'; readonly slug: string }
  | { readonly kind: 'period'; readonly period: NamedPeriod }
  /** `the week before`: right before a window that takes one of these lengths. */
  | { readonly kind: 'relative'; readonly spans: readonly string[] }
  | { readonly kind: 'size'; readonly size: number; readonly unit: SizeUnit | null };

/** A percentage says of a difference neither of what it is nor that it is in points. */
type SizeUnit = 'points' | 'percent' | 'places';

export interface ReadPieces {
  readonly pieces: readonly Piece[];
  /** The first part that says nothing that is known; null if there is none. */
  readonly unknown: string | null;
  /** What is wrong with the first name that has several meanings; null if there is none. */
  readonly ambiguous: string | null;
}

/** Reads a sentence from its beginning. What is not known is passed over, so that the rest can still help. */
export function piecesOf(tokens: readonly Token[], now: number): ReadPieces {
  const pieces: Piece[] = [];
  let unknown: string | null = null;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    const found = pieceAt(tokens, at, now);
    if (found) pieces.push(...found.pieces);
    else if (token?.kind === 'word') unknown ??= token.text;
    at += found?.length ?? 1;
  }
  return { pieces, unknown, ambiguous: tokens.find((token) => token.kind === 'ambiguous')?.problem ?? null };
}

interface Found {
  readonly pieces: readonly Piece[];
  readonly length: number;
}

function pieceAt(tokens: readonly Token[], at: number, now: number): Found | null {
  const [token] = tokens.slice(at);
  if (token === undefined || token.kind === 'ambiguous') return null;
  if (token.kind !== 'word') return { pieces: [token], length: 1 };
  const words = wordsFrom(tokens, at);
  const relative = readRelative(words);
  if (relative) return { pieces: [{ kind: 'relative', spans: relative.spans }], length: relative.length };
  const read = readPeriod(words, now);
  if (read) return { pieces: [{ kind: 'period', period: read.period }], length: read.length };
  return sizeAt(words) ?? phraseAt(words);
}

/** The words from here on, up to the next name. */
function wordsFrom(tokens: readonly Token[], at: number): string[] {
  const words: string[] = [];
  for (const token of tokens.slice(at)) {
    if (token.kind !== 'word') break;
    words.push(NUMBERS[token.word] ?? token.word);
  }
  return words;
}

/** Without "one", which is not always a number. */
const NUMBERS: Readonly<Record<string, string>> = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
};

const UNITS: readonly (readonly [unit: string, means: SizeUnit])[] = [
  ['percentage points', 'points'],
  ['percentage point', 'points'],
  ['points', 'points'],
  ['point', 'points'],
  ['percent', 'percent'],
  ['%', 'percent'],
  ['places', 'places'],
  ['place', 'places'],
  ['positions', 'places'],
];

function sizeAt(words: readonly string[]): Found | null {
  const [first = '', ...rest] = words;
  const sized = (size: number, unit: SizeUnit | null, length: number): Found => ({
    pieces: [{ kind: 'size', size, unit }],
    length,
  });
  if (first === 'half') return sized(50, 'percent', 1);
  const found = /^(\d+(?:\.\d+)?)(%?)$/.exec(first);
  if (!found) return null;
  const size = Number(found[1]);
  if (found[2] === '%') return sized(size, 'percent', 1);
  const after = rest.join(' ');
  const named = UNITS.find(([unit]) => after === unit || after.startsWith(`${unit} `));
  return named ? sized(size, named[1], 1 + named[0].split(' ').length) : sized(size, null, 1);
}

function phraseAt(words: readonly string[]): Found | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const pieces = PHRASES.get(words.slice(0, length).join(' '));
    if (pieces) return { pieces, length };
  }
  return null;
}
