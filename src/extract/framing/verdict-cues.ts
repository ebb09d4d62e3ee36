import { type Range, within } from '../text/ranges.ts';
import { type Cue, cuesFor, PICK, REJECTION, type Subject, type Verdict, wordsIn } from './cue.ts';
import { INTRODUCING } from './label-cues.ts';
import { labelKind, VERDICT_OF } from './label-kind.ts';
import { lowerCase } from './lines.ts';
import type { MarkedBlock } from './marked-block.ts';
import { VERDICT_COLUMN } from './words/verdict-columns.ts';

/** Cues in sentences, fields, and cells that are only a verdict on the brand beside or above: `Look elsewhere.` */
export function verdictCues(marked: MarkedBlock): Cue[] {
  return marked.sentences.flatMap((sentence) => {
    const subject = subjectOf(marked, sentence);
    return subject === null ? [] : cuesIn(marked, sentence, subject);
  });
}

/** The subject of a sentence without a name: the block's only earlier brand, or the inherited one. */
function subjectOf({ inherited, entities }: MarkedBlock, sentence: Range): Subject | null {
  const isNamed = within(entities, sentence).some(
    ({ brands, from }) => brands.length > 0 || from <= sentence.from + 1,
  );
  if (isNamed) return null;
  const before = entities.filter(({ brands, to }) => brands.length > 0 && to <= sentence.from);
  if (before.length === 0) return inherited && { brands: [inherited.brand] };
  const brands = new Set(before.flatMap((each) => each.brands));
  return brands.size === 1 ? { brands: [...brands] } : null;
}

/** A field's label: `Our pick: quiet rooms`, `Skip – it is flat after 200 km`. */
const FIELD = /^[^.!?。！？:：]{2,60}?(?=\s*[:：;]|\s[–—-]\s|\s?[(（])/u;
/** A field's label for a task: `Buy: from any shop`. */
const TASK =
  /^\W*(?:(?:just |simply )?(?:choose|pick|buy|get|take|go (?:with|for)|opt for|start with|stick with)|\p{L}+)\W*$/u;
/** The label of a verdict: `Verdict: skip it`. */
const VERDICT_LABEL = /^[^.!?:：]{2,30}[:：]\s*/u;
/** An audience before a verdict: `For most teams, it's the best choice`. */
const SCOPE =
  /^[\s"*]*(?:for|für|pour|para|per|voor) (?:\p{L}+ ){0,3}\p{L}+,? (?=(?:it's|it is|this is|that's|ist|das|die|der|c'est|es|è|é|is|dit)(?!\p{L}))/u;
/** After one side of a verdict: the other one follows. */
const BUT =
  /^[,;.]? ?(?:but|yet|though|aber|jedoch|mais|pero|aunque|mas|porém|ma|però|maar|men|ale|но)(?!\p{L})|^[，、,]但/u;
/** After a verdict: a reason, condition, or audience. */
const CONDITION = /^\s*[–—]|^, (?:if|when|wenn|falls|si|se|als|om|jeśli|если|for|für|pour|para|per|voor) /;

/** The start of a cell in a verdict column: a sign, `Yes, for small rooms`, or `No, it wobbles`. */
const ANSWERS: readonly (readonly [Verdict, RegExp])[] = [
  [
    PICK,
    /^[\s"*]*(?<cue>✅|👍|👌|🏆|🥇|◎|○|🟢|💚|(?:yes|ja|sí|oui|sim|sì|да|так|tak|evet)(?!\p{L})(?!,? (?:but|aber|mais|pero|mas|ma|maar|но|ale))|はい|是(?=[，,。]|$)|예)/u,
  ],
  [
    REJECTION,
    /^[\s"*]*(?<cue>❌|👎|⛔|🚫|×|✗|✘|🔴|🛑|(?:no|nein|non|não|nee|нет|ні|nie|hayır|nej)(?=\s*(?:$|[,.;:!–—(-]))|いいえ|否(?=[，,。]|$)|아니요)/u,
  ],
];

function cuesIn({ block, inherited }: MarkedBlock, sentence: Range, subject: Subject): Cue[] {
  const said = lowerCase(block.text.slice(sentence.from, sentence.to));
  const label = VERDICT_LABEL.exec(said)?.[0] ?? '';
  const from = sentence.from + (VERDICT_COLUMN.test(label) ? label.length : 0);
  const text = said.slice(from - sentence.from);
  const isAsked = inherited?.by === 'row';
  for (const [verdict, pattern] of isAsked ? ANSWERS : []) {
    const cue = pattern.exec(text)?.groups?.cue;
    if (cue === undefined) continue;
    const start = from + text.indexOf(cue);
    return cuesFor([subject], verdict, block, { from: start, to: start + cue.length });
  }
  const whole = { from: SCOPE.exec(text)?.[0].length ?? 0, to: text.length };
  const parts = isAsked ? partsIn(text) : [{ from: 0, to: FIELD.exec(text)?.[0].length ?? 0 }];
  return [whole, ...parts].flatMap((part) => {
    const verdict = verdictOf(text, part, part === whole, isAsked);
    const range = wordsIn(block.text, { from: from + part.from, to: from + part.to });
    return verdict === null ? [] : cuesFor([subject], verdict, block, range);
  });
}

/** A cell's parts between commas: `Best choice, hardly ever late`. */
function partsIn(text: string): Range[] {
  return [...text.matchAll(/[^,，;；:：.。–—]+/gu)].map(({ index, 0: part }) => ({
    from: index,
    to: index + part.length,
  }));
}

/** The verdict of a text's part. A part may praise only if nothing after it takes that back, or it is no task. */
function verdictOf(text: string, part: Range, isWhole: boolean, isAsked: boolean): Verdict | null {
  const label = text.slice(part.from, part.to);
  const kind = labelKind(label);
  if (kind === null) return null;
  const rest = text.slice(part.to);
  const isAll = isWhole || (isAsked && !BUT.test(rest)) || CONDITION.test(rest);
  const isTask = kind === 'category' || INTRODUCING.test(label) || TASK.test(label);
  return kind === 'warning' || isAll || !isTask ? VERDICT_OF[kind] : null;
}
