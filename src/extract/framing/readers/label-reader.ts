import { indexFrom, within } from '../../text/ranges.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { matchesOf } from '../grammar/matches.ts';
import { cueOf, rangeOfMatch } from '../grammar/statements.ts';
import { LABELS, NAME } from '../words/english-words.ts';
import { BEST_LABELS, VERDICT_LABELS, WARNING_LABELS } from '../words/label-words.ts';
import { type Finding, PICK, REJECTION, type Verdict } from './findings.ts';

/** `Best overall: T` */
const BEFORE = before([LABELS, ...BEST_LABELS], '[:：–—]|\\s-\\s');
const WARNING_BEFORE = before(WARNING_LABELS, '[:：–—]|\\s-\\s');
/** `For most people, T.` */
const VERDICT_BEFORE = before(VERDICT_LABELS, '[:：–—,，→]|\\s-\\s');
/** `T (editor's choice)` */
const AFTER = after([LABELS, ...BEST_LABELS], '[:：–—,(（]|\\s-\\s');
const WARNING_AFTER = after(WARNING_LABELS, '[:：–—(（→]|\\s-\\s');

function before(labels: readonly string[], joint: string): RegExp {
  return new RegExp(
    `(?:^|[\\u2028.•|(>:–—!?。！\\uFFFC]|\\s-)[\\s"*\\p{Extended_Pictographic}\\p{M}]*(?<cue>${labels.join('|')})["*]*\\s*(?:${joint})\\s*["*]*(?:the )?${NAME}`,
    'gu',
  );
}

function after(labels: readonly string[], joint: string): RegExp {
  return new RegExp(
    `${NAME}["*]*\\s*(?:${joint})\\s*["*]*(?:our |the )?(?<cue>${labels.join('|')})["*]*\\s*(?:$|[\\u2028.,;)）。–—:!])`,
    'gu',
  );
}

/** Behind a verdict that consists of names: it ends there, or only its reason or its scope follows. */
const VERDICT_END =
  /^(?:["'*)\]\s\uFFFC]|\[\d+\])*(?:$|[!;。！\u2028(（–—]|\.(?=[\s"'*)\uFFFC[]|$)|-\s)|^,? (?:hands down|by far|no contest|every time|because|since|overall)\b|^,? (?:for|if|as) (?:(?!(?:is|are|was|were|has|have|does|can|may|lacks|will)\b)[\w'-]+,? ?){1,12}(?:[.;!(–—]|$)/u;

/** Labels next to a name. A colon or dash between the two does not separate clauses, so the block is read whole. */
export function labelFindings(marked: MarkedBlock): Finding[] {
  const { text } = marked;
  if (/[?？]\s*$/.test(text)) return [];
  return [
    ...namesAfter(marked, BEFORE, PICK),
    ...[...namesAfter(marked, VERDICT_BEFORE, PICK), ...namesAfter(marked, WARNING_BEFORE, REJECTION)].filter(
      (finding) => isWholeVerdict(text, finding),
    ),
    ...nameBefore(marked, AFTER, PICK),
    ...nameBefore(marked, WARNING_AFTER, REJECTION),
  ];
}

function namesAfter({ text, entities }: MarkedBlock, pattern: RegExp, verdict: Verdict): Finding[] {
  return matchesOf(text, pattern).map((match) => {
    const cue = cueOf(match);
    return { ...verdict, subjects: joinedAfter(text, entities, indexFrom(entities, cue.to)), ...cue };
  });
}

function nameBefore({ text, entities }: MarkedBlock, pattern: RegExp, verdict: Verdict): Finding[] {
  return matchesOf(text, pattern)
    .filter(isLabel)
    .map((match) => ({
      ...verdict,
      subjects: within(entities, rangeOfMatch(match)).slice(0, 1),
      ...cueOf(match),
    }));
}

function isWholeVerdict(text: string, { subjects }: Finding): boolean {
  const end = subjects.at(-1)?.to;
  return end !== undefined && VERDICT_END.test(text.slice(end, end + 120));
}

/** In Russian and Ukrainian a dash is the verb of a sentence: `Возможно, T — лучший выбор`. */
function isLabel([all]: RegExpExecArray): boolean {
  return !(/\p{Script=Cyrillic}/u.test(all) && /\s[–—-]\s/.test(all));
}
