import {
  ADVERBS,
  BETTER_THAN,
  CONDITION,
  type CueFamily,
  DEFICIT_VERBS,
  DEFICITS,
  DOUBLE_NEGATIONS,
  INCIDENT_OF,
  INCIDENT_VERBS,
  LABELS,
  LOOSE_INCIDENT,
  NAME,
  NEGATION,
  NO_NEGATION,
  OTHER_CONDITION,
  OWNED_INCIDENT,
  PICK_IS,
  PICK_OBJECTS,
  PICK_VERBS,
  PICKED_BEFORE,
  PICKS,
  PREFERRED,
  REJECTED_BEFORE,
  REJECTION_OBJECTS,
  REJECTIONS,
  SCOPED,
  SWITCHED,
  WORSE_THAN,
} from './cues.ts';
import type { Cue, Direction } from './framing.ts';
import { headOf, isAbout, isCoordinated } from './heads.ts';
import { LanguageCues } from './language-cues.ts';
import type { Entity, MarkedBlock } from './marked-block.ts';
import type { Range } from './sentences.ts';

/** What is said, before it is known of whom. */
interface Finding extends Range {
  readonly family: CueFamily;
  readonly direction: Direction;
  readonly subjects: readonly Entity[];
}

const COPULA =
  "(?:is|are|was|were|isn't|aren't|wasn't|weren't|'s|'re|be|been|being|remains?|stays?|stands? as|ranks?(?: as)?|counts? as|comes? out(?: on top)?(?: as)?|considered|regarded as|seen as|viewed as|deemed|rated|named|voted|crowned|called|makes?|represents?|becomes?|became|become|gets?|got|earns?|earned|takes?|took|wins?|won|feels?|felt|seems?(?: to be)?|looks?|appears?(?: to be)?|proves?(?: to be)?|feel|mak(?:es?|ing) (?:it|them|this)|as)";
const MAKES_IT = /mak(?:es?|ing) (?:it|them|this)\s/;

/** A cue that its subject is: `is our top pick`, `feels clunky`. */
function predicates(phrases: readonly string[]): RegExp {
  return new RegExp(
    `(?<![\\p{L}'])${COPULA}\\s+${ADVERBS}(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`,
    'gu',
  );
}
/** A cue that its subject does: `lacks`. */
function verbs(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}'-])(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`, 'gu');
}
/** A cue whose last name is its object. */
function objects(phrases: readonly string[]): RegExp[] {
  return phrases.map((phrase) => new RegExp(`(?<![\\p{L}'-])(?:${phrase})`, 'gu'));
}

const SUBJECT_CUES: readonly (readonly [CueFamily, Direction, RegExp])[] = [
  ['pick', 'recommended', predicates(PICKS)],
  ['pick', 'recommended', verbs(PICK_VERBS)],
  ['scoped', 'recommended', predicates(SCOPED)],
  ['rejection', 'negative', predicates(REJECTIONS)],
  ['rejection', 'negative', verbs(['should (?:be avoided|be skipped|avoid)'])],
  ['deficit', 'negative', predicates(DEFICITS)],
  ['deficit', 'negative', verbs(DEFICIT_VERBS)],
  ['incident', 'negative', verbs(INCIDENT_VERBS)],
];
const OBJECT_CUES: readonly (readonly [CueFamily, Direction, readonly RegExp[]])[] = [
  ['pick', 'recommended', objects(PICK_OBJECTS)],
  ['pick', 'recommended', objects([PICK_IS])],
  ['rejection', 'negative', objects(REJECTION_OBJECTS)],
];
/** `making T hard to recommend`. */
const MADE = [
  ['pick', 'recommended', PICKS],
  ['rejection', 'negative', REJECTIONS],
].map(
  ([family, direction, phrases]) =>
    [
      family,
      direction,
      new RegExp(
        `(?<![\\p{L}])mak(?:es?|ing) (?:the )?(?:${NAME}) ${ADVERBS}(?<cue>(?:${(phrases as readonly string[]).join('|')}))(?![\\p{L}-])`,
        'gu',
      ),
    ] as const,
) as readonly (readonly [CueFamily, Direction, RegExp])[];
const OWNED = new RegExp(`(?:${OWNED_INCIDENT})`, 'gu');
const OF = objects([INCIDENT_OF]);
const LOOSE = verbs([LOOSE_INCIDENT]);
const BETTER = BETTER_THAN.map((each) => new RegExp(`(?<![\\p{L}])${each}`, 'gu'));
const WORSE = WORSE_THAN.map((each) => new RegExp(`(?<![\\p{L}])${each}`, 'gu'));
const PREFER = PREFERRED.map((each) => new RegExp(each, 'gu'));
const SWITCH = SWITCHED.map((each) => new RegExp(`(?<!how to )(?<!guide to )(?<![\\p{L}])${each}`, 'gu'));
const DOUBLE = objects(DOUBLE_NEGATIONS);
const LABEL_BEFORE = new RegExp(
  `(?:^|[\\u2028.•|(>:–—!?\\uFFFC]|\\s-)[\\s"*\\p{Extended_Pictographic}\\uFE0F]*(?<cue>${LABELS})["*]*\\s*(?:[:：–—]|\\s-\\s)\\s*["*]*(?:the )?(${NAME})`,
  'gu',
);
const LABEL_AFTER = new RegExp(
  `(${NAME})["*]*\\s*(?:[:：–—,(（]|\\s-\\s)\\s*["*]*(?:our |the )?(?<cue>${LABELS})["*]*\\s*(?:$|[\\u2028.,;)）–—:!])`,
  'gu',
);
const APPOSITION = new RegExp(
  `(${NAME})\\s*(?:,|:|–|—|\\s-\\s|\\()\\s*(?:is )?${ADVERBS}(?<cue>(?:${PICKS.join('|')}))(?![\\p{L}-])`,
  'gu',
);
const HEDGE =
  /\b(?:may|might|could|depends?|if you|for some|arguably|probably|perhaps|potentially|possibly)\b/;

/** A sentence with more names than this is a list and states nothing of any. */
const MOST_NAMES = 50;

/** Where a clause ends: what is said beyond it is said of someone else, unless it goes on without a subject. */
const CLAUSE_EDGE =
  /[;:：；\u2028]|\s[–—-]\s|[–—]|,?\s(?:but|however|although|though|while|whereas|yet|even though|despite)\b|^(?:while|although|though|despite|even though|whereas)\b|,\s(?=unlike\b)|，|。/gu;

/** Finds the cues of one block and the brands they act on. */
export class CueReader {
  readonly #marked: MarkedBlock;
  readonly #topic: readonly Entity[];

  constructor(marked: MarkedBlock) {
    this.#marked = marked;
    this.#topic = topicOf(marked);
  }

  cues(): Cue[] {
    const findings: Finding[] = [];
    for (const [index, sentence] of this.#marked.sentences.entries()) {
      findings.push(...this.#findingsIn(sentence, this.#marked.sentences[index - 1] ?? null));
    }
    findings.push(...this.#labels());
    const { block, text } = this.#marked;
    return withoutRepeats(findings).flatMap(({ family, direction, subjects, from, to }) => {
      const sentence = this.#marked.sentences.find((each) => each.from <= from && each.to >= to);
      const hedge = HEDGE.exec(text.slice(sentence?.from ?? from, sentence?.to ?? to))?.[0] ?? null;
      const brands = new Set(subjects.flatMap((entity) => entity.brands));
      return [...brands].map((brand) => ({ brand, family, direction, block, from, to, hedge }));
    });
  }

  #findingsIn(range: Range, previous: Range | null): Finding[] {
    const shown = this.#marked.text.slice(range.from, range.to);
    if (this.#countIn(range) > MOST_NAMES || !this.#isRelevant(range) || /[?？]["')\]]*\s*$/.test(shown))
      return [];
    const sentence = new Sentence(this.#marked, range, previous, this.#topic);
    return [...sentence.findings(), ...new LanguageCues(sentence).findings()];
  }

  #countIn({ from, to }: Range): number {
    return this.#marked.entities.filter((each) => each.from >= from && each.to <= to).length;
  }

  /** A sentence without a tracked name can only be about the block's topic, or go on from the one before it. */
  #isRelevant({ from, to }: Range): boolean {
    if (this.#topic.length > 0) return true;
    if (this.#marked.entities.some((each) => each.brands.length > 0 && each.from >= from && each.to <= to))
      return true;
    const text = this.#marked.text.slice(from, to);
    return (
      /^["(]?(?:it|it's|this|they)\b/.test(text) ||
      [REJECTED_BEFORE, PICKED_BEFORE].some((each) => text.search(each) !== -1)
    );
  }

  /** Labels beside a name: the colon or dash between them parts no clauses. */
  #labels(): Finding[] {
    const { text, entities } = this.#marked;
    if (/[?？]\s*$/.test(text)) return [];
    const findings: Finding[] = [];
    for (const pattern of [LABEL_BEFORE, LABEL_AFTER]) {
      for (const match of text.matchAll(pattern)) {
        const cue = rangeOf(match, 0);
        const at = entities.findIndex((each) =>
          pattern === LABEL_BEFORE ? each.from >= cue.to : each.from === match.index,
        );
        const entity = entities[at];
        if (!entity) continue;
        const subjects = pattern === LABEL_BEFORE ? this.#rightOf(at) : [entity];
        findings.push({ family: 'pick', direction: 'recommended', subjects, ...cue });
      }
    }
    return findings;
  }

  #rightOf(index: number): Entity[] {
    return coordinatedFrom(this.#marked, index, 1);
  }
}

/** The place of a match's cue. */
function rangeOf(match: RegExpExecArray, shift: number): Range {
  const cue = match.groups?.cue ?? match[0];
  const from = match.index + match[0].indexOf(cue, Math.max(0, match[0].lastIndexOf(cue)));
  return { from: from + shift, to: from + shift + cue.length };
}

/** Names joined to one by `and`, commas and the like, in a direction. */
function coordinatedFrom({ text, entities }: MarkedBlock, index: number, step: 1 | -1): Entity[] {
  const group: Entity[] = [];
  for (let at = index; entities[at]; at += step) {
    const here = entities[at];
    const last = group.at(-1);
    if (here === undefined) break;
    if (last) {
      const between = step === 1 ? text.slice(last.to, here.from) : text.slice(here.to, last.from);
      if (between.length > 20 || !isJoint(between)) break;
    }
    group.push(here);
  }
  return group;
}

function isJoint(between: string): boolean {
  return (
    between.trim() !== '' &&
    !between.includes('(') &&
    isCoordinated(between.replace(/,? ?both /, ' ').replace(/\bnor\b/, 'or'))
  );
}

/** What a block is about: the name at its head, before a colon or a dash. */
function topicOf({ block, entities, text }: MarkedBlock): Entity[] {
  const number = /^[\s*]*(?:#?\(?\d{1,3}[.)、:]|[0-9]\uFE0F?\u20E3)\s*/u.exec(block.text)?.[0].length ?? 0;
  const head = headOf(block, number);
  const first = entities.findIndex((each) => each.brands.length > 0);
  const entity = entities[first];
  if (!entity || !isAbout(block.text, head, entity)) return [];
  if (entities.slice(0, first).some((each) => each.to > head.from)) return [];
  const bold = block.spans.find(
    (span) => span.kind === 'strong' && span.from <= entity.from && span.to >= entity.to,
  );
  const after = text.slice(Math.max(entity.to, Math.min(head.to, entity.to + 30), bold?.to ?? 0));
  if (!/^\s*(?:[:：–—(|]|-\s)/.test(after) && !/^[^.!?]{0,30}\s*[:：–—]/.test(after.slice(0, 32))) return [];
  return coordinatedFrom({ block, entities, text, sentences: [] }, first, 1);
}

/** One sentence with its clauses, as the cues of every language are read in it. */
export class Sentence {
  readonly marked: MarkedBlock;
  readonly range: Range;
  readonly text: string;
  /** The text without the negations that turn nothing. */
  readonly #plain: string;
  readonly entities: readonly Entity[];
  readonly #previous: Range | null;
  readonly #topic: readonly Entity[];
  readonly #clauses: readonly Range[];
  readonly #conditions: readonly Range[];

  constructor(marked: MarkedBlock, range: Range, previous: Range | null, topic: readonly Entity[]) {
    this.marked = marked;
    this.range = range;
    this.text = marked.text.slice(range.from, range.to);
    this.#plain = this.text.replace(NO_NEGATION, (phrase) => '\uE004'.repeat(phrase.length));
    this.entities = marked.entities
      .filter((each) => each.from >= range.from && each.to <= range.to)
      .map((each) => ({ ...each, from: each.from - range.from, to: each.to - range.from }));
    this.#previous = previous;
    this.#topic = topic;
    this.#clauses = clausesOf(this.text);
    this.#conditions = conditionsOf(this.text);
  }

  findings(): Finding[] {
    const compared = this.#comparisons();
    const doubled = this.#doubleNegations();
    const found = [
      ...compared,
      ...this.#made(),
      ...this.#rejectedBefore(),
      ...this.#objectCues(),
      ...this.#subjectCues(),
      ...this.#incidents(),
      ...this.#appositions(),
    ];
    const isDoubled = (each: Finding) => doubled.some(({ from, to }) => each.from < to && each.to > from);
    return [...doubled, ...found.filter((each) => !isDoubled(each))].filter(
      ({ subjects }) => subjects.length > 0,
    );
  }

  /** A finding in the block's own places. */
  finding(
    family: CueFamily,
    direction: Direction,
    subjects: readonly Entity[],
    { from, to }: Range,
  ): Finding {
    return { family, direction, subjects, from: from + this.range.from, to: to + this.range.from };
  }

  isConditional(at: number): boolean {
    return this.#conditions.some(({ from, to }) => at >= from && at < to);
  }

  clauseAt(at: number): Range {
    return this.#clauses.find(({ from, to }) => at >= from && at < to) ?? { from: 0, to: this.text.length };
  }

  #doubleNegations(): Finding[] {
    return this.#matches(DOUBLE).map((match) =>
      this.finding('pick', 'recommended', this.#lastNames(match), {
        from: match.index,
        to: match.index + match[0].length,
      }),
    );
  }

  #made(): Finding[] {
    return MADE.flatMap(([family, direction, pattern]) =>
      this.#matches([pattern]).flatMap((match) => {
        const entity = this.entities.find((each) => each.from > match.index);
        const cue = rangeOf(match, 0);
        return entity ? [this.finding(family, direction, [entity], cue)] : [];
      }),
    );
  }

  #rejectedBefore(): Finding[] {
    const findings = (match: RegExpExecArray, family: CueFamily, direction: Direction) => {
      const cue = {
        from: match.index + (/^[\s,;:–—"(]*/.exec(match[0])?.[0].length ?? 0),
        to: match.index + match[0].length,
      };
      const before = this.#soleSubject(match.index);
      const isAlone = this.entities.every((each) => each.from > match.index);
      const subjects =
        before.length > 0 || !isAlone
          ? before
          : this.#topic.length > 0
            ? this.#localTopic()
            : this.#previousSubject();
      return this.finding(family, direction, subjects, cue);
    };
    return [
      ...this.#matches([REJECTED_BEFORE]).map((match) => findings(match, 'rejection', 'negative')),
      ...this.#matches([PICKED_BEFORE]).map((match) =>
        NEGATION.test(this.#plain.slice(Math.max(0, match.index - 12), match.index + match[0].length))
          ? findings(match, 'rejection', 'negative')
          : findings(match, 'pick', 'recommended'),
      ),
    ];
  }

  #objectCues(): Finding[] {
    return OBJECT_CUES.flatMap(([family, direction, patterns]) =>
      this.#matches(patterns).flatMap((match) => {
        const subjects = this.#lastNames(match);
        const last = subjects[0];
        if (last === undefined) return [];
        const cue = trimmedCue(match, last.from);
        const negation =
          this.#negationBefore(match.index, 5) ?? NEGATION.exec(this.#plain.slice(match.index, last.from));
        if (direction === 'negative') {
          const isTurned = this.#negationBefore(match.index, 3) !== null;
          return isTurned ? [] : [this.finding(family, direction, subjects, cue)];
        }
        if (
          /^\s*(?:'s|-)/.test(this.text.slice(last.to, last.to + 3)) &&
          family === 'pick' &&
          !/ is$/.test(match[0])
        ) {
          if (/^-/.test(this.text.slice(last.to, last.to + 1))) return [];
        }
        return [
          negation !== null
            ? this.finding('rejection', 'negative', subjects, cue)
            : this.finding(family, direction, subjects, cue),
        ];
      }),
    );
  }

  #subjectCues(): Finding[] {
    return SUBJECT_CUES.flatMap(([family, direction, pattern]) =>
      this.#matches([pattern]).flatMap((match) => {
        const subjects = this.#subjectsOf(match.index, MAKES_IT.test(match[0]));
        if (subjects.length === 0) return [];
        const cue = rangeOf(match, 0);
        const negation = this.#negationOf(subjects, match.index, cue.from);
        if (negation === null) return [this.finding(family, direction, subjects, cue)];
        if (family === 'rejection') return [];
        if (direction === 'negative') return [];
        if (/^(?:not (?:the )?only|not just)/.test(this.text.slice(negation)))
          return [this.finding(family, direction, subjects, cue)];
        return [this.finding('rejection', 'negative', subjects, { from: negation, to: cue.to })];
      }),
    );
  }

  #incidents(): Finding[] {
    const isDenied = (at: number) => this.#negationBefore(at, 5) !== null;
    const owned = this.#matches([OWNED])
      .filter((match) => !isDenied(match.index))
      .flatMap((match) => {
        const owner = this.#entityAt(match.index);
        if (!owner || NEGATION.test(match[0])) return [];
        return [
          this.finding('incident', 'negative', [owner], {
            from: owner.to + (/^'s/.test(this.text.slice(owner.to)) ? 2 : 0),
            to: match.index + match[0].length,
          }),
        ];
      });
    const of = this.#matches(OF)
      .filter((match) => !isDenied(match.index))
      .map((match) =>
        this.finding(
          'incident',
          'negative',
          this.#lastNames(match),
          trimmedCue(match, this.#lastNames(match)[0]?.from ?? match.index),
        ),
      );
    const loose = this.#matches([LOOSE])
      .filter((match) => !isDenied(match.index))
      .flatMap((match) => {
        const others = this.entities.filter((each) => !this.#isTopic(each));
        return this.#topic.length > 0 && others.length === 0
          ? [this.finding('incident', 'negative', this.#localTopic(), rangeOf(match, 0))]
          : [];
      });
    return [...owned, ...of, ...loose].map((each) => ({
      ...each,
      from: skipBlanks(this.marked.text, each.from),
    }));
  }

  #appositions(): Finding[] {
    return this.#matches([APPOSITION]).flatMap((match) => {
      const entity = this.#entityAt(match.index);
      const cue = rangeOf(match, 0);
      if (!entity || this.#isObject(entity)) return [];
      if (NEGATION.test(this.#plain.slice(entity.to, cue.from))) {
        return [this.finding('rejection', 'negative', [entity], { from: entity.to + 2, to: cue.to })];
      }
      return [this.finding('pick', 'recommended', [entity], cue)];
    });
  }

  #comparisons(): Finding[] {
    const found: Finding[] = [];
    const add = (up: readonly Entity[], down: readonly Entity[], cue: Range) => {
      if (up.length > 0) found.push(this.finding('comparison', 'recommended', up, cue));
      if (down.length > 0) found.push(this.finding('comparison', 'negative', down, cue));
    };
    for (const match of this.#matches(BETTER)) {
      const down = this.#lastNames(match);
      const up = this.#subjectsOf(match.index, false);
      if (
        this.#isNegated(match.index, up) ||
        NO_SUBJECT.test(this.text.slice(0, match.index)) ||
        NEGATION.test(this.#plain.slice(match.index, match.index + match[0].length))
      )
        continue;
      add(up, down, trimmedCue(match, down[0]?.from ?? match.index));
    }
    for (const match of this.#matches(WORSE)) {
      const than = this.#lastNames(match);
      const down = this.#subjectsOf(match.index, false);
      const isAsGood =
        match[0].includes(' as ') || match[0].startsWith("isn't") || match[0].startsWith('not');
      if (
        !isAsGood &&
        (this.#isNegated(match.index, down) ||
          NEGATION.test(this.#plain.slice(match.index, match.index + match[0].length)))
      )
        continue;
      add([], down, trimmedCue(match, than[0]?.from ?? match.index));
    }
    for (const [patterns, firstIsUp] of [
      [PREFER, true],
      [SWITCH, false],
    ] as const) {
      for (const match of this.#matches(patterns)) {
        if (this.#negationBefore(match.index, 4) !== null) continue;
        const names = this.entities.filter(
          (each) => each.from >= match.index && each.to <= match.index + match[0].length,
        );
        const [first, second] = [names[0], names.at(-1)];
        if (!first || !second || first === second) continue;
        const cue = firstIsUp ? { from: first.to, to: second.from } : { from: match.index, to: first.from };
        add([firstIsUp ? first : second], [firstIsUp ? second : first], trimmedRange(this.text, cue));
      }
    }
    return found;
  }

  /** Matches outside of conditions. */
  #matches(patterns: readonly RegExp[]): RegExpExecArray[] {
    return patterns
      .flatMap((pattern) => [...this.text.matchAll(pattern)])
      .filter((match) => {
        const cue = rangeOf(match, 0);
        return !this.isConditional(cue.from) && !this.isConditional(match.index);
      });
  }

  /** The name a match ends with and those joined to it. */
  #lastNames(match: RegExpExecArray): Entity[] {
    const end = match.index + match[0].length;
    const index = this.entities.findLastIndex((each) => each.from >= match.index && each.from < end);
    return index === -1 ? [] : this.#group(index, 1);
  }

  #group(index: number, step: 1 | -1): Entity[] {
    return coordinatedFrom({ ...this.marked, text: this.text, entities: this.entities }, index, step);
  }

  #entityAt(at: number): Entity | undefined {
    return this.entities.find((each) => each.from <= at && each.to > at);
  }

  /** The topic as if it stood in this sentence. */
  #localTopic(): Entity[] {
    return this.#topic.map((each) => ({
      ...each,
      from: each.from - this.range.from,
      to: each.to - this.range.from,
    }));
  }

  #isTopic(entity: Entity): boolean {
    return (
      entity.brands.length > 0 &&
      entity.brands.every((brand) => this.#topic.some((each) => each.brands.includes(brand)))
    );
  }

  /** Whom a predicate at a place is about. */
  #subjectsOf(at: number, takesPronoun: boolean): Entity[] {
    const clause = this.clauseAt(at);
    const index = this.entities.findLastIndex((each) => each.to <= at && each.from >= clause.from);
    const entity = this.entities[index];
    if (entity) {
      const gap = this.text.slice(entity.to, at);
      const group = this.#group(index, -1);
      const first = group.at(-1) ?? entity;
      const isOwner =
        /\b(?:of|from) (?:the )?$/.test(this.text.slice(clause.from, first.from)) && DIRECT.test(gap);
      if (this.#isObject(first) && !isOwner) return this.#beyondObject(first, clause, at, takesPronoun);
      return isGap(gap, takesPronoun) ? group : [];
    }
    const lead = this.text.slice(clause.from, at);
    if (lead.length > 200) return [];
    const isImplicit = takesPronoun || IMPLICIT.test(lead);
    if (isImplicit && clause.from > 0) {
      const earlier = this.#soleSubject(clause.from);
      if (earlier.length > 0) return earlier;
    }
    if (this.#topic.length > 0 && this.#isTopicOpen(at)) return this.#localTopic();
    return isImplicit && /^[\s"(]*(?:it|it's|this|they)\b/.test(lead) ? this.#previousSubject() : [];
  }

  /** `Compared to T, it lacks …`: the object of a preposition is not the subject, but the topic may be. */
  #beyondObject(_object: Entity, clause: Range, at: number, takesPronoun: boolean): Entity[] {
    const lead = this.text.slice(clause.from, at);
    const isImplicit = takesPronoun || /(?:^|,\s*)(?:it|this|they)(?:\s[\w']+){0,4}\s*$/.test(lead);
    return isImplicit && this.#topic.length > 0 && this.#isTopicOpen(at) ? this.#localTopic() : [];
  }

  /** Nothing but the topic has been named in the block up to a place. */
  #isTopicOpen(at: number): boolean {
    const end = this.range.from + at;
    const start = this.#topic.at(-1)?.to ?? 0;
    if (end < start) return false;
    return !this.marked.entities.some(
      (each) => each.from >= start && each.to <= end && !this.#isTopic(each) && this.#couldBeSubject(each),
    );
  }

  #couldBeSubject(entity: Entity): boolean {
    return !OBJECT.test(this.marked.text.slice(Math.max(0, entity.from - 40), entity.from));
  }

  /** The one name before a place that is no object. */
  #soleSubject(before: number): Entity[] {
    const candidates = this.entities
      .map((each, index) => ({ each, index }))
      .filter(({ each }) => each.to <= before && !this.#isObject(each));
    const first = candidates[0];
    if (!first) return [];
    const group = this.#group(first.index, 1);
    return candidates.every(({ each }) => group.includes(each)) ? group : [];
  }

  /** `T is popular. It lacks …`: a sentence with one name, and one that goes on about it. */
  #previousSubject(): Entity[] {
    const { from, to } = this.#previous ?? { from: 0, to: 0 };
    const named = this.marked.entities.filter((each) => each.from >= from && each.to <= to);
    const [only] = named;
    if (named.length !== 1 || !only || only.from - from > 30) return [];
    return [{ ...only, from: only.from - this.range.from, to: only.to - this.range.from }];
  }

  #isObject(entity: Entity): boolean {
    return OBJECT.test(this.text.slice(Math.max(0, entity.from - 40), entity.from));
  }

  /** Where a negation stands in the words before a place, inside its clause; null without one. */
  #negationBefore(at: number, words: number): number | null {
    const clause = this.clauseAt(at);
    const before = this.#plain.slice(Math.max(clause.from, this.#plain.lastIndexOf(',', at - 1) + 1), at);
    const window = new RegExp(`(?:[^\\s]+\\s+){0,${words}}$`).exec(before)?.[0] ?? '';
    const found = NEGATION.exec(window);
    return found === null ? null : at - window.length + found.index;
  }

  /** Where a negation stands between a subject and its cue. */
  #negationOf(subjects: readonly Entity[], at: number, cueFrom: number): number | null {
    const last = Math.max(...subjects.map(({ to }) => to).filter((to) => to <= at), this.clauseAt(at).from);
    const found = NEGATION.exec(this.#plain.slice(last, cueFrom));
    if (found !== null) return last + found.index;
    const first = Math.min(...subjects.map(({ from }) => from));
    return NEGATED_SUBJECT.exec(this.#plain.slice(0, Math.max(0, first)))?.index ?? null;
  }

  #isNegated(at: number, subjects: readonly Entity[]): boolean {
    return this.#negationOf(subjects, at, at) !== null;
  }
}

/** `Nothing beats T`: there is no subject to put above it. */
const NO_SUBJECT = /\b(?:nothing|nobody|no one|few|little)(?: \w+){0,2}\s*$/;

/** What turns all that is said of the name after it: `neither T nor T is`, `I don't think T is`. */
const NEGATED_SUBJECT =
  /(?:\bneither|(?:\bnot|\bnever|n't|\bhardly) (?:\w+ly )?(?:think|believe|say|claim|argue|agree|feel|mean|true|clear|certain|convinced)(?: that)?)\s+(?:the )?$/;

const ADVERB =
  "(?:\\w+ly|still|also|often|always|now|just|simply|perhaps|can|could|may|might|will|would|does|do|did|has|have|had|never|not|long|once|sometimes|easily|again|even|n't|doesn't|don't|didn't|is|are|was|to|be|been|tend|tends|really|certainly|both|all)";
const DIRECT = new RegExp(
  `^(?:'s(?: [\\w-]+){1,4}|')?(?:\\s?\\([^()]{0,80}\\))?(?:, [^,]{1,100},)?(?:,? (?:which|who|that))?(?: ${ADVERB})*\\s*$`,
  'u',
);
const JOINED = new RegExp(`(?:\\s|,)(?:and|but|then|it|they|yet|or|this)(?: ${ADVERB})*\\s*$`, 'u');
const IMPLICIT = new RegExp(
  `^[\\s,"(]*(?:(?:and|but|also|yet|so|then) )?(?:(?:it|it's|this|they|this one|which)\\b)?(?:\\s?${ADVERB})*\\s*$`,
  'u',
);

/** Whether what stands between a subject and its predicate lets it be the subject. */
function isGap(gap: string, takesPronoun: boolean): boolean {
  const plain = gap.replace(/[\uE001-\uE003]/g, 'x');
  if (DIRECT.test(plain)) return true;
  const words = plain.trim().split(/\s+/).length;
  if (takesPronoun) return words <= 30;
  return JOINED.test(plain) && words <= 25 && !/\b(?:that|where|when|because|since|than|who)\b/.test(plain);
}

const OBJECT =
  /(?:\b(?:like|such as|of|to|than|with|from|for|on|in|by|via|unlike|versus|vs\.?|over|against|alongside|including|between|among|at|about|as|using|use|uses|used|replaces?|replaced|behind|without|into|after|before)\s+(?:the |a |an |both |either |\w+s like )?)$/;

function clausesOf(text: string): Range[] {
  const edges = [...text.matchAll(CLAUSE_EDGE)].map(({ index, 0: edge }) =>
    index === 0 ? edge.length : index,
  );
  const starts = [0, ...edges];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? text.length }));
}

/** From a condition's word to the end of its clause. */
function conditionsOf(text: string): Range[] {
  return [CONDITION, OTHER_CONDITION]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index }) => {
      const end = /[,;，、；]|\bthen\b|なら|[–—:：]/.exec(text.slice(index));
      return { from: index, to: end === null ? text.length : index + end.index };
    });
}

function trimmedCue(match: RegExpExecArray, nameFrom: number): Range {
  const text = match[0].slice(0, Math.max(0, nameFrom - match.index));
  const from = match.index + (/^[\s,.:;–—]*/.exec(text)?.[0].length ?? 0);
  const words = text.replace(/(?:\s+(?:the|a|an|either|both|any))?\s*$/, '');
  return { from, to: Math.max(from + 1, match.index + words.length) };
}

function trimmedRange(text: string, { from, to }: Range): Range {
  const slice = text.slice(from, to);
  const lead = /^[\s']*/.exec(slice)?.[0].length ?? 0;
  return {
    from: from + lead,
    to: from + Math.max(lead + 1, slice.trimEnd().replace(/\s(?:the|a|an)$/, '').length),
  };
}

function skipBlanks(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from, from + 10))?.[0].length ?? 0);
}

/** Of findings that overlap with one subject and direction only the first counts. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const each of findings.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const brands = new Set(each.subjects.flatMap(({ brands: own }) => own));
    if (brands.size === 0) continue;
    const isRepeat = kept.some(
      (other) =>
        other.direction === each.direction &&
        other.from < each.to &&
        other.to > each.from &&
        [...brands].every((brand) => other.subjects.some(({ brands: own }) => own.includes(brand))),
    );
    if (!isRepeat) kept.push(each);
  }
  return kept;
}
