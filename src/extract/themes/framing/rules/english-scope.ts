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

/** The length of the text after a cue that may name its purpose. */
const PURPOSE = 60;

/** After a fault: it is over. */
const PAST_FAULT = /^[^,;.]{0,30}\b(?:in the past|at first|initially|in earlier versions|years ago)\b/;

/** Whether a predicate in the past tense is only history: `T was the best choice`, `T was slow but is fast now`. */
export function isPast(
  { text }: MarkedSentence,
  match: RegExpExecArray,
  { direction, family }: Verdict,
): boolean {
  if (family === 'incident') return false;
  if (direction === 'negative' && PAST_FAULT.test(text.slice(cueOf(match).to))) return true;
  const isHad = /\bhad (?:\w+ )?$/.test(text.slice(Math.max(0, match.index - 20), match.index));
  const cue = cueOf(match);
  if (!/^(?:was|were|wasn't|weren't|lacked|stood|felt|became|got)\b/.test(match[0]) && !isHad) return false;
  if (LATER.test(text.slice(cue.to))) return true;
  if (PAST_TIME.test(text)) return true;
  if (direction === 'negative') return false;
  return isHad || !TESTED.test(text);
}

/** Whether praise has a purpose or audience that discredits it: `ideal for scammers`. */
export function isDiscredited(sentence: MarkedSentence, match: RegExpExecArray): boolean {
  const { to } = cueOf(match);
  const behind = sentence.text.slice(to, Math.min(to + PURPOSE, clauseAt(sentence, to).to));
  const all = match[0] + behind;
  return ILL_PURPOSE.test(all) || (OUTSTANDING.test(match[0]) && FAULTY.test(all));
}

/** Whether a fault concerns only a moment or situation: `slow to charge`, `confusing at first`. */
export function isNarrow({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  return NARROW.test(text.slice(cueOf(match).to, cueOf(match).to + PURPOSE));
}

/** Whether `recall` is a test metric. */
export function isRecallMetric({ text }: MarkedSentence, [cue]: RegExpExecArray): boolean {
  return cue.includes('recall') && MEASURED.test(text);
}

/** Whether a subject only reports an incident, or another party has it: `T reported a breach at U`. */
export function isOtherPartysIncident({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  const { to } = cueOf(match);
  const behind = text.slice(to, to + PURPOSE);
  return AGAINST.test(match[0] + behind) || (TOLD_OF.test(match[0]) && OF_OTHERS.test(behind));
}
