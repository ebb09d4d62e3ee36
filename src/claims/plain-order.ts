import { ANSWERS } from './nouns.ts';
import type { Token } from './tokens.ts';

/**
 * The same sentence in the order that phrases have: `every answer of ChatGPT` for `every ChatGPT answer`, and `leaves out us` for
 * `leaves us out`.
 */
export function inPlainOrder(tokens: readonly Token[]): Token[] {
  return withEnginesLast(withWholeVerbs(tokens));
}

const NOUNS: readonly string[] = ANSWERS.split(', ');
const LISTS: readonly string[] = ['lists', 'list', 'rankings'];
const PREPOSITIONS: readonly string[] = ['in', 'on', 'of', 'across'];

/** `ChatGPT's answers`, `ChatGPT answers`, and `in ChatGPT lists`, where `ChatGPT lists us` has a verb. */
function withEnginesLast(tokens: readonly Token[]): Token[] {
  const plain: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const isOwner = wordAt(tokens, at + 1) === "'s";
    const noun = tokens[at + (isOwner ? 2 : 1)];
    if (
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
  return NOUNS.includes(word) || (LISTS.includes(word) && (isOwned || PREPOSITIONS.includes(before)));
}

/** What stands after what is named, and belongs to the verb before it. */
const PARTICLES: readonly (readonly [verbs: readonly string[], particle: readonly string[]])[] = [
  [['leave', 'leaves', 'leaving', 'left'], ['out']],
  [['bring', 'brings', 'bringing', 'brought'], ['up']],
  [
    ['cite', 'cites', 'cited', 'list', 'lists', 'listed', 'use', 'uses', 'used', 'using'],
    ['as', 'a', 'source'],
  ],
];

/** Between a verb and its particle, besides names. */
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
