import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { isNegatedBefore, isNegatedIn } from '../grammar/negation.ts';
import { antecedentsAt, lastNames } from '../grammar/references.ts';
import { cueOf, rangeOfMatch, statedMatches, wordsBefore } from '../grammar/statements.ts';
import {
  DOUBLE_NEGATIONS,
  HANDLED,
  INSTRUCTED,
  INSTRUCTION,
  OBJECT_END,
  OF_IT,
  OWNED_ALREADY,
  PICK_IMPERATIVES,
  PICK_IS,
  PICK_OBJECTS,
  PICKED_BEFORE,
  REJECTED_BEFORE,
  REJECTION_OBJECTS,
  UNADVISED,
} from '../words/english-words.ts';
import { objectCues } from './english-patterns.ts';
import { isDiscredited } from './english-scope.ts';
import { type Finding, findingIn, PICK, REJECTION } from './findings.ts';

const DOUBLE = objectCues(DOUBLE_NEGATIONS);
const PICKED = objectCues([...PICK_OBJECTS, PICK_IS]);
const TOLD = objectCues(PICK_IMPERATIVES);
const REJECTED = objectCues(REJECTION_OBJECTS);

/** `I can't recommend T enough` */
export function doubleNegationFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, DOUBLE).map((match) =>
    findingIn(sentence, PICK, lastNames(sentence, match), cueOf(match)),
  );
}

/**
 * Before an instruction to use something: its purpose, `to export a file,`, or a sign that it is one of several ways.
 */
const MEANS = /^(?:["(\s]|then )*to (?:\w+ly )?\w[^,]*, (?:\w+ )?$|(?:\(|\b)or (?:just |simply )?$/;

/** Verbs for advice without their subject, and words before them. */
const ADVISING = /^(?:\w+ly|would|can|could|still|also) (?:\w+ )*recommend/;
const OWN_VOICE =
  /(?:^|[,;:–—.(]|\b(?:i|we|i'd|we'd|i'll|we'll|and|but|so|also|still|would|can|could|do|to|not|never|nobody|no one|only|longer|cannot|don't|can't|couldn't|wouldn't|won't|doesn't))(?: \w+ly)?[\s"]*$/;

/** A machine's refusal to recommend is no warning. */
const AS_MACHINE = /\bas an? (?:ai|language model|assistant|neutral)\b/;

/** Advice about another brand, which the name only helps to identify: `the alternative to our top pick is T`. */
const OF_ANOTHER =
  /\b(?:alternatives?|runner-up|rival|opposite|second) (?:to|of) (?:the |our |my )?(?:top|best|first|overall|winner|favou?rite)/;

/** A temporary reason to avoid something: `avoid T during rush hour`. */
export const PASSING = /^ (?:during|while|at (?!all\b|your own\b)|on (?:weekends|weekdays|holidays|\w+days))/;

/** `Go with T`, `our top pick is T` */
export function pickedFindings(sentence: MarkedSentence): Finding[] {
  const told = statedMatches(sentence, TOLD).filter((match) => !isStep(sentence, match));
  return [...statedMatches(sentence, PICKED), ...told].flatMap((match) => {
    const subjects = lastNames(sentence, match);
    const [first] = subjects;
    if (!first || !isOwnVoice(sentence, match)) return [];
    if (OF_ANOTHER.test(sentence.text.slice(0, first.from))) return [];
    if (!isChosen(sentence, match) || isDiscredited(sentence, match) || UNADVISED.test(match[0])) return [];
    const isNegated =
      isNegatedBefore(sentence, match.index, 5) || isNegatedIn(sentence, match.index, first.from);
    return [findingIn(sentence, isNegated ? REJECTION : PICK, subjects, wordsBefore(match, first.from))];
  });
}

/** Whether the answer itself recommends, rather than `a plumber`, `your doctor`, or `who`. */
function isOwnVoice({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  if (!ADVISING.test(match[0])) return true;
  return OWN_VOICE.test(text.slice(Math.max(0, match.index - 40), match.index));
}

/** Whether the instruction concerns a screen rather than a purchase: `Choose T and click Next`. */
function isStep(sentence: MarkedSentence, match: RegExpExecArray): boolean {
  const { text, marked } = sentence;
  const { list, isNumbered } = marked.block.place;
  const after = textAfter(sentence, match);
  if (INSTRUCTION.test(text) || INSTRUCTED.test(after) || !OBJECT_END.test(after)) return true;
  if (/^ at your own\b/.test(after)) return true;
  if (/^(?:use|get|grab)\b/.test(match[0]) && MEANS.test(text.slice(0, match.index))) return true;
  const isItem = list !== null && text.slice(0, match.index).trim() === '';
  return isItem && !(isNumbered ? /^,? if\b/ : /^,? (?:if|when|for|because)\b/).test(after);
}

/** The text after a match's final names. */
function textAfter(sentence: MarkedSentence, match: RegExpExecArray): string {
  const end = lastNames(sentence, match).at(-1)?.to ?? match.index;
  return sentence.text.slice(end, end + 60);
}

/** Whether a match chooses its name, rather than a part of it, its handling, or something already owned. */
function isChosen(sentence: MarkedSentence, match: RegExpExecArray): boolean {
  const after = textAfter(sentence, match);
  if (after.startsWith('-') || OF_IT.test(after)) return false;
  if (/\b(?:use|using|try|trying|get|grab)\b/.test(match[0]) && HANDLED.test(after)) return false;
  return !(/\b(?:stick|stay)/.test(match[0]) && OWNED_ALREADY.test(after));
}

/** `Avoid T`, `I wouldn't buy T` */
export function rejectedFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, REJECTED).flatMap((match) => {
    const subjects = lastNames(sentence, match);
    const [first] = subjects;
    if (!first || !isChosen(sentence, match) || isNegatedBefore(sentence, match.index, 3)) return [];
    if (isLimited(match[0], textAfter(sentence, match)) || AS_MACHINE.test(sentence.text)) return [];
    return [findingIn(sentence, REJECTION, subjects, wordsBefore(match, first.from))];
  });
}

/** Whether others warn, or the warning concerns only a manner, time, or purpose: `don't pick T for its looks alone`. */
function isLimited(said: string, after: string): boolean {
  if (
    /^(?:recommends|advises|cautions|warns|decides)\b|\b(?:used|fake|counterfeit|refurbished|pirated|expired)\b/.test(
      said,
    )
  )
    return true;
  if (/^(?:avoid|skip|pass on)/.test(said) && !OBJECT_END.test(after)) return true;
  return (
    PASSING.test(after) ||
    /^ (?:over|instead of|rather than|without|before|until|to (?:your|the))\b|^[^.,;]{0,40}\balone\b/.test(
      after,
    )
  );
}

/** `Skip it`, `I'd buy it again` */
export function pronounFindings(sentence: MarkedSentence): Finding[] {
  const rejected = statedMatches(sentence, [REJECTED_BEFORE]).map((match) => {
    const lead = /^[\s,;:–—"(]*/.exec(match[0])?.[0].length ?? 0;
    const { from, to } = rangeOfMatch(match);
    return findingIn(sentence, REJECTION, antecedentsAt(sentence, from), { from: from + lead, to });
  });
  const picked = statedMatches(sentence, [PICKED_BEFORE]).map((match) => {
    const cue = cueOf(match);
    const isNegated = isNegatedIn(sentence, Math.max(0, cue.from - 12), cue.to);
    return findingIn(sentence, isNegated ? REJECTION : PICK, antecedentsAt(sentence, match.index), cue);
  });
  return [...rejected, ...picked];
}
