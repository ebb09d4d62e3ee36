import type { Place } from '../text/place.ts';
import type { Range } from '../text/ranges.ts';
import { within } from '../text/ranges.ts';
import {
  CONDITION,
  COUNTERFACTUAL,
  type CueFamily,
  DENIED,
  type Direction,
  NEGATION,
  NO_NEGATION,
  OTHER_CONDITION,
} from './english-words.ts';
import { cueOf, type Finding } from './found-cues.ts';
import { joinedAfter, joinedBefore, movedBy } from './joined-names.ts';
import type { Entity, MarkedBlock } from './marked-block.ts';

/**
 * One sentence of a marked block with its names and clauses: what a cue at a place of it can be about, and whether it is
 * negated or conditional there. Places are offsets of the sentence.
 */
export class MarkedSentence {
  /** With its names replaced. */
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly #marked: MarkedBlock;
  readonly #range: Range;
  readonly #previous: Range | null;
  /** What the block is about. */
  readonly #topic: readonly Entity[];
  /** The text without the negations that turn nothing. */
  readonly #plain: string;
  readonly #clauses: readonly Range[];
  readonly #conditions: readonly Range[];
  readonly #isCounterfactual: boolean;

  constructor(marked: MarkedBlock, range: Range, previous: Range | null, topic: readonly Entity[]) {
    this.#marked = marked;
    this.#range = range;
    this.#previous = previous;
    this.#topic = topic.map((each) => movedBy(each, range.from));
    this.text = marked.text.slice(range.from, range.to);
    this.entities = within(marked.entities, range).map((each) => movedBy(each, range.from));
    this.#plain = this.text.replace(NO_NEGATION, (phrase) => '\uE004'.repeat(phrase.length));
    this.#clauses = clausesOf(this.text);
    this.#conditions = conditionsOf(this.text);
    this.#isCounterfactual = COUNTERFACTUAL.test(this.text);
  }

  /** A finding at a place of the sentence, moved to its place in the block. */
  finding(family: CueFamily, direction: Direction, subjects: readonly Entity[], cue: Range): Finding {
    const blanks = /^\s*/.exec(this.text.slice(cue.from, cue.to))?.[0].length ?? 0;
    const from = cue.from + blanks + this.#range.from;
    return { family, direction, subjects, from, to: cue.to + this.#range.from };
  }

  /** Matches of patterns, but for those that state nothing: in conditions, in what is denied, in what would be so. */
  matches(...patterns: readonly RegExp[]): RegExpExecArray[] {
    return patterns
      .flatMap((pattern) => [...this.text.matchAll(pattern)])
      .filter((match) => !this.isConditional(match.index) && !this.isConditional(cueOf(match).from))
      .filter((match) => !this.#isHypothetical(match));
  }

  /** `would have been`, or `would be` where the condition is not met. */
  #isHypothetical(match: RegExpExecArray): boolean {
    const { to } = cueOf(match);
    const said = this.text.slice(Math.min(this.clauseAt(match.index).from, match.index), to);
    return (this.#isCounterfactual ? WOULD_BE : WOULD_HAVE_BEEN).test(said);
  }

  /** Where the block stands that the sentence is of. */
  get place(): Place {
    return this.#marked.block.place;
  }

  isConditional(at: number): boolean {
    return this.#conditions.some(({ from, to }) => at >= from && at < to);
  }

  clauseAt(at: number): Range {
    return this.#clauses.find(({ from, to }) => at >= from && at < to) ?? { from: 0, to: this.text.length };
  }

  /** The last name of a match and those joined to it. */
  lastNames({ index, 0: all }: RegExpExecArray): Entity[] {
    const end = index + all.length;
    const last = this.entities.findLastIndex((each) => each.from >= index && each.from < end);
    return last === -1 ? [] : joinedAfter(this.text, this.entities, last);
  }

  entityAt(at: number): Entity | undefined {
    return this.entities.find((each) => each.from <= at && each.to > at);
  }

  /** Whether a name follows a preposition, so that it is the subject of nothing. */
  isObject(entity: Entity): boolean {
    return OBJECT.test(this.text.slice(Math.max(0, entity.from - 40), entity.from));
  }

  /**
   * Whom a predicate at a place is about: the names before it in its clause; where it has no subject of its own, those
   * of the clause before, or what the block is about.
   *
   * @param takesPronoun whether the predicate itself refers back, as `makes it …` does
   */
  subjectsOf(at: number, takesPronoun: boolean): Entity[] {
    const clause = this.clauseAt(at);
    const index = this.entities.findLastIndex((each) => each.to <= at && each.from >= clause.from);
    const entity = this.entities[index];
    if (!entity) return this.#impliedSubjects(clause, at, takesPronoun);
    const gap = this.text.slice(entity.to, at);
    const group = joinedBefore(this.text, this.entities, index);
    const first = group[0] ?? entity;
    const owns = OWNER.test(this.text.slice(clause.from, first.from)) && DIRECT.test(gap);
    if (this.isObject(first) && !owns) return this.#topicPastObject(clause, at, takesPronoun);
    return isGap(gap, takesPronoun) ? group : [];
  }

  #impliedSubjects(clause: Range, at: number, takesPronoun: boolean): Entity[] {
    const lead = this.text.slice(clause.from, at);
    if (lead.length > LONGEST_LEAD) return [];
    const isImplied = takesPronoun || IMPLIED.test(lead);
    const earlier = isImplied && clause.from > 0 ? this.soleSubject(clause.from) : [];
    if (earlier.length > 0) return earlier;
    if (this.#isTopicOpen(at)) return [...this.#topic];
    return isImplied && PRONOUN.test(lead) ? this.previousSubject() : [];
  }

  /** `Compared to T, it lacks …` in a block about another brand. */
  #topicPastObject(clause: Range, at: number, takesPronoun: boolean): Entity[] {
    const lead = this.text.slice(clause.from, at);
    const isImplied = takesPronoun || /(?:^|,\s*)(?:it|this|they)(?:\s[\w']+){0,4}\s*$/.test(lead);
    return isImplied && this.#isTopicOpen(at) ? [...this.#topic] : [];
  }

  /** Whether the block is about something, and nothing else has been named up to a place that could be meant. */
  #isTopicOpen(at: number): boolean {
    const start = this.#topic.at(-1)?.to;
    if (start === undefined || at < start) return false;
    const shift = this.#range.from;
    return within(this.#marked.entities, { from: start + shift, to: at + shift })
      .map((each) => movedBy(each, shift))
      .every((each) => this.#isTopic(each) || this.#isObjectInBlock(each));
  }

  #isObjectInBlock(entity: Entity): boolean {
    const at = entity.from + this.#range.from;
    return OBJECT.test(this.#marked.text.slice(Math.max(0, at - 40), at));
  }

  #isTopic({ brands }: Entity): boolean {
    const isMeant = (brand: (typeof brands)[number]) =>
      this.#topic.some((each) => each.brands.includes(brand));
    return brands.length > 0 && brands.every(isMeant);
  }

  /** What the block is about, if the sentence names nothing else. */
  topicAlone(): Entity[] {
    return this.entities.every((each) => this.#isTopic(each)) ? [...this.#topic] : [];
  }

  /** What `it` at a place refers to: a name before it, what the block is about, or the sentence before. */
  meantBy(at: number): Entity[] {
    const before = this.soleSubject(at);
    if (before.length > 0 || this.entities.some((each) => each.from <= at)) return before;
    return this.#topic.length > 0 ? [...this.#topic] : this.previousSubject();
  }

  /** The names before a place that are no objects, if they are joined. */
  soleSubject(before: number): Entity[] {
    const candidates = this.entities.filter((each) => each.to <= before && !this.isObject(each));
    const [first] = candidates;
    if (!first) return [];
    const group = joinedAfter(this.text, this.entities, this.entities.indexOf(first));
    return candidates.every((each) => group.includes(each)) ? group : [];
  }

  /** `T is popular. It lacks …`: the one name of the sentence before, at its beginning. */
  previousSubject(): Entity[] {
    const { from, to } = this.#previous ?? { from: 0, to: 0 };
    const named = within(this.#marked.entities, { from, to });
    const [only] = named;
    if (named.length !== 1 || !only || only.from - from > 30) return [];
    return [movedBy(only, this.#range.from)];
  }

  /**
   * Whether it is said of subjects by name up to a place, and without `may` or `might`: not in passing, under a heading
   * that names them or in a sentence after another.
   */
  saysOutright(subjects: readonly Entity[], at: number): boolean {
    const isNamed = subjects.some((subject) => this.entities.some(({ from }) => from === subject.from));
    return isNamed && !subjects.some((subject) => this.#isTopic(subject)) && !this.isHedged(subjects, at);
  }

  /** Whether it only may be so, between subjects and a place. */
  isHedged(subjects: readonly Entity[], at: number): boolean {
    const last = Math.max(0, ...subjects.map(({ to }) => to).filter((to) => to <= at));
    return /\b(?:may|might|could)\b/.test(this.text.slice(last, at));
  }

  isNegatedIn(from: number, to: number): boolean {
    return NEGATION.test(this.#plain.slice(from, to));
  }

  /** Whether a negation stands in the words before a place, after the last comma and inside its clause. */
  isNegatedBefore(at: number, words: number): boolean {
    const start = Math.max(this.clauseAt(at).from, this.#plain.lastIndexOf(',', at - 1) + 1);
    const last = this.#plain.slice(start, at).trim().split(/\s+/).slice(-words);
    return NEGATION.test(last.join(' '));
  }

  /** Where a negation stands before or after subjects and before their cue; null without one. */
  negationOf(subjects: readonly Entity[], at: number, cueFrom: number): number | null {
    const before = subjects.filter(({ to }) => to <= at && to >= 0);
    const first = before[0]?.from ?? 0;
    const ahead = NEGATED_SUBJECT.exec(this.#plain.slice(0, first));
    if (ahead) return ahead.index;
    const start = Math.max(before.at(-1)?.to ?? 0, this.clauseAt(at).from);
    const between = this.#plain.slice(start, cueFrom).replace(ASIDE, (aside) => ' '.repeat(aside.length));
    const reach = Math.max(between.lastIndexOf(','), between.lastIndexOf(' and ')) + 1;
    const found = NEGATION.exec(between.slice(reach));
    return found === null ? null : start + reach + found.index;
  }
}

/** A clause that is longer before its predicate has a subject that is no name. */
const LONGEST_LEAD = 200;

const WOULD_BE = /\b(?:would|could|might)\b|'d\b/;
const WOULD_HAVE_BEEN = /\b(?:would|could|might|should)(?: \w+ly)? have been\b/;

/** Where a clause ends: what is said beyond it is said of someone else, unless it goes on without a subject. */
const CLAUSE_EDGE =
  /[;:：；\u2028]|\s[–—-]\s|[–—]|,?\s(?:(?<!\banything\s)but|however|although|though|while|whereas|yet|even though|despite)\b|^(?:while|although|though|despite|even though|whereas)\b|,\s(?=unlike\b)|，|。/gu;

const ADVERB =
  "(?:\\w+ly|still|also|often|always|now|just|simply|perhaps|can|could|may|might|will|would|does|do|did|has|have|had|never|not|long|once|sometimes|easily|again|even|n't|doesn't|don't|didn't|is|are|was|to|be|been|tend|tends|really|certainly|both|all)";
/** Between a subject and its predicate: a possession, brackets, an aside, adverbs. */
const DIRECT = new RegExp(
  `^(?:'s(?: [\\w-]+){1,4}|')?(?:\\s?\\([^()]{0,80}\\))?(?:, [^,]{1,100},)?(?:,? (?:which|who|that))?(?: ${ADVERB})*\\s*$`,
  'u',
);
/** Before a second predicate of the same subject. */
const JOINED = new RegExp(`(?:\\s|,)(?:and|but|then|it|they|yet|or|this)(?: ${ADVERB})*\\s*$`, 'u');
/** Before a predicate without a subject of its own in its clause. */
const IMPLIED = new RegExp(
  `^[\\s,"(]*(?:(?:and|but|also|yet|so|then) )?(?:(?:it|it's|this|they|this one|which)\\b)?(?:\\s?${ADVERB})*\\s*$`,
  'u',
);
/** What turns all that is said of the name after it: `neither T nor U is`, `I don't think T is`. */
const NEGATED_SUBJECT =
  /(?:\b(?:neither|nor|not|none of)|(?:\bnot|\bnever|n't|\bhardly) (?:\w+ly )?(?:think|believe|say|claim|argue|agree|feel|mean|true|clear|certain|convinced)(?: that)?)\s+(?:the )?$/;
/** What may stand between a negation and its verb. */
const ASIDE =
  /, (?:however|though|therefore|unfortunately|sadly|frankly|honestly|in fact|by any means|in my (?:view|opinion)|in our (?:view|opinion)),/g;
const PRONOUN = /^[\s"(]*(?:it|it's|this|they)\b/;
const OWNER = /\b(?:of|from) (?:the )?$/;
const OBJECT =
  /(?:\b(?:like|such as|of|to|than|with|from|for|on|in|by|via|unlike|versus|vs\.?|over|against|alongside|including|between|among|at|about|as|using|use|uses|used|replaces?|replaced|behind|without|into|after|before)\s+(?:the |a |an |both |either |\w+s like )?)$/;

/** Whether what stands between a subject and its predicate lets it be the subject. */
function isGap(gap: string, takesPronoun: boolean): boolean {
  const plain = gap.replace(/[\uE001-\uE003]/g, 'x');
  if (DIRECT.test(plain)) return true;
  const words = plain.trim().split(/\s+/).length;
  if (takesPronoun) return words <= 30;
  return JOINED.test(plain) && words <= 25 && !/\b(?:that|where|when|because|since|than|who)\b/.test(plain);
}

function clausesOf(text: string): Range[] {
  const edges = [...text.matchAll(CLAUSE_EDGE)].map(({ index, 0: edge }) =>
    index === 0 ? edge.length : index,
  );
  const starts = [0, ...edges];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? text.length }));
}

/** From the word of a condition or a denial to the end of its clause. */
function conditionsOf(text: string): Range[] {
  return [CONDITION, OTHER_CONDITION, DENIED]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index }) => {
      const end = /[,;，、；]|\bthen\b|なら|[–—:：]/.exec(text.slice(index));
      return { from: index, to: end === null ? text.length : index + end.index };
    });
}
