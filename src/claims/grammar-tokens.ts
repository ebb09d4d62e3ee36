import type { Meaning } from './meanings.ts';
import type { NamedPeriod } from './periods.ts';
import { mayBeTime, readPeriod, readRelative } from './periods.ts';
import { readSize } from './sizes.ts';
import type { Token } from './tokens.ts';
import { LONGEST_PHRASE, PHRASES } from './words.ts';

/** A part of a sentence, with its meaning. */
export type Piece =
  | Meaning
  | { readonly kind: 'brand'; readonly brand: string }
  | { readonly kind: 'engine'; readonly slug: string }
  | { readonly kind: 'period'; readonly period: NamedPeriod; readonly text: string }
  /** `the week before`: right before a window of one of these lengths, or this many days before any window. */
  | {
      readonly kind: 'relative';
      readonly spans: readonly string[];
      readonly days: number | null;
      readonly text: string;
    };

/** A brand, by its name or as `us`. */
export function isBrand(piece: Piece | undefined): boolean {
  return piece?.kind === 'brand' || piece?.kind === 'us';
}

export interface ReadPieces {
  readonly pieces: readonly Piece[];
  /** The first unknown part; null for none. */
  readonly unknown: string | null;
  /** Whether the unknown part may be a time. */
  readonly isTimeLost: boolean;
  /** The problem with the first ambiguous name; null for none. */
  readonly ambiguous: string | null;
}

/** Reads a sentence from its start. Skips unknown words, so that the rest can still help. */
export function piecesOf(tokens: readonly Token[], now: number): ReadPieces {
  const pieces: Piece[] = [];
  let unknown: string | null = null;
  let isTimeLost = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    const found = pieceAt(tokens, at, now);
    if (found) pieces.push(...found.pieces);
    else if (token?.kind === 'word') {
      unknown ??= token.text;
      isTimeLost ||= mayBeTime(token.word);
    }
    at += found?.length ?? 1;
  }
  const ambiguous = tokens.find((token) => token.kind === 'ambiguous')?.problem ?? null;
  return { pieces, unknown, isTimeLost, ambiguous };
}

interface Found {
  readonly pieces: readonly Piece[];
  readonly length: number;
}

/** Tries a time first, and otherwise the longer of a size and a phrase: `half` is a size, `half as often` is none. */
function pieceAt(tokens: readonly Token[], at: number, now: number): Found | null {
  const [token] = tokens.slice(at);
  if (token === undefined || token.kind === 'ambiguous') return null;
  if (token.kind !== 'word') return { pieces: [token], length: 1 };
  const words = wordsFrom(tokens, at);
  const questions = /^in answers to (?:your|our|the) \d+ questions?(?= |$)/.exec(words.join(' '));
  if (questions) return { pieces: [{ kind: 'filler' }], length: questions[0].split(' ').length };
  const time = timeAt(words, now);
  if (time) {
    const text = tokens.slice(at, at + time.length).map((each) => each.text);
    return { pieces: [{ ...time.piece, text: inSentence(text.join(' ')) }], length: time.length };
  }
  if (isPlacing(words)) return { pieces: [{ kind: 'be' }], length: 1 };
  const limit = limitAt(words);
  if (limit) return limit;
  const [size, phrase] = [readSize(words), phraseAt(words)];
  if (size && (phrase === null || phrase.length <= size.length)) {
    return { pieces: [size.piece], length: size.length };
  }
  return phrase;
}

/** `no higher than 30%`, `not below 30%`, and `not even half`: for a size, never for a brand. */
function limitAt(words: readonly string[]): Found | null {
  const text = words.slice(0, 3).join(' ');
  const found =
    /^not? (?:(?:(higher|larger|bigger|greater)|lower|smaller) than|(above|over|even|quite)(?= )|(?:below|under)(?= ))/.exec(
      text,
    );
  if (!found) return null;
  const length = found[0].split(' ').length;
  const isMost = found[1] !== undefined || found[2] !== undefined;
  const said = { kind: 'direction', direction: isMost ? 'at_most' : 'at_least', said: 'limit' } as const;
  return readSize(words.slice(length)) === null ? null : { pieces: [said], length };
}

/** `comes first`, `takes the top spot`, `makes the top 3`: the verb means only `is`. */
function isPlacing([first = '', ...rest]: readonly string[]): boolean {
  const size = PLACING.includes(first) ? readSize(rest)?.piece : undefined;
  return size?.kind === 'top' || size?.unit === 'places';
}

const PLACING: readonly string[] = [
  ...'come comes came coming take takes took taking taken make makes made making'.split(' '),
  ...'reach reaches reached hold holds held land lands landed finish finishes finished have has had'.split(
    ' ',
  ),
];

/** `In October` as it is written inside a sentence. */
function inSentence(time: string): string {
  if (/^(?:q\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*)(?= |$)/i.test(time))
    return `in ${time}`;
  return time.replace(
    /^(?:in|on|over|during|for|the|within|since|this|last|past|from|between|today|yesterday)(?= |$)/i,
    (word) => word.toLowerCase(),
  );
}

function timeAt(words: readonly string[], now: number) {
  const relative = readRelative(words);
  if (relative)
    return {
      piece: { kind: 'relative', spans: relative.spans, days: relative.days },
      length: relative.length,
    } as const;
  const read = readPeriod(words, now);
  return read && ({ piece: { kind: 'period', period: read.period }, length: read.length } as const);
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
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  fifteen: '15',
  twenty: '20',
  'twenty-five': '25',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  'seventy-five': '75',
  eighty: '80',
  ninety: '90',
};

function phraseAt(words: readonly string[]): Found | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const pieces = PHRASES.get(words.slice(0, length).join(' '));
    if (pieces) return { pieces, length };
  }
  return null;
}
