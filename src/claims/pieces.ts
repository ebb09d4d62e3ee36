import type { NamedPeriod } from './periods.ts';
import { readPeriod } from './periods.ts';
import type { Token } from './tokens.ts';
import { LONGEST_PHRASE, type Meaning, PHRASES } from './words.ts';

/** What a part of a sentence says. */
export type Piece =
  | Meaning
  | { readonly kind: 'brand'; readonly brand: string }
  | { readonly kind: 'engine'; readonly slug: string }
  | { readonly kind: 'period'; readonly period: NamedPeriod }
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
    if (found) pieces.push(found.piece);
    else if (token?.kind === 'word') unknown ??= token.text;
    at += found?.length ?? 1;
  }
  return { pieces, unknown, ambiguous: tokens.find((token) => token.kind === 'ambiguous')?.problem ?? null };
}

interface Found {
  readonly piece: Piece;
  readonly length: number;
}

function pieceAt(tokens: readonly Token[], at: number, now: number): Found | null {
  const [token] = tokens.slice(at);
  if (token === undefined || token.kind === 'ambiguous') return null;
  if (token.kind !== 'word') return { piece: token, length: 1 };
  const words = wordsFrom(tokens, at);
  const read = readPeriod(words, now);
  if (read) return { piece: { kind: 'period', period: read.period }, length: read.length };
  return sizeAt(words) ?? phraseAt(words);
}

/** The words from here on, up to the next name. */
function wordsFrom(tokens: readonly Token[], at: number): string[] {
  const words: string[] = [];
  for (const token of tokens.slice(at)) {
    if (token.kind !== 'word') break;
    words.push(token.word);
  }
  return words;
}

const UNITS: readonly (readonly [unit: string, means: SizeUnit])[] = [
  ['percentage points', 'points'],
  ['percentage point', 'points'],
  ['points', 'points'],
  ['point', 'points'],
  ['percent', 'percent'],
  ['places', 'places'],
  ['place', 'places'],
  ['positions', 'places'],
];

function sizeAt(words: readonly string[]): Found | null {
  const [first = '', ...rest] = words;
  const found = /^(\d+(?:\.\d+)?)(%?)$/.exec(first);
  if (!found) return null;
  const size = Number(found[1]);
  if (found[2] === '%') return { piece: { kind: 'size', size, unit: 'percent' }, length: 1 };
  const after = rest.join(' ');
  const named = UNITS.find(([unit]) => after === unit || after.startsWith(`${unit} `));
  if (!named) return { piece: { kind: 'size', size, unit: null }, length: 1 };
  return { piece: { kind: 'size', size, unit: named[1] }, length: 1 + named[0].split(' ').length };
}

function phraseAt(words: readonly string[]): Found | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const piece = PHRASES.get(words.slice(0, length).join(' '));
    if (piece) return { piece, length };
  }
  return null;
}
