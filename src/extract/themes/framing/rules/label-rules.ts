import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import { lowerCase } from '../grammar/lower-case.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { type LabelKind, LONGEST_LABEL, labelKind } from '../grammar/verdict-labels.ts';
import { NO_VERDICT } from '../words/verdict-labels.ts';
import { type Finding, PICK, REJECTION, SCOPED, type Verdict } from './findings.ts';

/** Each label kind's verdict. */
export const VERDICT_OF: Readonly<Record<LabelKind, Verdict & { readonly isVerdict: boolean }>> = {
  pick: { ...PICK, isVerdict: true },
  verdict: { ...PICK, isVerdict: true },
  category: { ...SCOPED, isVerdict: false },
  purpose: { ...SCOPED, isVerdict: false },
  warning: { ...REJECTION, isVerdict: true },
};

const SIGNS = '["*\\s\\p{Extended_Pictographic}\\p{M}\\p{Cf}]*';
const ARROW = '→|➜|➡|⇒|👉|=>|->';
/** The joint between a label and the name after it, at the end of the text before the name. */
const JOINT_BEFORE = new RegExp(
  `${SIGNS}(?<joint>${ARROW}|[:：–—,，]|\\s-)${SIGNS}(?<not>(?:not|nicht|pas|no|non|não|niet|не|nie) )?["*]*(?:the |der |die |das |le |la |el |il |o |a )?$`,
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

/** After a verdict with only names: its end, its reason, or its scope. */
const VERDICT_END =
  /^(?:["'*)\]\s\uFFFC]|\[\d+\])*(?:$|[!;。！\u2028(（–—]|\.(?=[\s"'*)\uFFFC[]|$)|-\s)|^,? (?:hands down|by far|no contest|every time|because|since|overall)\b|^,? (?:for|if|as) (?:(?!(?:is|are|was|were|has|have|does|can|may|lacks|will)\b)[\w'-]+(?![\w'-]),? ?){1,12}(?:[.;!(–—]|$)/u;

/** With more names after a category's label, it is only a list. */
const MOST_CHOSEN = 3;

/** Labels beside a name. A colon or dash between them doesn't separate clauses, so this reads the whole block. */
export function labelFindings(marked: MarkedBlock): Finding[] {
  if (marked.entities.length === 0 || /[?？]\s*$/u.test(marked.text)) return [];
  const words = lowerCase(marked.block.text);
  return marked.entities.flatMap((name, index) => [
    ...labelBefore(marked, words, name, index),
    ...(name.brands.length > 0 ? labelAfter(marked, words, name) : []),
  ]);
}

/** `Best overall: T`, `For most people, T.`, `Need it offline? → T` */
function labelBefore(marked: MarkedBlock, words: string, name: Entity, index: number): Finding[] {
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
  const starts = begin === line ? [0, ...edges] : edges;
  for (const start of starts) {
    const opens = start === 0 || /\u2028\s*$|^[\s•–-]*$/u.test(before.slice(0, start));
    const label = words.slice(begin + start, begin + match.index);
    const kind = kindBefore(label, joint, opens);
    if (kind === null) continue;
    const isPick = kind === 'pick' && opens && !ADVICE.test(label);
    if (!isPick && !isChosen(marked, names, kind)) return [];
    const range = { from: begin + start, to: begin + match.index };
    return [
      { ...VERDICT_OF[not === undefined ? kind : 'warning'], subjects: names, ...wordsIn(text, range) },
    ];
  }
  return [];
}

/**
 * An arrow makes any words at a line's start a purpose: `10 to 200 people → T`. A comma needs a verdict: `Bottom line,
 * T.`
 */
function kindBefore(label: string, joint: string, opens: boolean): LabelKind | null {
  const kind = labelKind(label);
  if (/[,，]/u.test(joint)) return kind === 'verdict' ? kind : null;
  const isArrow = !/[:：–—-]$/u.test(joint);
  if (!isArrow && kind === 'purpose') return null;
  if (kind !== null || !isArrow || !opens) return kind;
  return /\p{L}{2}|\p{Lo}/u.test(label) && !NO_VERDICT.test(label) ? 'purpose' : null;
}

/** A label that may also introduce advice about a name: `Recommendation: T should be updated.` */
export const ADVICE =
  /^(?:the |our |my )?(?:recommend|suggest)|empfehl|recommand|conseil|recomend|recomiend|consig|raccomand|aanbevel|rekommend|рекоменд|önerim|추천|推荐|推薦|おすすめ|توصي/u;

/**
 * Whether a label chooses its names. After a pick at a line's start, the name may continue in a sentence. Other labels
 * need a name that is the whole verdict.
 */
function isChosen(marked: MarkedBlock, names: readonly Entity[], kind: LabelKind): boolean {
  const isOfSome = kind === 'category' || kind === 'purpose';
  return isWholeVerdict(marked, names) && !(isOfSome && names.length > MOST_CHOSEN);
}

/** `T (editor's choice)`, `T ⭐ Best overall`, `T – best for gaming` */
function labelAfter({ text, block }: MarkedBlock, words: string, name: Entity): Finding[] {
  const line = block.text.indexOf('\n', name.to);
  const after = text.slice(name.to, Math.min(name.to + LONGEST_LABEL + 20, line === -1 ? text.length : line));
  const joint = JOINT_AFTER.exec(after)?.[0];
  if (joint === undefined) return [];
  const rest = words.slice(name.to + joint.length, name.to + after.length);
  const end = LABEL_END.exec(rest);
  if (end === null || isRussianVerb(joint + rest)) return [];
  const kind = labelKind(rest.slice(0, end.index));
  if (kind === null || kind === 'verdict' || kind === 'purpose') return [];
  if (
    kind === 'category' &&
    !/^(?:["*)）\s]|[\p{Extended_Pictographic}\p{M}])*(?:$|[\u2028)）]|\.(?:\s|$))/u.test(
      rest.slice(end.index),
    )
  )
    return [];
  const from = name.to + joint.length;
  return [{ ...VERDICT_OF[kind], subjects: [name], ...wordsIn(text, { from, to: from + end.index }) }];
}

/** In Russian and Ukrainian, a dash replaces the verb: `Возможно, T — лучший выбор`. */
function isRussianVerb(text: string): boolean {
  return /\p{Script=Cyrillic}/u.test(text) && /^["*]*\s[–—-]\s/u.test(text);
}

/** A range without surrounding signs. */
export function wordsIn(text: string, { from, to }: Range): Range {
  const label = text.slice(from, to);
  const lead = /^[^\p{L}\p{N}]*/u.exec(label)?.[0].length ?? 0;
  const trail = /[^\p{L}\p{N}]*$/u.exec(label)?.[0].length ?? 0;
  return lead === label.length ? { from, to } : { from: from + lead, to: to - trail };
}

/** Capitalized words after a name in a title, where they are not part of its product. */
const PRODUCT_WORDS = /^(?:[ \u00A0][\p{Lu}\d][\p{L}\p{N}.+/-]*)*/u;

/** Whether a verdict consists only of names, without a statement after them. */
export function isWholeVerdict({ text, block }: MarkedBlock, names: readonly Entity[]): boolean {
  const end = names.at(-1)?.to;
  if (end === undefined) return false;
  const product = PRODUCT_WORDS.exec(block.text.slice(end, end + 60))?.[0].length ?? 0;
  return [end, end + product].some((from) => {
    const line = block.text.indexOf('\n', from);
    return VERDICT_END.test(text.slice(from, Math.min(from + 120, line === -1 ? text.length : line)));
  });
}
