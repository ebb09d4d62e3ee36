import type { Range } from '../../../text/ranges.ts';
import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { isHedged, isNegatedIn, isPartlyNegated, isPlainStatement, negationOf } from '../grammar/negation.ts';
import { cueOf, rangeOfMatch, statedMatches } from '../grammar/statements.ts';
import { subjectsOf } from '../grammar/subjects.ts';
import { OF_TWO } from '../words/comparative-words.ts';
import {
  DEFICIT_VERBS,
  DEFICITS,
  INCIDENT_VERBS,
  NAME,
  PICK_VERBS,
  PICKS,
  REJECTIONS,
  SCOPED,
  SHORTCOMINGS,
} from '../words/english-words.ts';
import { FAULT_VERBS, FAULTS, PRAISE, PRAISE_VERBS, TROUBLES } from '../words/praise-words.ts';
import { cueAfter, doesCue, isCue, plainCue } from './english-patterns.ts';
import { isDiscredited, isNarrow, isOtherPartysIncident, isPast, isRecallMetric } from './english-scope.ts';
import { DEFICIT, type Finding, findingIn, INCIDENT, PICK, REJECTION, type Verdict } from './findings.ts';

const SHORTCOMING: Verdict = { family: 'shortcoming', direction: 'negative' };
const SCOPED_PICK: Verdict = { family: 'scoped', direction: 'recommended' };

/** Predicates, with their verdicts on the subject. */
const SUBJECT_CUES: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, isCue(PICKS)],
  [PICK, doesCue(PICK_VERBS)],
  [PICK, plainCue([...PRAISE, ...OF_TWO])],
  [PICK, doesCue(PRAISE_VERBS)],
  [SCOPED_PICK, isCue(SCOPED)],
  [REJECTION, isCue(REJECTIONS)],
  [DEFICIT, isCue([...DEFICITS, ...FAULTS])],
  [DEFICIT, doesCue([...DEFICIT_VERBS, ...FAULT_VERBS])],
  [SHORTCOMING, doesCue(SHORTCOMINGS)],
  [INCIDENT, doesCue([...INCIDENT_VERBS, ...TROUBLES])],
];

const MAKES_IT = /mak(?:es?|ing) (?:it|them|this)\s/;

/** `T is our top pick`, `T lacks …`. A negated pick is a rejection; a negated deficit is nothing. */
export function predicateFindings(sentence: MarkedSentence): Finding[] {
  return SUBJECT_CUES.flatMap(([verdict, pattern]) =>
    statedMatches(sentence, [pattern]).flatMap((match) => predicateFinding(sentence, verdict, match)),
  );
}

function predicateFinding(sentence: MarkedSentence, verdict: Verdict, match: RegExpExecArray): Finding[] {
  const subjects = subjectsOf(sentence, match.index, MAKES_IT.test(match[0]));
  if (subjects.length === 0 || isExplained(sentence, match.index)) return [];
  const cue = cueOf(match);
  const { family, direction } = verdict;
  if (family === 'shortcoming' && !isPlainStatement(sentence, subjects, cue.from)) return [];
  if (isPast(sentence, match, verdict) || isHedged(sentence, subjects, cue.from)) return [];
  if (direction === 'negative' && isPotential(sentence, match.index)) return [];
  if (direction === 'recommended' && isDiscredited(sentence, match)) return [];
  if (direction === 'negative' && isNarrow(sentence, match)) return [];
  if (family === 'incident' && (isOtherPartysIncident(sentence, match) || isRecallMetric(sentence, match)))
    return [];
  if (direction === 'negative' && isDenied(sentence, match, verdict)) return [];
  const negation = negationOf(sentence, subjects, match.index, cue.from);
  if (isNotTheOnly(sentence, cue) || isQualified(sentence, match)) return [];
  if (negation === null) return [findingIn(sentence, verdict, subjects, cue)];
  if (direction === 'negative' || isPartlyNegated(sentence, subjects, cue)) return [];
  if (isSuperlative(sentence, cue)) return [];
  return [findingIn(sentence, REJECTION, subjects, { from: negation, to: cue.to })];
}

/** `Why it's great:`, `what makes it the best`: labels that decide by their own text. */
function isExplained({ text }: MarkedSentence, at: number): boolean {
  return /\bwhy (?:it|they|this|we|i)$|\bwhy [\uE001-\uE003]+ $/.test(text.slice(Math.max(0, at - 40), at));
}

/** `T can feel clunky`, `T would be overpriced`: a possible fault. */
function isPotential({ text }: MarkedSentence, at: number): boolean {
  const said = text.slice(Math.max(0, at - 20), at);
  return /\b(?:can|would)(?: \w+)? $/.test(said) || text.startsWith('called ', at);
}

/** `the second best`, `the best choice only if`, `nearly hacked`: weaker than the phrase alone. */
function isQualified({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  const { from, to } = cueOf(match);
  return (
    /\b(?:second|third|fourth|next|2nd|3rd)[- ]best\b|\bonly (?:if|for|when)\b/.test(
      text.slice(from, to + 20),
    ) ||
    /\b(?:nearly|almost|narrowly)\b/.test(match[0]) ||
    /^ by (?:some|a few|critics|reviewers|detractors|its|users|fans)\b/.test(text.slice(to, to + 20))
  );
}

/** `T isn't the most secure`: it may be the second. */
function isSuperlative({ text }: MarkedSentence, { from, to }: Range): boolean {
  return /\bmost\b|\bof the (?:two|pair|three)\b/.test(text.slice(from, to));
}

/** `T isn't the only good choice`: no statement about T. */
function isNotTheOnly({ text }: MarkedSentence, { from, to }: Range): boolean {
  return (
    /^(?:the )?only\b/.test(text.slice(from, to)) && /(?:n't|\bnot) (?:the )?$/.test(text.slice(0, from))
  );
}

const NOTHING =
  /^ (?:absolutely |virtually |practically |almost |from )?(?:nothing|none|neither|zero|no(?!-| longer| (?:less|fewer) than))\b/;

/** `had no breach`, `suffers from nothing`: a negation inside or after the cue. */
function isDenied(sentence: MarkedSentence, match: RegExpExecArray, { family }: Verdict): boolean {
  const { from, to } = rangeOfMatch(match);
  if (NOTHING.test(sentence.text.slice(to, to + 20))) return true;
  return family === 'incident' && isNegatedIn(sentence, from, to);
}

const MAKING = `mak(?:es?|ing) (?:the )?(?:${NAME})`;
const MADE_CUES: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, cueAfter(MAKING, PICKS)],
  [REJECTION, cueAfter(MAKING, REJECTIONS)],
];

/** `making T hard to recommend` */
export function madeFindings(sentence: MarkedSentence): Finding[] {
  return MADE_CUES.flatMap(([verdict, pattern]) =>
    statedMatches(sentence, [pattern]).flatMap((match) => {
      const entity = sentence.entities.find((each) => each.from > match.index);
      return entity ? [findingIn(sentence, verdict, [entity], cueOf(match))] : [];
    }),
  );
}
