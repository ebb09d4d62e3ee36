import { entityAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { saysOutright } from '../grammar/negation.ts';
import { lastNames } from '../grammar/references.ts';
import { cueOf, statedMatches, wordsBefore } from '../grammar/statements.ts';
import { subjectsOf } from '../grammar/subjects.ts';
import { ABOVE, BELOW, IN_COMPARISON, LESS_THAN, MORE_THAN } from '../words/comparative-words.ts';
import { comparedMatches } from './english-comparisons.ts';
import { objectCue } from './english-patterns.ts';
import { comparisonIn, type Finding } from './findings.ts';

const MORE = [objectCue(MORE_THAN)];
const LESS = [objectCue(LESS_THAN)];
const OVER = [objectCue(ABOVE)];
const UNDER = [objectCue(BELOW)];
const BESIDE = [new RegExp(IN_COMPARISON, 'gu')];

/** Whether a sentence can hold a comparative, so that others are not searched for one. */
function isComparing({ text }: MarkedSentence): boolean {
  return text.includes(' than ');
}

/** `T is faster than U`: says something of T, and nothing of U. */
export function moreFindings(sentence: MarkedSentence): Finding[] {
  if (!isComparing(sentence)) return [];
  return comparedMatches(sentence, MORE).flatMap(({ better, worse, cue }) => {
    const own = new Set(worse.flatMap(({ brands }) => brands));
    const isOwnLine = better.some(({ brands }) => brands.some((brand) => own.has(brand)));
    return isOwnLine ? [] : comparisonIn(sentence, better, [], cue);
  });
}

/** `T is less reliable than U` */
export function lessFindings(sentence: MarkedSentence): Finding[] {
  if (!isComparing(sentence)) return [];
  return comparedMatches(sentence, LESS).flatMap(({ better: subjects, cue }) =>
    saysOutright(sentence, subjects, cue.from) ? comparisonIn(sentence, [], subjects, cue) : [],
  );
}

/** `T has the edge over U`, `U can't match T` */
export function rankedFindings(sentence: MarkedSentence): Finding[] {
  const above = comparedMatches(sentence, OVER).flatMap(({ better, worse, cue }) =>
    comparisonIn(sentence, better, worse, cue),
  );
  const below = statedMatches(sentence, UNDER).flatMap((match) => {
    const better = lastNames(sentence, match);
    const worse = subjectsOf(sentence, match.index, false);
    if (!saysOutright(sentence, worse, match.index)) return [];
    return comparisonIn(sentence, better, worse, wordsBefore(match, better[0]?.from ?? match.index));
  });
  return [...above, ...below];
}

/** `Compared with T, U is faster` */
export function besideFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, BESIDE).flatMap((match) => {
    const cue = cueOf(match);
    const entity = entityAt(sentence, cue.from - 2);
    return entity ? comparisonIn(sentence, [entity], [], cue) : [];
  });
}
