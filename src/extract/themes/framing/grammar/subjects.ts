import { type Range, within } from '../../../text/ranges.ts';
import type { Entity } from './entities.ts';
import { joinedBefore } from './joined-names.ts';
import { clauseAt, type MarkedSentence } from './marked-sentence.ts';
import {
  isObject,
  isObjectAt,
  isTopic,
  previousSubject,
  refersBack,
  SETTING,
  soleSubject,
} from './references.ts';

/** With more text before its predicate, a clause has a subject that is not a name. */
const LONGEST_LEAD = 200;

const WORDS =
  '\\w+ly|still|also|often|always|now|just|perhaps|can|could|may|might|will|would|does|do|did|has|have|had|never|not|long|once|sometimes|again|even|is|are|was|to|be|been|tend|tends|both|all';
const ADVERB = `(?:${WORDS}|n't|doesn't|don't|didn't)`;
/** Between a subject and its predicate: a possession, parentheses, an aside, adverbs. */
const DIRECT = new RegExp(
  `^(?:'s(?: [\\w-]+){1,4}|')?(?:\\s?\\([^()]{0,80}\\))?(?:, [^,]{1,100},)?(?:,? (?:which|who|that))?(?: ${ADVERB})*\\s*$`,
  'u',
);
/** Before the same subject's second predicate. */
const JOINED = new RegExp(`(?:\\s|,)(?:and|but|then|it|they|yet|or|this)(?: ${ADVERB})*\\s*$`, 'u');
/** Before a predicate without its own subject in its clause. */
const IMPLIED = new RegExp(
  `^[\\s,;"(]*(?:(?:and|but|also|yet|so|then) )?(?:${SETTING})?(?:(?:it|it's|this|they|this one|which)\\b)?(?:\\s?(?:(?<!\\w)(?:${WORDS}|cannot|maybe)|n't))*\\s*$`,
  'u',
);
/** Right before a predicate: another subject than the block's topic. */
const FOREIGN = new RegExp(
  `\\b(?:whose(?: [\\w-]+){1,3}|who|(?:others|rivals|competitors|alternatives)(?: that| which| who)?|(?:other|most|many|some|rival|competing|similar|cheaper|older|your|traditional|typical)(?: [\\w-]+){1,2})(?: ${ADVERB})*\\s*$`,
  'u',
);
/** A relative clause about an object: `it replaces tools that are …`. */
const OF_AN_OBJECT =
  /\b(?:it|this|they|these) (?!(?:is|are|was|were|remains)\b)\w+ (?:[\w-]+ ){0,6}?(?:that|which|who) (?:are |is |were |was )?$/;
/** Another party that the name only identifies: `T's rival`, `competitors of T`. */
const OTHER_PARTY =
  '(?:rivals?|competitors?|competition|alternatives?|predecessors?|successors?|suppliers?|vendors?|contractors?|part(?:ner|icipant)s?|parent|subsidiar(?:y|ies)|sister|owners?|founders?|ceo|boss|executives?|employees?|critics|detractors|fans|customers?(?! (?:service|support|care)\\b)|users?|clones?|copycats?|imitators?|(?:early|older|old|earlier|previous|first) \\w+)';
const PARTY_AFTER = new RegExp(`^'s?(?: [\\w-]+){0,3}? ${OTHER_PARTY}\\b`);

/**
 * A predicate's subjects: the names before it in its clause. A clause without a subject has the previous clause's
 * subject, or the block's topic.
 *
 * @param at the predicate's start
 * @param takesPronoun whether the predicate itself refers back, like `makes it …`
 */
export function subjectsOf(sentence: MarkedSentence, at: number, takesPronoun: boolean): readonly Entity[] {
  const { entities, text } = sentence;
  const clause = clauseAt(sentence, at);
  const index = entities.findLastIndex((each) => each.to <= at && each.from >= clause.from);
  const entity = entities[index];
  if (!entity) return impliedSubjects(sentence, clause, at, takesPronoun);
  const gap = text.slice(entity.to, at);
  const group = joinedBefore(text, entities, index);
  const first = group[0] ?? entity;
  if (PARTY_AFTER.test(gap)) return [];
  if (isObject(sentence, first)) return takesPronoun && isTopicOpen(sentence, at) ? sentence.topic : [];
  return isGap(gap, takesPronoun) ? group : [];
}

/** Whether the text between a name and a predicate allows the name as its subject. */
function isGap(gap: string, takesPronoun: boolean): boolean {
  const plain = gap.replace(/[\uE001-\uE003]/g, 'x');
  if (DIRECT.test(plain)) return true;
  const words = plain.trim().split(/\s+/).length;
  if (takesPronoun) return words <= 30;
  return JOINED.test(plain) && words <= 25 && !/\b(?:that|where|when|because|since|than|who)\b/.test(plain);
}

/** `T is popular but lacks …`, `T: it lacks …` */
function impliedSubjects(
  sentence: MarkedSentence,
  clause: Range,
  at: number,
  takesPronoun: boolean,
): readonly Entity[] {
  const lead = sentence.text.slice(clause.from, at);
  if (lead.length > LONGEST_LEAD || FOREIGN.test(lead)) return [];
  const isImplied = takesPronoun || IMPLIED.test(lead);
  const earlier = isImplied && clause.from > 0 ? soleSubject(sentence, clause.from) : [];
  if (earlier.length > 0) return earlier;
  if (isTopicOpen(sentence, at)) return OF_AN_OBJECT.test(lead) ? [] : sentence.topic;
  return isImplied && refersBack(lead) ? previousSubject(sentence) : [];
}

/** Whether the block has a topic, without another candidate between it and a place. */
function isTopicOpen(sentence: MarkedSentence, at: number): boolean {
  const { marked, range, topic } = sentence;
  const start = topic.at(-1)?.to;
  if (start === undefined || at < start) return false;
  return within(marked.entities, { from: start + range.from, to: at + range.from }).every(
    (each) => isTopic(sentence, each) || isObjectAt(marked.text, each.from),
  );
}
