import { within } from '../../text/ranges.ts';
import type { Entity } from './entities.ts';
import { joinedAfter, movedBy } from './joined-names.ts';
import type { MarkedSentence } from './marked-sentence.ts';

const PREPOSITION =
  /(?:\b(?:like|such as|of|to|than|with|from|for|on|in|by|via|unlike|versus|vs\.?|over|against|alongside|including|between|among|at|about|as|using|use|uses|used|replaces?|replaced|behind|without|into|after|before)\s+(?:the |a |an |both |either |\w+s like )?)$/;

/** How far from the beginning of a sentence its subject may begin. */
const LONGEST_OPENING = 30;

/** Whether a name at a place of a text follows a preposition or the like, so it cannot be a subject. */
export function isObjectAt(text: string, at: number): boolean {
  return PREPOSITION.test(text.slice(Math.max(0, at - 40), at));
}

export function isObject({ text }: MarkedSentence, { from }: Entity): boolean {
  return isObjectAt(text, from);
}

/** Whether a name is of the brands that the block is about. */
export function isTopic({ topic }: MarkedSentence, { brands }: Entity): boolean {
  return brands.length > 0 && brands.every((brand) => topic.some((each) => each.brands.includes(brand)));
}

/** What the block is about, if the sentence names nothing else. */
export function topicAlone(sentence: MarkedSentence): readonly Entity[] {
  return sentence.entities.every((each) => isTopic(sentence, each)) ? sentence.topic : [];
}

/** A verb right behind a name, which then begins a clause of its own: `better than T and U is cheaper`. */
const VERB =
  /^(?:'s [\w-]+)? (?:\w+ly |also |still )?(?:is|are|was|were|has|have|had|does|do|did|(?:is|are|was|does|do|did|ca|wo)n't|can|will|would|may|might|could|should|comes?|offers?|lacks?|costs?|wins?|works?|looks?|feels?|needs?|gets?|gives?|keeps?|makes?|runs?|stays?|remains?|takes?|adds?|uses?|suits?|lets?)\b/;

/** The last name of a match, and those joined to it. */
export function lastNames({ entities, text }: MarkedSentence, { index, 0: all }: RegExpExecArray): Entity[] {
  const end = index + all.length;
  const last = entities.findLastIndex((each) => each.from >= index && each.from < end);
  if (last === -1) return [];
  const group = joinedAfter(text, entities, last);
  const final = group.at(-1);
  return final && group.length > 1 && VERB.test(text.slice(final.to)) ? group.slice(0, -1) : group;
}

/** What `it` refers to at a place: a name before it, what the block is about, or the sentence before. */
export function meantBy(sentence: MarkedSentence, at: number): readonly Entity[] {
  const { entities, topic } = sentence;
  const before = soleSubject(sentence, at);
  if (before.length > 0 || entities.some((each) => each.from <= at)) return before;
  return topic.length > 0 ? topic : previousSubject(sentence);
}

/** The names before a place that are not objects, if all of them are joined. */
export function soleSubject(sentence: MarkedSentence, before: number): Entity[] {
  const { entities, text } = sentence;
  const candidates = entities.filter((each) => each.to <= before && !isObject(sentence, each));
  const [first] = candidates;
  if (!first) return [];
  const group = joinedAfter(text, entities, entities.indexOf(first));
  return candidates.every((each) => group.includes(each)) ? group : [];
}

/** `T is popular. It lacks …`: the only name of the previous sentence, if it is at its beginning. */
export function previousSubject({ marked, range, previous }: MarkedSentence): Entity[] {
  if (previous === null) return [];
  const named = within(marked.entities, previous);
  const [only] = named;
  if (named.length !== 1 || !only || only.from - previous.from > LONGEST_OPENING) return [];
  return [movedBy(only, range.from)];
}

/** What may stand before a pronoun that refers back: `as your only bank, it`. */
export const SETTING =
  "(?:as|for|in|on|at|with|over|among|overall|still|however|even so|when it comes to)(?: [\\w'-]+){0,6},? (?=it\\b|this\\b|they\\b)";

const PRONOUN = new RegExp(`^[\\s"(]*(?:${SETTING})?(?:it|it's|this|they)\\b`);

/** Whether a sentence begins with a word for what was named before it. */
export function refersBack(text: string): boolean {
  return PRONOUN.test(text);
}
