import type { Range } from '../text/ranges.ts';
import {
  ADVERBS,
  BETTER_THAN,
  type CueFamily,
  DEFICIT_VERBS,
  DEFICITS,
  type Direction,
  DOUBLE_NEGATIONS,
  INCIDENT_OF,
  INCIDENT_VERBS,
  INSTRUCTED,
  INSTRUCTION,
  LOOSE_INCIDENT,
  NAME,
  OWNED_INCIDENT,
  PICK_IMPERATIVES,
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
  SCOPED_DESCRIPTIONS,
  SHORTCOMINGS,
  SWITCHED,
  WORSE_THAN,
} from './english-words.ts';
import { cueOf, type Finding, wordsBefore } from './found-cues.ts';
import type { Entity } from './marked-block.ts';
import type { MarkedSentence } from './marked-sentence.ts';

const COPULA =
  "(?:is|are|was|were|isn't|aren't|wasn't|weren't|be|been|being|remains?|stays?|stands? as|ranks?(?: as)?|counts? as|comes? out(?: on top)?(?: as)?|considered|regarded as|seen as|viewed as|deemed|rated|named|voted|crowned|called|makes?|represents?|becomes?|became|become|gets?|got|earns?|earned|takes?|took|wins?|won|feels?|felt|seems?(?: to be)?|looks?|appears?(?: to be)?|proves?(?: to be)?|feel|mak(?:es?|ing) (?:it|them|this)|as)";
/** What was so until something happened is so no more. */
const PAST = /^(?:was|were)\b/;
const MAKES_IT = /mak(?:es?|ing) (?:it|them|this)\s/;

/** `It's`, `they're`; of a name it is a possession. */
const CONTRACTION = "(?<=\\b(?:it|this|that|they|these|here))'(?:s|re)";

/** A cue that its subject is: `is our top pick`, `feels clunky`. */
function predicate(phrases: readonly string[], before = COPULA): RegExp {
  const verbs = before === COPULA ? `(?:(?<![\\p{L}'])${before}|${CONTRACTION})` : `(?<![\\p{L}'])${before}`;
  return new RegExp(`${verbs}\\s+${ADVERBS}(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`, 'gu');
}
/** A cue that its subject does: `lacks`. */
function verb(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}'-])(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`, 'gu');
}
/** Phrases whose last name is their object. */
function objects(phrases: readonly string[]): RegExp[] {
  return phrases.map((phrase) => new RegExp(`(?<![\\p{L}'-])(?:${phrase})`, 'gu'));
}

type Patterns = readonly (readonly [family: CueFamily, direction: Direction, pattern: RegExp])[];

const SUBJECT_CUES: Patterns = [
  ['pick', 'recommended', predicate(PICKS)],
  ['pick', 'recommended', verb(PICK_VERBS)],
  ['scoped', 'recommended', predicate(SCOPED)],
  ['rejection', 'negative', predicate(REJECTIONS)],
  ['rejection', 'negative', verb(['should (?:be avoided|be skipped|avoid)'])],
  ['deficit', 'negative', predicate(DEFICITS)],
  ['deficit', 'negative', predicate(DEFICITS, '(?:(?<!anything )but|yet|though|albeit)')],
  ['deficit', 'negative', verb(DEFICIT_VERBS)],
  ['shortcoming', 'negative', verb(SHORTCOMINGS)],
  ['incident', 'negative', verb(INCIDENT_VERBS)],
];
/** `making T hard to recommend`. */
const MAKING = `mak(?:es?|ing) (?:the )?(?:${NAME})`;
const MADE_CUES: Patterns = [
  ['pick', 'recommended', predicate(PICKS, MAKING)],
  ['rejection', 'negative', predicate(REJECTIONS, MAKING)],
];
const PICKED = objects([...PICK_OBJECTS, PICK_IS]);
const TOLD = objects(PICK_IMPERATIVES);
const REJECTED = objects(REJECTION_OBJECTS);
const OWNED = new RegExp(OWNED_INCIDENT, 'gu');
const OF = objects([INCIDENT_OF]);
const LOOSE = verb([LOOSE_INCIDENT]);
const BETTER = objects(BETTER_THAN);
const WORSE = objects(WORSE_THAN);
const PREFER = PREFERRED.map((each) => new RegExp(each, 'gu'));
const SWITCH = SWITCHED.map((each) => new RegExp(`(?<!how to )(?<!guide to )(?<![\\p{L}])${each}`, 'gu'));
const DOUBLE = objects(DOUBLE_NEGATIONS);
const APPOSITION = new RegExp(
  `${NAME}\\s*(?:,|:|–|—|\\s-\\s|\\()\\s*(?:is )?${ADVERBS}(?<cue>(?:${[...PICKS, ...SCOPED_DESCRIPTIONS].join('|')}))(?![\\p{L}-])`,
  'gu',
);

/** The English cues of a sentence and whom they act on. */
export class EnglishCues {
  readonly #sentence: MarkedSentence;

  constructor(sentence: MarkedSentence) {
    this.#sentence = sentence;
  }

  findings(): Finding[] {
    const doubled = this.#doubleNegations();
    const found = [
      ...this.#comparisons(),
      ...this.#preferences(),
      ...this.#made(),
      ...this.#ofWhatWasNamed(),
      ...this.#picked(),
      ...this.#rejected(),
      ...this.#ofSubjects(),
      ...this.#incidents(),
      ...this.#appositions(),
    ];
    const isDoubled = (each: Finding) => doubled.some(({ from, to }) => each.from < to && each.to > from);
    return [...doubled, ...found.filter((each) => !isDoubled(each))];
  }

  #doubleNegations(): Finding[] {
    return this.#sentence
      .matches(...DOUBLE)
      .map((match) =>
        this.#sentence.finding('pick', 'recommended', this.#sentence.lastNames(match), cueOf(match)),
      );
  }

  #made(): Finding[] {
    return MADE_CUES.flatMap(([family, direction, pattern]) =>
      this.#sentence.matches(pattern).flatMap((match) => {
        const entity = this.#sentence.entities.find((each) => each.from > match.index);
        return entity ? [this.#sentence.finding(family, direction, [entity], cueOf(match))] : [];
      }),
    );
  }

  /** `Skip it`, `I'd buy it again`. */
  #ofWhatWasNamed(): Finding[] {
    const sentence = this.#sentence;
    const rejected = sentence.matches(REJECTED_BEFORE).map((match) => {
      const lead = /^[\s,;:–—"(]*/.exec(match[0])?.[0].length ?? 0;
      const cue = { from: match.index + lead, to: match.index + match[0].length };
      return sentence.finding('rejection', 'negative', sentence.meantBy(match.index), cue);
    });
    const picked = sentence.matches(PICKED_BEFORE).map((match) => {
      const cue = cueOf(match);
      const subjects = sentence.meantBy(match.index);
      return sentence.isNegatedIn(Math.max(0, cue.from - 12), cue.to)
        ? sentence.finding('rejection', 'negative', subjects, cue)
        : sentence.finding('pick', 'recommended', subjects, cue);
    });
    return [...rejected, ...picked];
  }

  #picked(): Finding[] {
    const sentence = this.#sentence;
    const told = sentence.matches(...TOLD).filter((match) => !this.#isStep(match));
    return [...sentence.matches(...PICKED), ...told].flatMap((match) => {
      const subjects = sentence.lastNames(match);
      const last = subjects[0];
      if (!last || sentence.text[last.to] === '-') return [];
      const cue = wordsBefore(match, last.from);
      const isNegated =
        sentence.isNegatedBefore(match.index, 5) || sentence.isNegatedIn(match.index, last.from);
      return isNegated
        ? [sentence.finding('rejection', 'negative', subjects, cue)]
        : [sentence.finding('pick', 'recommended', subjects, cue)];
    });
  }

  /** Whether somebody is told what to do on a screen rather than what to take: `Choose T and click Next`. */
  #isStep(match: RegExpExecArray): boolean {
    const sentence = this.#sentence;
    const { list, isNumbered } = sentence.place;
    const end = sentence.lastNames(match).at(-1)?.to ?? match.index;
    const after = sentence.text.slice(end, end + 60);
    if (INSTRUCTION.test(sentence.text) || INSTRUCTED.test(after)) return true;
    const isItem = list !== null && sentence.text.slice(0, match.index).trim() === '';
    return isItem && !(isNumbered ? /^,? if\b/ : /^,? (?:if|when|for|because)\b/).test(after);
  }

  #rejected(): Finding[] {
    const sentence = this.#sentence;
    return sentence.matches(...REJECTED).flatMap((match) => {
      const subjects = sentence.lastNames(match);
      const last = subjects[0];
      if (!last || sentence.isNegatedBefore(match.index, 3)) return [];
      return [sentence.finding('rejection', 'negative', subjects, wordsBefore(match, last.from))];
    });
  }

  /** A negated pick is a rejection; a negated deficit is nothing. */
  #ofSubjects(): Finding[] {
    const sentence = this.#sentence;
    return SUBJECT_CUES.flatMap(([family, direction, pattern]) =>
      sentence.matches(pattern).flatMap((match) => {
        const subjects = sentence.subjectsOf(match.index, MAKES_IT.test(match[0]));
        if (subjects.length === 0) return [];
        const cue = cueOf(match);
        if (family === 'shortcoming' && !sentence.saysOutright(subjects, cue.from)) return [];
        if (PAST.test(match[0]) && sentence.text.includes(' until ', cue.to)) return [];
        if ((family === 'deficit' || family === 'incident') && sentence.isHedged(subjects, cue.from))
          return [];
        if (direction === 'negative' && this.#isDenied(match, family)) return [];
        const negation = sentence.negationOf(subjects, match.index, cue.from);
        if (negation === null) return [sentence.finding(family, direction, subjects, cue)];
        if (direction === 'negative') return [];
        return [sentence.finding('rejection', 'negative', subjects, { from: negation, to: cue.to })];
      }),
    );
  }

  /** `had no breach`, `suffers from nothing`: the negation stands in the cue or follows it. */
  #isDenied(match: RegExpExecArray, family: CueFamily): boolean {
    const end = match.index + match[0].length;
    if (NOTHING.test(this.#sentence.text.slice(end, end + 20))) return true;
    return family === 'incident' && this.#sentence.isNegatedIn(match.index, end);
  }

  #incidents(): Finding[] {
    const sentence = this.#sentence;
    const claimed = (...patterns: readonly RegExp[]) =>
      sentence.matches(...patterns).filter((match) => !sentence.isNegatedBefore(match.index, 5));
    const negative = (subjects: readonly Entity[], cue: Range) =>
      sentence.finding('incident', 'negative', subjects, cue);
    const owned = claimed(OWNED).flatMap((match) => {
      const owner = sentence.entityAt(match.index);
      const end = match.index + match[0].length;
      if (!owner || sentence.isNegatedIn(match.index, end)) return [];
      if (UNREAL.test(sentence.text.slice(end, end + 40))) return [];
      const possession = sentence.text.startsWith("'s", owner.to) ? 2 : 0;
      return [negative([owner], { from: owner.to + possession, to: end })];
    });
    const of = claimed(...OF).map((match) => {
      const subjects = sentence.lastNames(match);
      return negative(subjects, wordsBefore(match, subjects[0]?.from ?? match.index));
    });
    const loose = claimed(LOOSE).map((match) => negative(sentence.topicAlone(), cueOf(match)));
    return [...owned, ...of, ...loose];
  }

  #appositions(): Finding[] {
    const sentence = this.#sentence;
    return sentence.matches(APPOSITION).flatMap((match) => {
      const entity = sentence.entityAt(match.index);
      const cue = cueOf(match);
      if (!entity || sentence.isObject(entity)) return [];
      return sentence.isNegatedIn(entity.to, cue.from)
        ? [sentence.finding('rejection', 'negative', [entity], { from: entity.to + 2, to: cue.to })]
        : [sentence.finding('pick', 'recommended', [entity], cue)];
    });
  }

  #comparisons(): Finding[] {
    const sentence = this.#sentence;
    const isDenied = (match: RegExpExecArray, subjects: readonly Entity[]) =>
      sentence.negationOf(subjects, match.index, match.index) !== null ||
      sentence.isNegatedIn(match.index, match.index + match[0].length);
    const better = sentence.matches(...BETTER).flatMap((match) => {
      const down = sentence.lastNames(match);
      if (NO_SUBJECT.test(sentence.text.slice(0, match.index))) return [];
      const up = sentence.subjectsOf(match.index, false);
      return isDenied(match, up)
        ? []
        : this.#pair(up, down, wordsBefore(match, down[0]?.from ?? match.index));
    });
    const worse = sentence.matches(...WORSE).flatMap((match) => {
      const than = sentence.lastNames(match);
      const down = sentence.subjectsOf(match.index, false);
      const isAsGood = / as |^(?:isn't|not)/.test(match[0]);
      if (!isAsGood && isDenied(match, down)) return [];
      if (!sentence.saysOutright(down, match.index)) return [];
      return this.#pair([], down, wordsBefore(match, than[0]?.from ?? match.index));
    });
    return [...better, ...worse];
  }

  /** `T over U`, `from T to U`. */
  #preferences(): Finding[] {
    const sentence = this.#sentence;
    const between = (match: RegExpExecArray) =>
      sentence.entities.filter(
        (each) => each.from >= match.index && each.to <= match.index + match[0].length,
      );
    const affirmed = (patterns: readonly RegExp[]) =>
      sentence.matches(...patterns).filter((match) => !sentence.isNegatedBefore(match.index, 4));
    const preferred = affirmed(PREFER).flatMap((match) => {
      const [up, down] = [between(match)[0], between(match).at(-1)];
      if (!up || !down || up === down) return [];
      return this.#pair([up], [down], trimmed(sentence.text, { from: up.to, to: down.from }));
    });
    const switched = affirmed(SWITCH).flatMap((match) => {
      const [down, up] = [between(match)[0], between(match).at(-1)];
      if (!up || !down || up === down) return [];
      return this.#pair([up], [down], trimmed(sentence.text, { from: match.index, to: down.from }));
    });
    return [...preferred, ...switched];
  }

  #pair(up: readonly Entity[], down: readonly Entity[], cue: Range): Finding[] {
    return [
      this.#sentence.finding('comparison', 'recommended', up, cue),
      this.#sentence.finding('comparison', 'negative', down, cue),
    ];
  }
}

/** `The T breach never happened`. */
const UNREAL =
  /^ (?:never|did(?:n't| not)|(?:was|is|were) (?:\w+ )?(?:hoax|rumou?rs?|myth|false|fake|untrue))\b/;

const NOTHING =
  /^ (?:absolutely |virtually |practically |almost |from )?(?:nothing|none|neither|zero|no(?!-| longer| (?:less|fewer) than))\b/;

/** `Nothing beats T`: there is no subject to put above it. */
const NO_SUBJECT = /\b(?:nothing|nobody|no one|few|little)(?: \w+){0,2}\s*$/;

/** A range without blanks and the article at its end. */
function trimmed(text: string, { from, to }: Range): Range {
  const slice = text.slice(from, to);
  const lead = /^[\s']*/.exec(slice)?.[0].length ?? 0;
  const words = slice.trimEnd().replace(/\s(?:the|a|an)$/, '');
  return { from: from + lead, to: from + Math.max(lead + 1, words.length) };
}
