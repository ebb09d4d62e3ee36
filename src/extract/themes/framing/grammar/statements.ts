import { isInside, type Range } from '../../../text/ranges.ts';
import { allMatches } from './all-matches.ts';
import { clauseAt, type MarkedSentence } from './marked-sentence.ts';

const WOULD_BE = /\b(?:would|could|might)\b|'d\b/;
const WOULD_HAVE_BEEN = /\b(?:would|could|might|should)(?: \w+ly)? have been\b/;

/** Pattern matches in a sentence that the answer states itself. */
export function statedMatches(sentence: MarkedSentence, patterns: readonly RegExp[]): RegExpExecArray[] {
  return patterns
    .flatMap((pattern) => allMatches(sentence.text, pattern))
    .filter((match) => !isUnstated(sentence, match.index) && !isUnstated(sentence, cueOf(match).from))
    .filter((match) => !isHypothetical(sentence, match));
}

export function isUnstated({ unstated }: MarkedSentence, at: number): boolean {
  return isInside(unstated, at);
}

/** `would have been`, or `would be` under an unmet condition. */
function isHypothetical(sentence: MarkedSentence, match: RegExpExecArray): boolean {
  const { to } = cueOf(match);
  const said = sentence.text.slice(Math.min(clauseAt(sentence, match.index).from, match.index), to);
  return (sentence.isCounterfactual ? WOULD_BE : WOULD_HAVE_BEEN).test(said);
}

/** A match's cue: its group `cue`, or the whole match. */
export function cueOf(match: RegExpExecArray): Range {
  const cue = match.groups?.cue ?? match[0];
  const from = match.index + match[0].lastIndexOf(cue);
  return { from, to: from + cue.length };
}

/** A match's words before its final name, without punctuation and articles. */
export function wordsBefore(match: RegExpExecArray, nameFrom: number): Range {
  const text = match[0].slice(0, Math.max(0, nameFrom - match.index));
  const lead =
    /^[\s,.:;–—]*(?:[\w-]+ ){0,3}(?=(?:the|our|my|your) )|^[\s,.:;–—]*/.exec(text)?.[0].length ?? 0;
  const words = text.trimEnd().replace(/(?<!\s)\s+(?:the|a|an|either|both|any)$/, '');
  return { from: match.index + lead, to: match.index + Math.max(lead + 1, words.length) };
}

/** A match's range in its sentence. */
export function rangeOfMatch({ index, 0: all }: RegExpExecArray): Range {
  return { from: index, to: index + all.length };
}
