import { indexFrom, within } from '../text/ranges.ts';
import { LABELS, NAME } from './english-words.ts';
import { cueOf, type Finding } from './found-cues.ts';
import { joinedAfter } from './joined-names.ts';
import type { Entity, MarkedBlock } from './marked-block.ts';

/** `Best overall: T` */
const BEFORE = new RegExp(
  `(?:^|[\\u2028.•|(>:–—!?\\uFFFC]|\\s-)[\\s"*\\p{Extended_Pictographic}\\p{M}]*(?<cue>${LABELS})["*]*\\s*(?:[:：–—]|\\s-\\s)\\s*["*]*(?:the )?${NAME}`,
  'gu',
);
/** `T (editor's choice)` */
const AFTER = new RegExp(
  `${NAME}["*]*\\s*(?:[:：–—,(（]|\\s-\\s)\\s*["*]*(?:our |the )?(?<cue>${LABELS})["*]*\\s*(?:$|[\\u2028.,;)）–—:!])`,
  'gu',
);

/** Labels beside a name: the colon or dash between the two parts no clauses, so a block is read as a whole. */
export function labelFindings({ text, entities }: MarkedBlock): Finding[] {
  if (/[?？]\s*$/.test(text)) return [];
  const findingOf = (match: RegExpExecArray, subjects: readonly Entity[]): Finding => ({
    family: 'pick',
    direction: 'recommended',
    subjects,
    ...cueOf(match),
  });
  const before = [...text.matchAll(BEFORE)].map((match) => {
    return findingOf(match, joinedAfter(text, entities, indexFrom(entities, cueOf(match).to)));
  });
  const after = [...text.matchAll(AFTER)].map((match) =>
    findingOf(match, within(entities, { from: match.index, to: match.index + match[0].length }).slice(0, 1)),
  );
  return [...before, ...after];
}
