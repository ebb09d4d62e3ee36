import type { Range } from '../../../text/ranges.ts';
import { NEGATION } from '../words/clause-words.ts';
import type { Entity } from './entities.ts';
import { clauseAt, type MarkedSentence } from './marked-sentence.ts';
import { isTopic } from './references.ts';

/** Before a name, this negates the whole statement: `neither T nor U is`, `I don't think T is`. */
const NEGATED_SUBJECT =
  /(?:\b(?:neither|nor|not|none of)|(?:\bnot|\bnever|n't|\bhardly) (?:\w+ly )?(?:think|believe|say|claim|argue|agree|feel|mean|true|clear|certain|convinced)(?: that)?)\s+(?:the )?$/;

/** Before a name, this denies only superiority, which is no advice against it: `neither T nor U is`. */
const NOT_ALONE = /\b(?:neither|nor|not|none of) (?:the )?$/;

/** The largest distance between a cue and a word that affects it. */
const REACH = 30;

/** With these, a negation only denies generality: `not for everyone`, `not always`. */
const PARTLY =
  /\b(?:always|necessarily|automatically|universally|exactly|only|everyone|everybody|anyone|every|all)\b/;

/** Words between a negation and its verb. */
const ASIDE =
  /, (?:however|though|therefore|unfortunately|sadly|frankly|honestly|in fact|by any means|in my (?:view|opinion)|in our (?:view|opinion)),/g;

export function isNegatedIn({ textForNegation }: MarkedSentence, from: number, to: number): boolean {
  return NEGATION.test(textForNegation.slice(from, to));
}

/** Whether a negation is among the words before a place, after the last comma and inside its clause. */
export function isNegatedBefore(sentence: MarkedSentence, at: number, words: number): boolean {
  const text = sentence.textForNegation;
  const start = Math.max(clauseAt(sentence, at).from, text.lastIndexOf(',', at - 1) + 1);
  const last = text.slice(start, at).trim().split(/\s+/).slice(-words);
  return NEGATION.test(last.join(' '));
}

/**
 * The place of a predicate's negation, before its subjects or between them and its cue; null for none.
 *
 * @param at the predicate's start
 */
export function negationOf(
  sentence: MarkedSentence,
  subjects: readonly Entity[],
  at: number,
  cueFrom: number,
): number | null {
  const text = sentence.textForNegation;
  const before = subjects.filter(({ to }) => to <= at && to >= 0);
  const ahead = NEGATED_SUBJECT.exec(text.slice(0, before[0]?.from ?? 0));
  if (ahead) return ahead.index;
  const start = Math.max(before.at(-1)?.to ?? 0, clauseAt(sentence, at).from);
  const between = text.slice(start, cueFrom).replace(ASIDE, (aside) => ' '.repeat(aside.length));
  const reach = Math.max(between.lastIndexOf(','), between.lastIndexOf(' and ')) + 1;
  const found = NEGATION.exec(between.slice(reach));
  return found === null ? null : start + reach + found.index;
}

/** Whether a negated predicate is weaker than its opposite: `neither T nor U is`, `not the best for everyone`. */
export function isPartlyNegated(
  { text, clauses }: MarkedSentence,
  subjects: readonly Entity[],
  cue: Range,
): boolean {
  const first = subjects[0]?.from ?? 0;
  if (NOT_ALONE.test(text.slice(Math.max(0, first - 20), Math.max(0, first)))) return true;
  const from = clauses.findLast((clause) => clause.from <= cue.from)?.from ?? 0;
  const to = Math.min(text.length, cue.to + REACH);
  const after = text.slice(cue.from, to).replace(/[,;.].*$/, '');
  return PARTLY.test(text.slice(Math.max(from, cue.from - REACH), cue.from) + after);
}

/** Whether `may` or `might` is between subjects and a place. */
export function isHedged({ text }: MarkedSentence, subjects: readonly Entity[], at: number): boolean {
  const last = Math.max(0, ...subjects.map(({ to }) => to).filter((to) => to <= at));
  const said = text.slice(last, at).replace(/^.*[,;] (?:and|but|so|or) /, '');
  return /\b(?:may|might|could)\b/.test(said);
}

/**
 * Whether a statement about subjects is plain: the sentence names them, they are not only the block's topic, and no
 * hedge precedes a place.
 */
export function isPlainStatement(sentence: MarkedSentence, subjects: readonly Entity[], at: number): boolean {
  const isNamed = subjects.some((subject) => sentence.entities.some(({ from }) => from === subject.from));
  return (
    isNamed && !subjects.some((subject) => isTopic(sentence, subject)) && !isHedged(sentence, subjects, at)
  );
}
