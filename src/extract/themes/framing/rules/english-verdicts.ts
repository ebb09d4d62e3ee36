import { allMatches } from '../grammar/all-matches.ts';
import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { isHedged, isNegatedBefore, isPartlyNegated, negationOf } from '../grammar/negation.ts';
import { antecedentsAt, lastNames } from '../grammar/references.ts';
import { cueOf, isUnstated, statedMatches, wordsBefore } from '../grammar/statements.ts';
import { subjectsOf } from '../grammar/subjects.ts';
import { OF_IT } from '../words/english-words.ts';
import {
  ATTACKS,
  NAME_VERDICTS,
  PRAISE_OBJECTS,
  QUALITIES,
  VERDICT_ALONE,
  WARNING_ALONE,
  WARNING_OBJECTS,
} from '../words/praise-words.ts';
import { PASSING } from './english-objects.ts';
import { objectCue, plainCue } from './english-patterns.ts';
import { isDiscredited, isNarrow, isPast } from './english-scope.ts';
import { DEFICIT, type Finding, findingIn, INCIDENT, PICK, REJECTION, type Verdict } from './findings.ts';

const NAMED = NAME_VERDICTS.map((each) => new RegExp(each, 'gu'));
const PRAISED = [objectCue(PRAISE_OBJECTS)];
const WARNED = [objectCue(WARNING_OBJECTS)];
const ATTACKED = [objectCue(ATTACKS)];
const UNMET = [plainCue(QUALITIES)];

/** `T it is`, `If I had to pick one: T` */
export function namedFindings(sentence: MarkedSentence): Finding[] {
  return NAMED.flatMap((pattern) => allMatches(sentence.text, pattern)).flatMap((match) => {
    const subjects = lastNames(sentence, match);
    const [first] = subjects;
    return first && !isUnstated(sentence, first.from)
      ? [findingIn(sentence, PICK, subjects, cueOf(match))]
      : [];
  });
}

/** `You can't beat T`, `don't rely on T`: the negation is part of the phrase. */
export function objectFindings(sentence: MarkedSentence): Finding[] {
  return [
    ...objectsOf(sentence, PRAISED, PICK),
    ...objectsOf(sentence, WARNED, REJECTION),
    ...objectsOf(sentence, ATTACKED, INCIDENT),
  ];
}

function objectsOf(sentence: MarkedSentence, patterns: readonly RegExp[], verdict: Verdict): Finding[] {
  return statedMatches(sentence, patterns).flatMap((match) => {
    const subjects = lastNames(sentence, match);
    const [first] = subjects;
    const behind = sentence.text.slice(subjects.at(-1)?.to ?? 0);
    if (!first || OF_IT.test(behind) || PASSING.test(behind) || isDiscredited(sentence, match)) return [];
    if (isNegatedBefore(sentence, match.index, 4)) return [];
    return [findingIn(sentence, verdict, subjects, wordsBefore(match, first.from))];
  });
}

/** `T isn't secure` */
export function unmetFindings(sentence: MarkedSentence): Finding[] {
  if (!/n't|\bnot\b|never|no longer|hardly|far from|anything but/.test(sentence.text)) return [];
  return statedMatches(sentence, UNMET).flatMap((match) => {
    const cue = cueOf(match);
    const subjects = subjectsOf(sentence, match.index, false);
    const negation = negationOf(sentence, subjects, match.index, cue.from);
    if (negation === null || subjects.length === 0 || isHedged(sentence, subjects, cue.from)) return [];
    if (isPast(sentence, match, DEFICIT) || isNarrow(sentence, match)) return [];
    if (isPartlyNegated(sentence, subjects, cue)) return [];
    return [findingIn(sentence, DEFICIT, subjects, { from: negation, to: cue.to })];
  });
}

const ALONE: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, aloneCue(VERDICT_ALONE)],
  [REJECTION, aloneCue(WARNING_ALONE)],
];

function aloneCue(phrases: readonly string[]): RegExp {
  return new RegExp(`^[\\s"*(]*(?<cue>${phrases.join('|')})["*)]*(?:[.!\\s]["*)\\s]*)?$`, 'u');
}

/** Whether a sentence is only a verdict on an earlier name. */
export function isVerdictAlone(text: string): boolean {
  return ALONE.some(([, pattern]) => pattern.test(text));
}

/** `T costs little. Highly recommended.` */
export function aloneFindings(sentence: MarkedSentence): Finding[] {
  return ALONE.flatMap(([verdict, pattern]) => {
    const match = pattern.exec(sentence.text);
    return match ? [findingIn(sentence, verdict, antecedentsAt(sentence, match.index), cueOf(match))] : [];
  });
}
