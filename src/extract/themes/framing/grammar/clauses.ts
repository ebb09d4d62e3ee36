import type { Range } from '../../../text/ranges.ts';
import {
  ANNOUNCED,
  CONDITION,
  DENIED,
  FORMER,
  OTHER_CONDITION,
  REPORTED,
  SECOND_HAND,
} from '../words/clause-words.ts';
import { allMatches } from './all-matches.ts';

/** A clause's end. The next clause has another subject, unless it has none of its own. */
const CLAUSE_EDGE =
  /[;:：；\u2028]|\s[–—-]\s|[–—]|,?\s(?:(?<!\banything\s)but|however|although|though|while|whereas|yet|even though|despite)\b|^(?:while|although|though|despite|even though|whereas)\b|,\s(?=unlike\b)|，|。/gu;

/** A sentence's clauses, in order and without gaps. */
export function clausesOf(text: string): Range[] {
  const edges = [...text.matchAll(CLAUSE_EDGE)].map(({ index, 0: edge }) =>
    index === 0 ? edge.length : index,
  );
  const starts = [0, ...edges];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? text.length }));
}

/** Parts of a sentence that the answer doesn't state itself: conditions, denials, reports, and past states. */
export function unstatedIn(text: string, clauses: readonly Range[]): Range[] {
  return [
    ...rangesFrom(text, [CONDITION, OTHER_CONDITION, DENIED, FORMER], /[,;，、；]|\bthen\b|なら|[–—:：]/),
    ...rangesFrom(text, [REPORTED], /[;:：；]| [–—] |\b(?:but|however|although|though|while)\b/),
    ...clauses.filter(({ from, to }) => SECOND_HAND.test(text.slice(from, to))),
    ...allMatches(text, ANNOUNCED).map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  ];
}

/** Ranges from each match to the next ending, or to the text's end. */
function rangesFrom(text: string, beginnings: readonly RegExp[], ending: RegExp): Range[] {
  return beginnings
    .flatMap((pattern) => allMatches(text, pattern))
    .map(({ index, 0: { length } }) => {
      const end = ending.exec(text.slice(index + length));
      return { from: index, to: end === null ? text.length : index + length + end.index };
    });
}
