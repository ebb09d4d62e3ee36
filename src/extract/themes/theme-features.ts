import type { TokenizedSentence } from './framing/learned/context-features.ts';
import { PIECE } from './framing/learned/lexicon.ts';
import { hashOf, mixedHash } from './framing/learned/tokens.ts';
import { POLAR, PRAISE } from './framing/learned/word-classes.ts';
import type { ThemePhrase } from './theme-lexicon.ts';

/** A sentence, or a part of one, to classify by theme and direction. */
export interface ThemeSentence {
  /** In lower case, with marks for tracked names. */
  readonly text: string;
  readonly phrases: readonly ThemePhrase[];
  /** From the framing model's tokens. */
  readonly tokens: TokenizedSentence['tokens'];
  readonly states: TokenizedSentence['states'];
  readonly contexts: TokenizedSentence['contexts'];
}

/** Receives a feature: its hash, its value, and its start in the text; -1 without a single place. */
type ThemeSink = (hash: number, value: number, from: number) => void;

/**
 * Sends a sentence's features to a sink: words, pairs, triples, parts of long words, theme words, and the words'
 * polarity. All names are equal, and so are all numbers. A feature may repeat.
 */
export function readThemeFeatures(sentence: ThemeSentence, sink: ThemeSink): void {
  wordFeatures(sentence.text, sink);
  phraseFeatures(sentence.text, sentence.phrases, sink);
  polarityFeatures(sentence, sink);
}

const WORD = hashOf('word');
const PAIR = hashOf('pair');
const TRIPLE = hashOf('triple');
const SKIPPED = hashOf('skipped');
const NAME = hashOf('name');
const NUMBER = hashOf('number');

function wordFeatures(text: string, sink: ThemeSink): void {
  const pieces = [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    piece,
    hash: keyOf(piece),
    from: index,
  }));
  for (const [at, { piece, hash, from }] of pieces.entries()) {
    sink(mixedHash(WORD, hash), 2, hash === NAME ? -1 : from);
    if (hash !== NAME && hash !== NUMBER) partFeatures(piece, from, sink);
    const next = pieces[at + 1]?.hash;
    const third = pieces[at + 2]?.hash;
    if (next === undefined) continue;
    const pair = mixedHash(hash, next);
    sink(mixedHash(PAIR, pair), 1, -1);
    if (third === undefined) continue;
    sink(mixedHash(TRIPLE, mixedHash(pair, third)), 1, -1);
    sink(mixedHash(SKIPPED, mixedHash(hash, third)), 0.5, -1);
  }
}

function keyOf(piece: string): number {
  if (piece >= '\uE001' && piece <= '\uE003\uFFFF') return NAME;
  return /^\p{N}/u.test(piece) ? NUMBER : hashOf(piece);
}

const BEGINNING = hashOf('beginning');
const PART = hashOf('part');

/** Letters in a word part. */
const PART_LENGTH = 4;
const LONGEST_BEGINNING = 6;

/** A word's prefixes and inner parts, which inflected forms and compounds share. */
function partFeatures(piece: string, from: number, sink: ThemeSink): void {
  for (let length = PART_LENGTH; length <= Math.min(LONGEST_BEGINNING, piece.length); length += 1)
    sink(mixedHash(BEGINNING, hashOf(piece.slice(0, length))), 1, from);
  for (let at = 0; at + PART_LENGTH <= piece.length; at += 1)
    sink(mixedHash(PART, hashOf(piece.slice(at, at + PART_LENGTH))), 0.7, from);
}

const THEME = hashOf('theme');
const KIND = hashOf('kind');
const TURN = hashOf('turn');
const BEFORE = hashOf('before');
const AFTER = hashOf('after');
const BOTH = hashOf('both');
const HOW_MANY = hashOf('how many');

/** The theme words in any language, with their neighbors. */
function phraseFeatures(text: string, phrases: readonly ThemePhrase[], sink: ThemeSink): void {
  const sure = new Set<string>();
  for (const [at, { theme, kind, from, to }] of phrases.entries()) {
    const hash = hashOf(theme);
    if (kind !== 'weak') {
      sink(mixedHash(THEME, hash), 4, from);
      sure.add(theme);
    }
    const isPhrase = /\P{L}/u.test(text.slice(from, to));
    sink(mixedHash(mixedHash(KIND, hash), hashOf(isPhrase ? `${kind} phrase` : kind)), 3, from);
    sink(mixedHash(mixedHash(TURN, hash), Math.min(2, at)), 1.3, from);
    sink(mixedHash(mixedHash(BEFORE, hash), hashOf(signOf(text.slice(0, from).trimEnd().at(-1)))), 1, from);
    sink(mixedHash(mixedHash(AFTER, hash), hashOf(signOf(text.slice(to).trimStart().at(0)))), 1, from);
  }
  if (phrases.length === 0) return;
  const themes = [...sure].sort();
  for (const [at, one] of themes.entries())
    for (const other of themes.slice(at + 1))
      sink(mixedHash(mixedHash(BOTH, hashOf(one)), hashOf(other)), 1, -1);
  sink(mixedHash(HOW_MANY, Math.min(3, themes.length)), 1, -1);
}

/** A word's neighbor: nothing, a name, a number, punctuation, or a word. */
function signOf(character: string | undefined): string {
  if (character === undefined) return 'end';
  if (character >= '\uE001' && character <= '\uE003') return 'name';
  if (/\p{N}/u.test(character)) return 'number';
  return /\p{P}/u.test(character) ? character : 'word';
}

const CLASS = hashOf('class');
const SIDE = hashOf('side');
const COMPARED = hashOf('compared');
const SEQUENCE = hashOf('sequence');
const BALANCE = hashOf('balance');
/** The states of a negated word, and of a word after `too` (framing/learned/context-features.ts). */
const DENIED = 1;
const TOO = 2;

/** The words' polarity in any language, with their modifiers. */
function polarityFeatures({ tokens, states, contexts }: ThemeSentence, sink: ThemeSink): void {
  let [praise, blame] = [0, 0];
  let [first, second] = [-1, -1];
  for (const [at, { classes }] of tokens.entries()) {
    const state = states[at] ?? 0;
    const turns = state & (DENIED | TOO);
    for (const each of classes) {
      sink(mixedHash(mixedHash(CLASS, each), state), 3, -1);
      sink(mixedHash(SEQUENCE, mixedHash(second, each)), 2, -1);
      sink(mixedHash(SEQUENCE, mixedHash(first, mixedHash(second, each))), 1, -1);
      [first, second] = [second, each];
      if (!POLAR.has(each)) continue;
      const isPraise = PRAISE.has(each);
      const side = mixedHash(mixedHash(SIDE, Number(isPraise)), turns);
      sink(side, 3, -1);
      sink(mixedHash(mixedHash(COMPARED, side), contexts[at]?.than ?? 0), 2, -1);
      const isTurned = (turns & DENIED) !== 0 || (isPraise && turns !== 0);
      if (isPraise === isTurned) blame += 1;
      else praise += 1;
    }
  }
  sink(mixedHash(mixedHash(BALANCE, Math.min(3, praise)), Math.min(3, blame)), 5, -1);
}
