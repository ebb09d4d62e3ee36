import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { lowerCase } from '../grammar/lower-case.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { isHedged, negationOf } from '../grammar/negation.ts';
import { refersBack } from '../grammar/references.ts';
import { cueOf, statedMatches } from '../grammar/statements.ts';
import { labelKind } from '../grammar/verdict-labels.ts';
import { CONTENT, REGRET } from '../words/cell-words.ts';
import {
  ADVERBS,
  DEFICITS,
  PICKS,
  REJECTED_BEFORE,
  REJECTIONS,
  SCOPED_DESCRIPTIONS,
} from '../words/english-words.ts';
import { FAULTS, PRAISE } from '../words/praise-words.ts';
import { VERDICT_COLUMN } from '../words/verdict-columns.ts';
import { isDiscredited, isNarrow } from './english-scope.ts';
import { isVerdictAlone } from './english-verdicts.ts';
import { DEFICIT, type Finding, findingIn, PICK, REJECTION, type Verdict } from './findings.ts';
import { ADVICE, VERDICT_OF, wordsIn } from './label-rules.ts';

/** The brand that a block inherits, as a name before the block. */
export function inheritedTopic({ inherited }: MarkedBlock): readonly Entity[] {
  return inherited === null ? [] : [{ from: -2, to: -1, brands: [inherited.brand] }];
}

/** Pronouns in other languages: `es`, `c'est`, `это`, `这`. */
const OTHER_PRONOUN =
  /^[\s"*(]*(?:(?:es|er|sie|das|dies|dieses|diese|dieser|c'est|il|elle|ce|cette|cet|este|esta|es|son|è|questo|questa|é|o|het|dit|deze|den|det|denna|detta|to|ten|ta|jest|это|этот|эта|он|она|оно|це|цей|ця|він|вона|αυτό|είναι|bu|nó|đây|هو|هي|هذا|هذه|זה|הוא|היא|यह|ये)(?!\p{L})|これ|こちら|この|这|這|它|此|이 |이것|มัน|นี่)/u;

/** Whether the first sentence after a heading continues about the heading's name. */
export function continuesAbout(text: string): boolean {
  return (
    refersBack(text) ||
    OTHER_PRONOUN.test(text) ||
    isVerdictAlone(text) ||
    [...text.matchAll(REJECTED_BEFORE)].some(({ index }) => index === 0)
  );
}

/** A field's label: `Our pick: quiet rooms`, `Skip – it is flat after 200 km`. */
const FIELD = /^[^.!?。！？:：]{2,60}?(?=\s*[:：;]|\s[–—-]\s|\s?[(（])/u;
/** A field's label for a task: `Buy: from any shop`. */
const TASK =
  /^\W*(?:(?:just |simply )?(?:choose|pick|buy|get|take|go (?:with|for)|opt for|start with|stick with)|\p{L}+)\W*$/u;

/** The start of a verdict cell: a sign, `Yes, for small rooms`, or `No, it wobbles`. */
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

const VERDICT_LEAD = /^[^.!?:：]{2,30}[:：]\s*/u;

/**
 * A sentence or field without a name that is a verdict on the brand beside it: `Look elsewhere.`, `Our pick: quiet
 * rooms`
 */
export function verdictAlone(
  { block, inherited }: MarkedBlock,
  range: Range,
  subjects: readonly Entity[],
): Finding[] {
  if (subjects.length === 0) return [];
  const all = lowerCase(block.text.slice(range.from, range.to));
  const lead = VERDICT_LEAD.exec(all)?.[0] ?? '';
  const from = range.from + (VERDICT_COLUMN.test(lead) ? lead.length : 0);
  const text = all.slice(from - range.from);
  const isAsked = inherited?.by === 'row';
  for (const [verdict, pattern] of isAsked ? ANSWERS : []) {
    const cue = pattern.exec(text);
    if (cue === null) continue;
    return [
      { ...verdict, isVerdict: true, subjects, from: from + cueOf(cue).from, to: from + cueOf(cue).to },
    ];
  }
  const parts = isAsked ? partsIn(text) : [{ from: 0, to: FIELD.exec(text)?.[0].length ?? 0 }];
  const scope = SCOPE.exec(text)?.[0].length ?? 0;
  return [{ from: scope, to: text.length }, ...parts].flatMap((part, index): Finding[] => {
    const label = text.slice(part.from, part.to);
    const kind = isVerdict(
      label,
      index === 0 || (isAsked && !BUT.test(text.slice(part.to))) || CONDITION.test(text.slice(part.to)),
    )
      ? labelKind(label)
      : null;
    if (kind === null) return [];
    return [
      {
        ...VERDICT_OF[kind],
        subjects,
        ...wordsIn(block.text, { from: from + part.from, to: from + part.to }),
      },
    ];
  });
}

/** An audience before a verdict, `For most teams, it's the best choice`. */
const SCOPE =
  /^[\s"*]*(?:for|für|pour|para|per|voor) (?:\p{L}+ ){0,3}\p{L}+,? (?=(?:it's|it is|this is|that's|ist|das|die|der|c'est|es|è|é|is|dit)(?!\p{L}))/u;

/** After one side of a verdict: the other one follows. */
const BUT =
  /^[,;.]? ?(?:but|yet|though|aber|jedoch|mais|pero|aunque|mas|porém|ma|però|maar|men|ale|но)(?!\p{L})|^[，、,]但/u;

/** After a verdict: a reason, condition, or audience. */
const CONDITION = /^\s*[–—]|^, (?:if|when|wenn|falls|si|se|als|om|jeśli|если|for|für|pour|para|per|voor) /;

/** A verdict's parts between commas: `Best choice, hardly ever late`. */
function partsIn(text: string): Range[] {
  return [...text.matchAll(/[^,，;；:：.。–—]+/gu)].map(({ index, 0: part }) => ({
    from: index,
    to: index + part.length,
  }));
}

function isVerdict(label: string, isAll: boolean): boolean {
  const kind = labelKind(label);
  if (kind === 'warning') return true;
  return (
    (kind === 'pick' && (isAll || !(ADVICE.test(label) || TASK.test(label)))) ||
    (kind === 'category' && isAll)
  );
}

const FRAGMENTS: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, fragment([...PICKS, ...PRAISE, ...SCOPED_DESCRIPTIONS, ...CONTENT])],
  [REJECTION, fragment([...REJECTIONS, ...REGRET])],
  [DEFICIT, fragment([...DEFICITS, ...FAULTS])],
];

function fragment(phrases: readonly string[]): RegExp {
  return new RegExp(
    `(?<=^[\\s"*(]{0,20}|[.;,:!–—(] ?|\\bbut |\\band |\\byet )${ADVERBS}(?<cue>${phrases.join('|')})(?![\\p{L}-])`,
    'gu',
  );
}

/** `Worth every cent`, `solid, but overpriced`: a predicate needs no verb in a verdict column's cell. */
export function fragmentFindings(sentence: MarkedSentence): Finding[] {
  const { marked, topic, entities } = sentence;
  if (marked.inherited?.by !== 'row' || topic.length === 0 || entities.length > 0) return [];
  return FRAGMENTS.flatMap(([verdict, pattern]) =>
    statedMatches(sentence, [pattern]).flatMap((match) => fragmentFinding(sentence, verdict, match)),
  );
}

function fragmentFinding(sentence: MarkedSentence, verdict: Verdict, match: RegExpExecArray): Finding[] {
  const { topic } = sentence;
  const cue = cueOf(match);
  const isPraise = verdict.direction === 'recommended';
  if (isHedged(sentence, topic, cue.from)) return [];
  if (isPraise ? isDiscredited(sentence, match) : isNarrow(sentence, match)) return [];
  const negation = negationOf(sentence, topic, match.index, cue.from);
  if (negation === null) return [findingIn(sentence, verdict, topic, cue)];
  return isPraise ? [findingIn(sentence, REJECTION, topic, { from: negation, to: cue.to })] : [];
}
