import { ANSWERS, BOTH_LISTED } from './nouns.ts';
import { unitLength } from './sizes.ts';
import type { Token } from './tokens.ts';

/**
 * Puts a sentence into the word order of phrases: `every answer of ChatGPT` for `every ChatGPT answer`, and `leaves out us` for `leaves us
 * out`.
 */
export function toPlainOrder(tokens: readonly Token[]): Token[] {
  return withEnginesLast(withWholeVerbs(withUnitsFirst(withBothLast(tokens))));
}

/** `Gemini when lists both` for `when Gemini lists both`. */
function withBothLast(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      token.kind === 'engine' && BOTH.includes([1, 2].map((next) => wordAt(tokens, index + next)).join(' ')),
  );
  const [when, engine] = [tokens[at - 1], tokens[at]];
  return when && engine ? tokens.toSpliced(at - 1, 2, engine, when) : [...tokens];
}

const BOTH: readonly string[] = BOTH_LISTED.split(', ');

/** `5 points or more` for `5 or more points`, and for `5+ points`. */
function withUnitsFirst(tokens: readonly Token[]): Token[] {
  const plain = [...tokens];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || !/^\d/.test(token.word)) continue;
    const limit = LIMITS.find((words) =>
      words.every((word, index) => wordAt(tokens, at + 1 + index) === word),
    );
    if (limit === undefined) continue;
    const from = at + 1 + limit.length;
    const unit = unitLength(tokens.slice(from, from + 2).map((_each, index) => wordAt(tokens, from + index)));
    plain.splice(
      at + 1,
      limit.length + unit,
      ...tokens.slice(from, from + unit),
      ...tokens.slice(at + 1, from),
    );
  }
  return plain;
}

const LIMITS = ['+', 'or more', 'or fewer', 'or less'].map((words) => words.split(' '));

const NOUNS: readonly string[] = ANSWERS.split(', ');
const LISTS: readonly string[] = ['lists', 'list', 'rankings'];
/** `our ChatGPT mentions` */
const COUNTS: readonly string[] = ['mentions', 'citations', 'recommendations'];
const OF_WHOM: readonly string[] = ['our', 'my', 'your', "'s"];
const PREPOSITIONS: readonly string[] = ['in', 'on', 'of', 'across'];

const GAVE: readonly string[] = ['gave', 'gives', 'returned', 'returns', 'wrote', 'generated', 'produced'];

/** Whether answers come right before: `every answer ChatGPT gave`. */
function isAnswer(tokens: readonly Token[]): boolean {
  return NOUNS.includes(wordAt(tokens, tokens.length - 1));
}

/** `ChatGPT's answers`, `ChatGPT answers`, `answers ChatGPT gave`, and `in ChatGPT lists`, where `ChatGPT lists us` has a verb. */
function withEnginesLast(tokens: readonly Token[]): Token[] {
  const plain: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const isOwner = wordAt(tokens, at + 1) === "'s";
    const noun = tokens[at + (isOwner ? 2 : 1)];
    if (token.kind === 'engine' && GAVE.includes(wordAt(tokens, at + 1)) && isAnswer(plain)) {
      plain.push({ kind: 'word', word: 'of', text: 'of' }, token);
      at += wordAt(tokens, at + 2) === 'us' ? 2 : 1;
    } else if (token.kind === 'engine' && isOwner && wordAt(tokens, at + 2) === 'top') {
      // "In Claude's top 3"
      plain.push(...tokens.slice(at + 2, at + 4), { kind: 'word', word: 'of', text: 'of' }, token);
      at += 3;
    } else if (
      token.kind === 'engine' &&
      noun?.kind === 'word' &&
      isNoun(noun.word, isOwner, wordAt(tokens, at - 1))
    ) {
      plain.push(
        ...(LISTS.includes(noun.word) ? [] : [noun]),
        { kind: 'word', word: 'of', text: 'of' },
        token,
      );
      at += isOwner ? 2 : 1;
    } else plain.push(token);
  }
  return plain;
}

function isNoun(word: string, isOwned: boolean, before: string): boolean {
  if (COUNTS.includes(word)) return OF_WHOM.includes(before) || (isOwned && !PREPOSITIONS.includes(before));
  return NOUNS.includes(word) || (LISTS.includes(word) && (isOwned || PREPOSITIONS.includes(before)));
}

/** Words after the object that belong to the verb. */
const PARTICLES: readonly (readonly [verbs: readonly string[], particle: readonly string[]])[] = [
  [['leave', 'leaves', 'leaving', 'left'], ['out']],
  [['bring', 'brings', 'bringing', 'brought'], ['up']],
  [
    ['cite', 'cites', 'cited', 'list', 'lists', 'listed', 'use', 'uses', 'used', 'using'],
    ['as', 'a', 'source'],
  ],
];

/** Words between a verb and its particle, besides names. */
const NAMED: readonly string[] = [
  ..."us our the own brand company product site website pages content domain blog 's it both".split(' '),
];

function withWholeVerbs(tokens: readonly Token[]): Token[] {
  const plain = [...tokens];
  for (let at = 0; at < plain.length; at += 1) {
    const particle = PARTICLES.find(([verbs]) => verbs.includes(wordAt(plain, at)))?.[1];
    if (particle === undefined) continue;
    const named = plain.slice(at + 1).findIndex((token) => !isNamed(token));
    const from = at + 1 + named;
    const isSplit = named > 0 && particle.every((word, index) => wordAt(plain, from + index) === word);
    if (isSplit) plain.splice(at + 1, 0, ...plain.splice(from, particle.length));
  }
  return plain;
}

function isNamed(token: Token): boolean {
  return token.kind === 'brand' || (token.kind === 'word' && NAMED.includes(token.word));
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.word : '';
}
