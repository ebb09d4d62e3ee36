import { PIECE } from '../framing/learned/lexicon.ts';
import type { ReadSentence } from '../framing/learned/surroundings.ts';
import { hashOf, mixed } from '../framing/learned/tokens.ts';
import { POLAR, PRAISE } from '../framing/learned/word-classes.ts';
import type { ThemePhrase } from './theme-lexicon.ts';

/** A sentence, or a part of one, whose themes and direction are looked for. */
export interface ThemeSentence {
  /** In small letters, with tracked names marked. */
  readonly text: string;
  readonly phrases: readonly ThemePhrase[];
  /** As the reader of framing has it. */
  readonly tokens: ReadSentence['tokens'];
  readonly states: ReadSentence['states'];
  readonly surroundings: ReadSentence['surroundings'];
}

/** Takes a feature: its hash, its value, and where it begins in the text; -1 where it is of no one place. */
export type ThemeSink = (hash: number, value: number, from: number) => void;

/**
 * Hands every feature of a sentence to a sink: its words, pairs and triples of them, parts of long words, what its words of themes are, and what the
 * words are to a verdict. Names are all alike, and so are numbers. A feature may come more than once.
 */
export function readThemeFeatures(sentence: ThemeSentence, sink: ThemeSink): void {
  wordFeatures(sentence.text, sink);
  phraseFeatures(sentence.text, sentence.phrases, sink);
  polarFeatures(sentence, sink);
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
    sink(mixed(WORD, hash), 2, hash === NAME ? -1 : from);
    if (hash !== NAME && hash !== NUMBER) partFeatures(piece, from, sink);
    const next = pieces[at + 1]?.hash;
    const third = pieces[at + 2]?.hash;
    if (next === undefined) continue;
    const pair = mixed(hash, next);
    sink(mixed(PAIR, pair), 1, -1);
    if (third === undefined) continue;
    sink(mixed(TRIPLE, mixed(pair, third)), 1, -1);
    sink(mixed(SKIPPED, mixed(hash, third)), 0.5, -1);
  }
}

function keyOf(piece: string): number {
  if (piece >= '\uE001' && piece <= '\uE003\uFFFF') return NAME;
  return /^\p{N}/u.test(piece) ? NUMBER : hashOf(piece);
}

const BEGINNING = hashOf('beginning');
const PART = hashOf('part');

/** Letters of a part of a word. */
const PART_LENGTH = 4;
const LONGEST_BEGINNING = 6;

/** Beginnings and inner parts, by which forms and compounds of a word are known. */
function partFeatures(piece: string, from: number, sink: ThemeSink): void {
  for (let length = PART_LENGTH; length <= Math.min(LONGEST_BEGINNING, piece.length); length += 1)
    sink(mixed(BEGINNING, hashOf(piece.slice(0, length))), 1, from);
  for (let at = 0; at + PART_LENGTH <= piece.length; at += 1)
    sink(mixed(PART, hashOf(piece.slice(at, at + PART_LENGTH))), 0.7, from);
}

const THEME = hashOf('theme');
const KIND = hashOf('kind');
const TURN = hashOf('turn');
const BEFORE = hashOf('before');
const AFTER = hashOf('after');
const BOTH = hashOf('both');
const HOW_MANY = hashOf('how many');

/** What the words of themes are, in any language, and what is beside them. */
function phraseFeatures(text: string, phrases: readonly ThemePhrase[], sink: ThemeSink): void {
  const sure = new Set<string>();
  for (const [at, { theme, kind, from, to }] of phrases.entries()) {
    const hash = hashOf(theme);
    if (kind !== 'weak') {
      sink(mixed(THEME, hash), 4, from);
      sure.add(theme);
    }
    const isPhrase = /\P{L}/u.test(text.slice(from, to));
    sink(mixed(mixed(KIND, hash), hashOf(isPhrase ? `${kind} phrase` : kind)), 3, from);
    sink(mixed(mixed(TURN, hash), Math.min(2, at)), 1.3, from);
    sink(mixed(mixed(BEFORE, hash), hashOf(signOf(text.slice(0, from).trimEnd().at(-1)))), 1, from);
    sink(mixed(mixed(AFTER, hash), hashOf(signOf(text.slice(to).trimStart().at(0)))), 1, from);
  }
  if (phrases.length === 0) return;
  const themes = [...sure].sort();
  for (const [at, one] of themes.entries())
    for (const other of themes.slice(at + 1)) sink(mixed(mixed(BOTH, hashOf(one)), hashOf(other)), 1, -1);
  sink(mixed(HOW_MANY, Math.min(3, themes.length)), 1, -1);
}

/** What stands beside a word: nothing, a name, a number, a sign, or a word. */
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
/** The states of a word that is denied, and of one behind `too` (framing/learned/surroundings.ts). */
const DENIED = 1;
const TOO = 2;

/** What the words are to a verdict, in any language, with what turns them. */
function polarFeatures({ tokens, states, surroundings }: ThemeSentence, sink: ThemeSink): void {
  let [praise, blame] = [0, 0];
  let [first, second] = [-1, -1];
  for (const [at, { classes }] of tokens.entries()) {
    const state = states[at] ?? 0;
    const turns = state & (DENIED | TOO);
    for (const each of classes) {
      sink(mixed(mixed(CLASS, each), state), 3, -1);
      sink(mixed(SEQUENCE, mixed(second, each)), 2, -1);
      sink(mixed(SEQUENCE, mixed(first, mixed(second, each))), 1, -1);
      [first, second] = [second, each];
      if (!POLAR.has(each)) continue;
      const isPraise = PRAISE.has(each);
      const side = mixed(mixed(SIDE, Number(isPraise)), turns);
      sink(side, 3, -1);
      sink(mixed(mixed(COMPARED, side), surroundings[at]?.than ?? 0), 2, -1);
      const isTurned = (turns & DENIED) !== 0 || (isPraise && turns !== 0);
      if (isPraise === isTurned) blame += 1;
      else praise += 1;
    }
  }
  sink(mixed(mixed(BALANCE, Math.min(3, praise)), Math.min(3, blame)), 5, -1);
}
