import { within } from '../../../text/ranges.ts';
import type { Entity } from './entities.ts';
import { joinedAfter, shiftedBy } from './joined-names.ts';
import type { MarkedSentence } from './marked-sentence.ts';

const PREPOSITION =
  /(?:\b(?:like|such as|of|to|than|with|from|for|on|in|by|via|unlike|versus|vs\.?|over|against|alongside|including|between|among|at|about|as|using|use|uses|used|replaces?|replaced|behind|without|into|after|before)\s+(?:the |a |an |both |either |\w+s like )?)$/;

/** The largest distance from a sentence's start to its subject. */
const LONGEST_OPENING = 30;

/** Whether a preposition or the like precedes a name, so that it cannot be a subject. */
export function isObjectAt(text: string, at: number): boolean {
  return PREPOSITION.test(text.slice(Math.max(0, at - 40), at));
}

export function isObject({ text }: MarkedSentence, { from }: Entity): boolean {
  return isObjectAt(text, from);
}

/** Whether a name's brands are the block's topic. */
export function isTopic({ topic }: MarkedSentence, { brands }: Entity): boolean {
  return brands.length > 0 && brands.every((brand) => topic.some((each) => each.brands.includes(brand)));
}

/** A verb right after a name, which then starts its own clause: `better than T and U is cheaper`. */
const VERB =
  /^(?:'s [\w-]+)? (?:\w+ly |also |still )?(?:is|are|was|were|has|have|had|does|do|did|(?:is|are|was|does|do|did|ca|wo)n't|can|will|would|may|might|could|should|comes?|offers?|lacks?|costs?|wins?|works?|looks?|feels?|needs?|gets?|gives?|keeps?|makes?|runs?|stays?|remains?|takes?|adds?|uses?|suits?|lets?)\b/;

/** A match's last name, and the names coordinated with it. */
export function lastNames({ entities, text }: MarkedSentence, { index, 0: all }: RegExpExecArray): Entity[] {
  const end = index + all.length;
  const last = entities.findLastIndex((each) => each.from >= index && each.from < end);
  if (last === -1) return [];
  const group = joinedAfter(text, entities, last);
  const final = group.at(-1);
  return final && group.length > 1 && VERB.test(text.slice(final.to)) ? group.slice(0, -1) : group;
}

/**
 * The names that `it` refers to at a place: a name before it, the block's topic, or the previous sentence's subject.
 */
export function antecedentsAt(sentence: MarkedSentence, at: number): readonly Entity[] {
  const { entities, topic } = sentence;
  const before = soleSubject(sentence, at);
  if (before.length > 0 || entities.some((each) => each.from <= at)) return before;
  return topic.length > 0 ? topic : previousSubject(sentence);
}

/** The names before a place that are not objects, if all are coordinated. */
export function soleSubject(sentence: MarkedSentence, before: number): Entity[] {
  const { entities, text } = sentence;
  const candidates = entities.filter((each) => each.to <= before && !isObject(sentence, each));
  const [first] = candidates;
  if (!first) return [];
  const group = joinedAfter(text, entities, entities.indexOf(first));
  return candidates.every((each) => group.includes(each)) ? group : [];
}

/** `T is popular. It lacks …`: the previous sentence's only name, if it is at the start. */
export function previousSubject({ marked, range, previous }: MarkedSentence): Entity[] {
  if (previous === null) return [];
  const named = within(marked.entities, previous);
  const [only] = named;
  if (named.length !== 1 || !only || only.from - previous.from > LONGEST_OPENING) return [];
  return [shiftedBy(only, range.from)];
}

/** Text before a pronoun that refers back: `as your only bank, it`. */
export const SETTING =
  "(?:as|for|in|on|at|with|over|among|overall|still|however|even so|when it comes to)(?: [\\w'-]+){0,6},? (?=it\\b|this\\b|they\\b)";

const PRONOUN = new RegExp(`^[\\s"(]*(?:${SETTING})?(?:it|it's|this|they)\\b`);

/** Whether a sentence starts with a pronoun for an earlier name. */
export function refersBack(text: string): boolean {
  return PRONOUN.test(text);
}
