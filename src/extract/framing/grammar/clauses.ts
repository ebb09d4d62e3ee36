import type { Range } from '../../text/ranges.ts';
import { CONDITION, DENIED, OTHER_CONDITION } from '../words/clause-words.ts';

/** Where a clause ends. What follows is about something else, unless it has no subject of its own. */
const CLAUSE_EDGE =
  /[;:：；\u2028]|\s[–—-]\s|[–—]|,?\s(?:(?<!\banything\s)but|however|although|though|while|whereas|yet|even though|despite)\b|^(?:while|although|though|despite|even though|whereas)\b|,\s(?=unlike\b)|，|。/gu;

/** The clauses of a sentence, in order and without gaps. */
export function clausesOf(text: string): Range[] {
  const edges = [...text.matchAll(CLAUSE_EDGE)].map(({ index, 0: edge }) =>
    index === 0 ? edge.length : index,
  );
  const starts = [0, ...edges];
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? text.length }));
}

/** Conditions and denials, each from its first word to the end of its clause. */
export function conditionsOf(text: string): Range[] {
  return [CONDITION, OTHER_CONDITION, DENIED]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index }) => {
      const end = /[,;，、；]|\bthen\b|なら|[–—:：]/.exec(text.slice(index));
      return { from: index, to: end === null ? text.length : index + end.index };
    });
}
