import type { Range } from '../text/ranges.ts';
import { type Cue, cuesFor, REJECTION, SCOPED, type Verdict, wordsIn } from './cue.ts';
import type { Entity } from './entities.ts';
import { joinedAfter } from './joined-names.ts';
import { LONGEST_LABEL, labelKind, VERDICT_OF } from './label-kind.ts';
import { lowerCase } from './lines.ts';
import type { MarkedBlock } from './marked-block.ts';
import { NO_VERDICT } from './words/label-words.ts';

const SIGNS = '["*\\s\\p{Extended_Pictographic}\\p{M}\\p{Cf}]*';
const ARROW = '→|➜|➡|⇒|👉|=>|->';
/** The joint between a label and the name after it, at the end of the text before the name. */
const JOINT_BEFORE = new RegExp(
  `${SIGNS}(?<joint>${ARROW}|[:：–—]|\\s-)${SIGNS}(?<not>(?:not|nicht|pas|no|non|não|niet|не|nie) )?["*]*(?:the |der |die |das |le |la |el |il |o |a )?$`,
  'u',
);
/** The joint between a name and the label after it. */
const JOINT_AFTER = new RegExp(
  `^["*]*\\s*(?:[:：–—(（]|(?![✔✖👉→])\\p{Extended_Pictographic}\\p{M}*|\\s-\\s|→)${SIGNS}[(（–—:]?${SIGNS}(?:our |the )?`,
  'u',
);
/** A label's possible start: after a bullet, a sentence, or another label. */
const EDGE = /[\u2028•|(>!?。！？\uFFFC]|[.:](?=[\s\p{L}])|\s[–—-](?=\s)/gu;
const LABEL_END = /["*\s\p{Extended_Pictographic}\p{M}]*(?:$|[\u2028;)）。!:–—]|[.,](?=\s|$|["*]))/u;
/** After a category: the end of its line, parentheses, or sentence. */
const CATEGORY_END = /^(?:["*)）\s]|[\p{Extended_Pictographic}\p{M}])*(?:$|[\u2028)）]|\.(?:\s|$))/u;

/** After a verdict with only names: its end, its reason, or its scope. */
const VERDICT_END =
  /^(?:["'*)\]\s\uFFFC]|\[\d+\])*(?:$|[!;。！\u2028(（–—]|\.(?=[\s"'*)\uFFFC[]|$)|-\s)|^,? (?:hands down|by far|no contest|every time|because|since|overall)\b|^,? (?:for|if|as) (?:(?!(?:is|are|was|were|has|have|does|can|may|lacks|will)\b)[\w'-]+(?![\w'-]),? ?){1,12}(?:[.;!(–—]|$)/u;

/** After an arrow, more names are only a list. */
const MOST_CHOSEN = 3;

/** Cues in labels beside a name. They read the whole block: a colon or dash ends no clause here. */
export function labelCues(marked: MarkedBlock): Cue[] {
  if (marked.entities.length === 0 || /[?？]\s*$/u.test(marked.text)) return [];
  const words = lowerCase(marked.block.text);
  return marked.entities.flatMap((name, index) => [
    ...labelBefore(marked, words, name, index),
    ...(name.brands.length > 0 ? labelAfter(marked, words, name) : []),
  ]);
}

/** `Top pick: T`, `Avoid: T`, `Need it offline? → T` */
function labelBefore(marked: MarkedBlock, words: string, name: Entity, index: number): Cue[] {
  const { text, entities, block } = marked;
  const line = block.text.lastIndexOf('\n', name.from) + 1;
  const last = entities.slice(0, index).findLast(({ brands }) => brands.length > 0);
  const begin = Math.max(line, last?.to ?? 0, name.from - LONGEST_LABEL - 20);
  const before = text.slice(begin, name.from);
  const match = JOINT_BEFORE.exec(before);
  if (match === null) return [];
  const { joint = '', not } = match.groups ?? {};
  const names = joinedAfter(text, entities, index);
  const edges = [...before.slice(0, match.index).matchAll(EDGE)].map((edge) => edge.index + edge[0].length);
  for (const start of begin === line ? [0, ...edges] : edges) {
    const opens = start === 0 || /\u2028\s*$|^[\s•–-]*$/u.test(before.slice(0, start));
    const label = words.slice(begin + start, begin + match.index);
    const isArrow = !/[:：–—-]$/u.test(joint);
    const verdict = verdictBefore(label, isArrow && opens);
    if (verdict === null) continue;
    const mayGoOn = verdict.family === 'pick' && opens && !INTRODUCING.test(label);
    const isChosen = isWholeVerdict(marked, names) && !(isArrow && names.length > MOST_CHOSEN);
    if (!mayGoOn && !isChosen) return [];
    const range = wordsIn(text, { from: begin + start, to: begin + match.index });
    return cuesFor(names, not === undefined ? verdict : REJECTION, block, range);
  }
  return [];
}

/**
 * A label's verdict on the name after it. A category, `Best for families: T`, is often only a heading and chooses
 * nothing. Any words at a line's start before an arrow are a purpose: `10 to 200 people → T`.
 */
function verdictBefore(label: string, isPurpose: boolean): Verdict | null {
  const kind = labelKind(label);
  if (kind !== null && kind !== 'category') return VERDICT_OF[kind];
  return isPurpose && /\p{L}{2}|\p{Lo}/u.test(label) && !NO_VERDICT.test(label) ? SCOPED : null;
}

/** A label that may also introduce advice about a name: `Recommendation: T should be updated.` */
export const INTRODUCING =
  /^(?:the |our |my )?(?:recommend|suggest)|empfehl|recommand|conseil|recomend|recomiend|consig|raccomand|aanbevel|rekommend|рекоменд|önerim|추천|推荐|推薦|おすすめ|توصي/u;

/** `T (editor's choice)`, `T ⭐ Best overall`, `T – best for gaming` */
function labelAfter({ text, block }: MarkedBlock, words: string, name: Entity): Cue[] {
  const line = block.text.indexOf('\n', name.to);
  const after = text.slice(name.to, Math.min(name.to + LONGEST_LABEL + 20, line === -1 ? text.length : line));
  const joint = JOINT_AFTER.exec(after)?.[0];
  if (joint === undefined) return [];
  const rest = words.slice(name.to + joint.length, name.to + after.length);
  const end = LABEL_END.exec(rest);
  if (end === null || isRussianVerb(joint + rest)) return [];
  const kind = labelKind(rest.slice(0, end.index));
  if (kind === null || (kind === 'category' && !CATEGORY_END.test(rest.slice(end.index)))) return [];
  const from = name.to + joint.length;
  return cuesFor([name], VERDICT_OF[kind], block, wordsIn(text, { from, to: from + end.index }));
}

/** In Russian and Ukrainian, a dash replaces the verb: `Возможно, T — лучший выбор`. */
function isRussianVerb(text: string): boolean {
  return /\p{Script=Cyrillic}/u.test(text) && /^["*]*\s[–—-]\s/u.test(text);
}

/** Capitalized words after a name in a title, where they are not part of its product. */
const PRODUCT_WORDS = /^(?:[ \u00A0][\p{Lu}\d][\p{L}\p{N}.+/-]*)*/u;

/** Whether a verdict consists only of names, without a statement after them. */
export function isWholeVerdict({ text, block }: MarkedBlock, names: readonly Range[]): boolean {
  const end = names.at(-1)?.to;
  if (end === undefined) return false;
  const product = PRODUCT_WORDS.exec(block.text.slice(end, end + 60))?.[0].length ?? 0;
  return [end, end + product].some((from) => {
    const line = block.text.indexOf('\n', from);
    return VERDICT_END.test(text.slice(from, Math.min(from + 120, line === -1 ? text.length : line)));
  });
}
