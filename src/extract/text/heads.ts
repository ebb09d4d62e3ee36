import type { Block } from './blocks.ts';
import { withoutLeadingMarks } from './citation-marks.ts';
import type { Range } from './ranges.ts';

/** The longest head without a delimiter. */
const LONGEST_HEAD = 60;

/** The delimiter between a name and its description. A hyphen needs spaces around it. */
const DELIMITER = /[:：–—]|(?<!\s)\s+[–—]|\s[-|]\s|[\n\u2028]|\s\(/u;

/**
 * The head of an item, heading, or cell, which names its subject: the bold lead-in, if any, up to the first colon or
 * dash, or 60 characters. Skips a label such as `Best overall:`.
 *
 * @param from the start after the item's number
 */
export function headOf({ text, spans }: Pick<Block, 'text' | 'spans'>, from: number, labels = 2): Range {
  const start = afterSigns(text, from);
  const bold = spans.find((span) => span.kind === 'strong' && span.from <= start && span.to > start);
  const limit = bold ? boldEnd(text, spans, bold) : Math.min(text.length, start + LONGEST_HEAD);
  const delimiter = DELIMITER.exec(text.slice(start, limit));
  const end = delimiter ? start + delimiter.index : limit;
  const rest = DELIMITER.exec(text.slice(end, end + 4));
  const isFollowed = rest !== null && rest.index <= 1;
  if (labels > 0 && isFollowed && isLabel(text.slice(start, end))) {
    return headOf({ text, spans }, end + rest.index + rest[0].length, labels - 1);
  }
  return { from: start, to: end };
}

/** The end of a bold lead-in with its coordinated parts: `**T** and **U**`. */
function boldEnd(text: string, spans: Block['spans'], bold: Range): number {
  let { to } = bold;
  for (const span of spans) {
    if (span.from > to + LONGEST_HEAD) break;
    const joint = span.kind === 'strong' && span.from >= to ? text.slice(to, span.from) : '';
    if (joint.trim() !== '' && !/[(（]/.test(joint) && isCoordinated(joint)) to = span.to;
  }
  return to;
}

/** The first word's start, after spaces, stray asterisks, quotation marks, emoji, and check marks. */
function afterSigns(text: string, from: number): number {
  const signs = /^[\s*_"“”'‘«„「『【[(#\p{Extended_Pictographic}\p{M}\p{Cf}\uFFFC•→✓✔▪◦–—-]*/u.exec(
    text.slice(from, from + 40),
  );
  const task = /^\[[ xX]\]\s*/.exec(text.slice(from, from + 8))?.[0].length ?? 0;
  return from + Math.max(task, signs?.[0].length ?? 0);
}

/** An item's category, which isn't its name. */
const LABEL =
  /^(?:the\s+)?(?:(?:best|top|most|great|good|ideal|perfect|cheapest|fastest|easiest|strongest|safest|favou?rite|premium|budget|value|luxury|affordable|all[- ]round(?:er)?|upgrade|alternative)\b.{0,50}|(?:overall\s+)?(?:winner|runner[- ]?up|champion|pick|choice|recommendation)s?\b.{0,30}|(?:our|my|editor['’]?s['’]?|expert|staff)\s+(?:\w+\s+)?(?:pick|choice|favou?rite|recommendation|winner)s?|(?:also|highly)\s+(?:great|good|recommended)|recommended|honou?rable mentions?|for\s.{2,50}|overall|option \w+|number \w+|(?:platz|rang|place|position|puesto|lugar|posto|plaats|plats|plads|plass|miejsce|místo|miesto|место|місце)(?:\s\d{1,3})?|(?:mejor|meilleure?s?|beste[rsn]?|migliore?|melhor|лучш\S+|最佳|最好|首选|おすすめ|ベスト|최고의?|추천).{0,50}|.{2,30}(?:sieger|tipp|部门|部門|向け|首选))$/iu;

function isLabel(text: string): boolean {
  return LABEL.test(text.trim());
}

/** A label that may also state a brand's strength. An award names a purpose or a rank. */
const PRAISE =
  /^(?:the\s+)?(?:good|great|ideal|perfect|premium|value|luxury|affordable|budget|alternative)\s(?!.*\b(?:for|picks?|choices?|options?|alternatives?|upgrade|overall|all[- ]?round(?:er)?|brands?|tools?|apps?)\b(?!\s(?:money|prices?)))/iu;

/** Whether a label states a strength, such as `Good customer service`. */
export function isPraise(label: string): boolean {
  return PRAISE.test(label.trim());
}

/** Whether a label is an award, such as `Best for teams`. */
export function isAward(label: string): boolean {
  return isLabel(label) && !isPraise(label);
}

/** First words of a procedure's steps, which don't start a ranking's entries. */
const STEPS = new Set(
  "sign create open click tap go choose select install download set use try compare check log connect import export add configure start visit consider look evaluate decide define identify test get buy contact ask read review avoid make ensure keep move switch integrate link invite upload enter enable find know think determine assess understand plan prioritize begin follow run build write save share send track measure monitor schedule verify navigate head register subscribe upgrade pay order request search browse learn list note take talk call leverage research map gather calculate don't never always if when why how what who where is are do does can should will yes no step first second third next then finally click".split(
    ' ',
  ),
);

/** Whether a head may be a name, rather than a step, a question, or a sentence. */
export function isNameLike(head: string): boolean {
  const words = head.trim().split(/\s+/);
  const first = words[0] ?? '';
  if (first === '' || /[?？]\s*$/.test(head)) return false;
  if (/^\p{Ll}/u.test(first) && !/\p{Lu}/u.test(first)) return words.length <= 3;
  return words.length <= 10 && !STEPS.has(first.toLowerCase().replace(/[^\p{L}'’]/gu, ''));
}

const NOT_THE_THING =
  /^(?:['’]s)?\s+(?:integrations?|accounts?|setup|set-up|sign-?up|login|pricing|plans?|reviews?|alternatives?|competitors?|tutorials?|documentation|docs|support|imports?|exports?|migration|sync(?:ing)?|connectors?|plug-?ins?|compatibility|users?|customers?|data|subscription|website)\b(?!\s+\p{Lu})/iu;
/** After these words, a name only serves for comparison. */
const COMPARED = new Set(
  'unlike like not no neither besides beyond after before beside despite except versus vs vs. against than instead compared without with from while although though since because as avoiding leaving replacing wie ohne nicht kein keine nach statt außer neben anders comme sans pas après sauf contrairement como sin sem salvo dopo come senza как без не после кроме'.split(
    ' ',
  ),
);
/** Japanese particles for objects and places. */
const OBJECT_PARTICLE = /^(?:に|を|で|へ|から|と連携|への)/u;

/**
 * Whether a name is a head's subject: only a maker, an article, or punctuation precedes it, and nothing after it
 * changes the subject (`HubSpot integration`).
 */
export function isAbout(text: string, head: Range, name: Range): boolean {
  if (name.from < head.from || name.from >= head.to) return false;
  const after = text.slice(name.to, name.to + 40);
  if (NOT_THE_THING.test(after) || OBJECT_PARTICLE.test(after)) return false;
  const before = text.slice(head.from, name.from).trim();
  if (before === '') return true;
  const words = before.split(/\s+/);
  const first = (words[0] ?? '').toLowerCase();
  if (STEPS.has(first) || COMPARED.has(first)) return false;
  return (
    words.length <= 4 &&
    words.every(
      (word) =>
        /^(?:the|der|die|das|le|la|el|il|o|a|an|our|my|by|of|&|\+)$/i.test(word) ||
        /^[^\p{Ll}\p{Lo}]/u.test(word),
    )
  );
}

/** The text between names that share a head: `Notion and Coda`, `Lark (Feishu)`. */
const COORDINATED =
  /^[\s/&+,|、・(（]*(?:(?:and|or|und|oder|et|ou|y|e|och|og|en|и|или|と|和|与|및|또는)\s[\s(（]*)?$/iu;

export function isCoordinated(between: string): boolean {
  return COORDINATED.test(withoutLeadingMarks(between));
}
