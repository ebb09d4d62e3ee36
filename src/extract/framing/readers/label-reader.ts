import { indexFrom, within } from '../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { cueOf, rangeOfMatch } from '../grammar/statements.ts';
import { LABELS, NAME } from '../words/english-words.ts';
import { type Finding, PICK } from './findings.ts';

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

/** Labels next to a name. A colon or dash between the two does not separate clauses, so the block is read whole. */
export function labelFindings({ text, entities }: MarkedBlock): Finding[] {
  if (/[?？]\s*$/.test(text)) return [];
  const before = [...text.matchAll(BEFORE)].map((match) =>
    labelFinding(match, joinedAfter(text, entities, indexFrom(entities, cueOf(match).to))),
  );
  const after = [...text.matchAll(AFTER)]
    .filter(isLabel)
    .map((match) => labelFinding(match, within(entities, rangeOfMatch(match)).slice(0, 1)));
  return [...before, ...after];
}

/** In Russian and Ukrainian a dash is the verb of a sentence: `Возможно, T — лучший выбор`. */
function isLabel([all]: RegExpExecArray): boolean {
  return !(/\p{Script=Cyrillic}/u.test(all) && /\s[–—-]\s/.test(all));
}

function labelFinding(match: RegExpExecArray, subjects: readonly Entity[]): Finding {
  return { ...PICK, subjects, ...cueOf(match) };
}
