import { type Range, within } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { clauseAt, entityAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { isNegatedBefore, isNegatedIn, negationOf } from '../grammar/negation.ts';
import { lastNames } from '../grammar/references.ts';
import { cueOf, rangeOfMatch, statedMatches, wordsBefore } from '../grammar/statements.ts';
import { subjectsOf } from '../grammar/subjects.ts';
import { IN_COMPARISON } from '../words/comparative-words.ts';
import { BETTER_THAN, OF_IT, PREFERRED, SWITCHED } from '../words/english-words.ts';
import { objectCues } from './english-patterns.ts';
import { isPast } from './english-scope.ts';
import { comparisonIn, type Finding, type Verdict } from './findings.ts';

const BETTER = objectCues(BETTER_THAN);
const PREFER = PREFERRED.map((each) => new RegExp(each, 'gu'));
const SWITCH = SWITCHED.map((each) => new RegExp(`(?<!how to )(?<!guide to )(?<![\\p{L}])${each}`, 'gu'));

const COMPARED: Verdict = { family: 'comparison', direction: 'negative' };

/** `T is better than U` */
export function betterFindings(sentence: MarkedSentence): Finding[] {
  return comparedMatches(sentence, BETTER).flatMap(({ better, worse, cue }) =>
    comparisonIn(sentence, better, worse, cue),
  );
}

/** Stated comparisons of a subject with the match's end, which may not be a name: `faster than most`. */
function comparedMatches(sentence: MarkedSentence, patterns: readonly RegExp[]) {
  return statedMatches(sentence, patterns).flatMap((match) => {
    if (isPast(sentence, match, COMPARED)) return [];
    const worse = lastNames(sentence, match);
    const better = subjectsOf(sentence, match.index, false);
    if (better.length === 0 || isDenied(sentence, match, better)) return [];
    if (OF_IT.test(sentence.text.slice(worse.at(-1)?.to ?? sentence.text.length))) return [];
    const end = worse[0]?.from ?? match.index + match[0].length;
    return [{ better, worse, cue: wordsBefore(match, end) }];
  });
}

function isDenied(sentence: MarkedSentence, match: RegExpExecArray, subjects: readonly Entity[]): boolean {
  const { from, to } = rangeOfMatch(match);
  return negationOf(sentence, subjects, from, from) !== null || isNegatedIn(sentence, from, to);
}

/** Other people's preferences, without advice. */
const OTHERS =
  /\b(?:may|might|could|can|few|some|users?|people|buyers|customers|owners|shoppers|survey)\b|^used\b/;

function isOthersChoice(before: string): boolean {
  const [part = ''] = /(?<![^,;:])[^,;:]*$/.exec(before) ?? [];
  return OTHERS.test(part) || /^used\b/.test(before);
}

/** Signs that a switch is advice: the answer's own, or an instruction to the reader. */
const SWITCHING =
  /(?:^|[,;:–—.("]|\b(?:i|we)(?:'ve|'d|'ll| have| had| would)?|\b(?:recommend|suggest|advise|consider|should|worth|just|please|then|so|and|finally|recently|to (?:all|everyone):?))(?: \w+ly)?\s*$/;

/** `choose T over U` */
export function preferredFindings(sentence: MarkedSentence): Finding[] {
  return namePairs(sentence, PREFER).flatMap(({ match, first, last }) => {
    const before = sentence.text.slice(clauseAt(sentence, match.index).from, match.index);
    if (isOthersChoice(before) || isOthersChoice(match[0].slice(0, 5))) return [];
    const cue = trimmed(sentence.text, { from: first.to, to: last.from });
    return comparisonIn(sentence, [first], [last], cue);
  });
}

/** `switch from T to U` */
export function switchedFindings(sentence: MarkedSentence): Finding[] {
  return namePairs(sentence, SWITCH).flatMap(({ match, first, last }) => {
    const { text } = sentence;
    const isFormula = /^ in (?:the|your|this|that)\b/.test(text.slice(last.to));
    if (isFormula || !SWITCHING.test(text.slice(0, match.index))) return [];
    const cue = trimmed(sentence.text, { from: match.index, to: first.from });
    return comparisonIn(sentence, [last], [first], cue);
  });
}

/** The first and last name in each affirmed match. */
function namePairs(sentence: MarkedSentence, patterns: readonly RegExp[]) {
  return statedMatches(sentence, patterns).flatMap((match) => {
    if (isNegatedBefore(sentence, match.index, 4)) return [];
    const names = within(sentence.entities, rangeOfMatch(match));
    const [first, last] = [names[0], names.at(-1)];
    return first && last && first !== last ? [{ match, first, last }] : [];
  });
}

/** A range without surrounding spaces and a final article. */
function trimmed(text: string, { from, to }: Range): Range {
  const slice = text.slice(from, to);
  const lead = /^[\s']*/.exec(slice)?.[0].length ?? 0;
  const words = slice.trimEnd().replace(/\s(?:the|a|an)$/, '');
  return { from: from + lead, to: from + Math.max(lead + 1, words.length) };
}

const BESIDE = [new RegExp(IN_COMPARISON, 'gu')];

/** `Compared with T, U is faster` */
export function comparedWithFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, BESIDE).flatMap((match) => {
    const cue = cueOf(match);
    const entity = entityAt(sentence, cue.from - 2);
    return entity ? comparisonIn(sentence, [entity], [], cue) : [];
  });
}
