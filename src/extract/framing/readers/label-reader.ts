import { indexFrom, within } from '../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { matchesOf } from '../grammar/matches.ts';
import { cueOf, rangeOfMatch } from '../grammar/statements.ts';
import { ILL_PURPOSE, LABELS, NAME } from '../words/english-words.ts';
import { BEST_LABELS, VERDICT_LABELS, WARNING_LABELS } from '../words/label-words.ts';
import { NO_HONOR } from '../words/other-languages-objects.ts';
import { CATEGORY_LABELS, NO_LABEL, WISHES, WISHES_AT_END } from '../words/outline-words.ts';
import { type Finding, PICK, REJECTION, SCOPED, type Verdict } from './findings.ts';

/** `Best overall: T` */
const BEFORE = before([LABELS, ...BEST_LABELS], '[:：–—]|\\s-\\s');
const WARNING_BEFORE = before(WARNING_LABELS, '[:：–—]|\\s-\\s');
/** `For most people, T.` */
const VERDICT_BEFORE = before(VERDICT_LABELS, '[:：–—,，→]|\\s-\\s');
/** `Best for gaming: T` */
const CATEGORY_BEFORE = before(CATEGORY_LABELS, '[:：–—→]|\\s-\\s');
/** `Need it offline? → T` */
const WISH_BEFORE = new RegExp(
  `(?:^|[\\u2028.•|!?。！\\uFFFC])[\\s"*(\\p{Extended_Pictographic}\\p{M}-]*(?<cue>(?:(?:${WISHES})(?!\\p{L})[^→➜➡⇒👉\\uE001\\uE002\\u2028]{2,90}|[^→➜➡⇒👉\\uE001\\uE002\\u2028.。]{1,60}(?:${WISHES_AT_END})))["*]*\\s*(?:→|➜|➡|⇒|👉|=>|->)[\\uFE0F\\s"*]*(?:(?:the|choose|pick|go with|try|get|use|nimm|choisissez|elige|escolha|scegli|kies) )?${NAME}`,
  'gu',
);
const SIGN = '[:：–—,(（⭐🏆🥇✅🔝🌟💰🎮]|\\s-\\s';
/** `T (editor's choice)`, `T ⭐ Best overall` */
const AFTER = after([LABELS, ...BEST_LABELS], SIGN);
/** `T – best for gaming` */
const CATEGORY_AFTER = new RegExp(
  `${NAME}["*]*\\s*(?:${SIGN})\\s*["*(]*(?:our |the )?(?<cue>${CATEGORY_LABELS.join('|')})["*]*\\s*(?:$|[\\u2028)）]|\\.$)`,
  'gu',
);
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
    ...[
      ...namesAfter(marked, VERDICT_BEFORE, PICK),
      ...namesAfter(marked, WARNING_BEFORE, REJECTION),
      ...categoryFindings(marked),
    ].filter(({ subjects }) => isWholeVerdict(marked, subjects)),
    ...nameBefore(marked, AFTER, PICK),
    ...(JOINT_AFTER.test(text) ? nameBefore(marked, CATEGORY_AFTER, SCOPED) : []).filter((each) =>
      isChoice(text, each),
    ),
    ...nameBefore(marked, WARNING_AFTER, REJECTION),
  ];
}

/** A joint or an arrow next to a name. Few blocks have one, and the labels of categories are slow to look for. */
const JOINT_BEFORE = new RegExp(`(?:[:：–—→]|\\s-)\\s*["*]*(?:the )?${NAME}`, 'u');
const JOINT_AFTER = new RegExp(`${NAME}["*]*\\s*(?:${SIGN})`, 'u');
const ARROW = /[→➜➡⇒👉]|[=-]>/u;

function categoryFindings(marked: MarkedBlock): Finding[] {
  const { text } = marked;
  return [
    ...(JOINT_BEFORE.test(text) ? namesAfter(marked, CATEGORY_BEFORE, SCOPED) : []).filter((each) =>
      isChoice(text, each),
    ),
    ...(ARROW.test(text) ? namesAfter(marked, WISH_BEFORE, SCOPED) : []).filter(
      ({ subjects }) => subjects.length <= MOST_CHOSEN,
    ),
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

/** More names behind a label are a list of what there is. */
const MOST_CHOSEN = 3;

function isChoice(text: string, { subjects, from, to }: Finding): boolean {
  return subjects.length <= MOST_CHOSEN && isCategory(text.slice(from, to));
}

/** Whether the label of a category chooses: it is not denied, over, or for those whose choice is no honor. */
export function isCategory(label: string): boolean {
  return !NO_LABEL.test(label) && !ILL_PURPOSE.test(label) && !NO_HONOR.test(label);
}

/** Words with capitals behind a name in a title, where they are not taken for its product. */
const PRODUCT_WORDS = /^(?:[ \u00A0][\p{Lu}\d][\p{L}\p{N}.+/-]*)*/u;

/** Whether the names of a verdict are all of it: nothing is stated behind them. */
export function isWholeVerdict({ text, block }: MarkedBlock, names: readonly Entity[]): boolean {
  const end = names.at(-1)?.to;
  if (end === undefined) return false;
  const product = PRODUCT_WORDS.exec(block.text.slice(end, end + 60))?.[0].length ?? 0;
  return [end, end + product].some((from) => VERDICT_END.test(text.slice(from, from + 120)));
}

/** In Russian and Ukrainian a dash is the verb of a sentence: `Возможно, T — лучший выбор`. */
function isLabel([all]: RegExpExecArray): boolean {
  return !(/\p{Script=Cyrillic}/u.test(all) && /\s[–—-]\s/.test(all));
}
