import type { TrackedBrand } from '../../../../domain/brand/tracked-brand.ts';
import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { type Lexicon, PIECE } from './lexicon.ts';
import { classNumber } from './word-classes.ts';

/** A word, known phrase, punctuation mark, or name in a sentence. Places are offsets in its block. */
export interface Token extends Range {
  /** A hash of its text. */
  readonly hash: number;
  readonly text: string;
  /** Its word classes, by number. */
  readonly classes: readonly number[];
  /** A name's brands; null for other tokens. Empty for an untracked name. */
  readonly brands: readonly TrackedBrand[] | null;
  readonly isWord: boolean;
}

const NEGATOR = [classNumber('negator')];
const NONE: readonly number[] = [];
/** Words that Arabic and Hebrew attach to the next one. */
const PREFIX = /^(?:[وف]?(?:بال|كال|لل|ال|[بلك])|[وف]|ו?[הבלמשכ]|ו)$/u;
const LONGEST_PREFIX = 4;

/**
 * The tokens in a range of marked text.
 *
 * @param text the block's marked text
 * @param entities the block's names
 */
export function tokensOf(
  text: string,
  range: Range,
  entities: ReadonlyMap<number, Entity>,
  lexicon: Lexicon,
): Token[] {
  const matches = [
    ...text
      .slice(range.from, range.to)
      .replace(/(?<=\p{L})[-‐‑](?=\p{L})/gu, ' ')
      .matchAll(PIECE),
  ];
  const pieces = matches.map(([piece]) => piece);
  const tokens: Token[] = [];
  for (let index = 0; index < pieces.length; ) {
    const piece = pieces[index] ?? '';
    const start = range.from + (matches[index]?.index ?? 0);
    if (piece >= '\uE001' && piece <= '\uE003\uFFFF') {
      tokens.push(nameToken(piece, start, entities.get(start)));
      index += 1;
      continue;
    }
    const entry = lexicon.find(pieces, index) ?? withoutPrefix(lexicon, piece);
    const length = entry?.length ?? 1;
    const last = matches[index + length - 1];
    const to = range.from + (last?.index ?? 0) + (last?.[0].length ?? 0);
    const shown = length === 1 ? piece : pieces.slice(index, index + length).join(' ');
    tokens.push({
      from: start,
      to,
      text: shown,
      hash: hashOf(shown),
      classes: entry?.classes ?? (piece.endsWith("n't") ? NEGATOR : NONE),
      brands: null,
      isWord: /[\p{L}\p{N}]/u.test(piece),
    });
    index += length;
  }
  return tokens;
}

function nameToken(piece: string, from: number, entity: Entity | undefined): Token {
  const brands = entity?.brands ?? [];
  return { from, to: from + piece.length, text: '', hash: 0, classes: NONE, brands, isWord: true };
}

function withoutPrefix(lexicon: Lexicon, piece: string) {
  if (piece < '\u05d0' || piece > '\u06ff') return null;
  for (let length = Math.min(LONGEST_PREFIX, piece.length - 2); length > 0; length -= 1) {
    const entry = PREFIX.test(piece.slice(0, length)) ? lexicon.find([piece.slice(length)], 0) : null;
    if (entry !== null) return entry;
  }
  return null;
}

/** A 32-bit hash (FNV-1a) of a text's UTF-16 units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A 32-bit hash of two ordered numbers. */
export function mixedHash(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b + 0x7f4a7c15, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
