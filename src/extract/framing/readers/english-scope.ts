import { clauseAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { cueOf } from '../grammar/statements.ts';
import {
  AGAINST,
  FAULTY,
  ILL_PURPOSE,
  LATER,
  MEASURED,
  NARROW,
  OF_OTHERS,
  OUTSTANDING,
  PAST_TIME,
  TESTED,
  TOLD_OF,
} from '../words/english-words.ts';
import type { Verdict } from './findings.ts';

/** How much text behind a cue says what it is for. */
const PURPOSE = 60;

/** Behind a fault: it was one. */
const OVER = /^[^,;.]{0,30}\b(?:in the past|at first|initially|in earlier versions|years ago)\b/;

/** Whether a predicate in the past tells how things were: `T was the best choice`, `T was slow but is fast now`. */
export function isPast(
  { text }: MarkedSentence,
  match: RegExpExecArray,
  { direction, family }: Verdict,
): boolean {
  if (family === 'incident') return false;
  if (direction === 'negative' && OVER.test(text.slice(cueOf(match).to))) return true;
  const isHad = /\bhad (?:\w+ )?$/.test(text.slice(Math.max(0, match.index - 20), match.index));
  const cue = cueOf(match);
  if (!/^(?:was|were|wasn't|weren't|lacked|stood|felt|became|got)\b/.test(match[0]) && !isHad) return false;
  if (LATER.test(text.slice(cue.to))) return true;
  if (PAST_TIME.test(text)) return true;
  if (direction === 'negative') return false;
  return isHad || !TESTED.test(text);
}

/** Whether something is praised for a purpose or to people that make it no praise: `ideal for scammers`. */
export function isForNoGood(sentence: MarkedSentence, match: RegExpExecArray): boolean {
  const { to } = cueOf(match);
  const behind = sentence.text.slice(to, Math.min(to + PURPOSE, clauseAt(sentence, to).to));
  const all = match[0] + behind;
  return ILL_PURPOSE.test(all) || (OUTSTANDING.test(match[0]) && FAULTY.test(all));
}

/** Whether a fault is only one of a moment or in old surroundings: `slow to charge`, `confusing at first`. */
export function isNarrow({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  return NARROW.test(text.slice(cueOf(match).to, cueOf(match).to + PURPOSE));
}

/** Whether recall is a figure of a test. */
export function isFigure({ text }: MarkedSentence, [cue]: RegExpExecArray): boolean {
  return cue.includes('recall') && MEASURED.test(text);
}

/** Whether a subject only tells of an incident, or has one with somebody else: `T reported a breach at U`. */
export function isOfOthers({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  const { to } = cueOf(match);
  const behind = text.slice(to, to + PURPOSE);
  return AGAINST.test(match[0] + behind) || (TOLD_OF.test(match[0]) && OF_OTHERS.test(behind));
}
