import type { Framing } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import { headOf } from '../text/heads.ts';
import { LINE_END } from '../text/mapped-text.ts';
import { Outline } from '../text/outline.ts';
import { around } from '../text/ranges.ts';
import type { Sentences } from '../text/sentences.ts';
import { adviceCues } from './advice-cues.ts';
import { type Cue, withoutRepeats } from './cue.ts';
import { labelCues } from './label-cues.ts';
import { LINE_NUMBER } from './lines.ts';
import { type MarkedBlock, markedBlocksOf } from './marked-block.ts';
import { outlineCues } from './outline-cues.ts';
import { questionCues } from './question-cues.ts';
import { verdictCues } from './verdict-cues.ts';

export interface FramingReading {
  readonly framing: Framing | null;
  /** The cues' words, each once; null without a judgment. */
  readonly signals: readonly string[] | null;
  readonly cues: readonly Cue[];
  /** Namings in a sentence, rather than as a bare item. */
  readonly prose: readonly Naming[];
  /** The reason, if no cue decided. */
  readonly reason: string | null;
}

/**
 * The framing of each brand that an answer names. Cues in one direction decide; cues in both directions conflict, which
 * gives null with the cues. Without any cue, a mention in prose is neutral, and a bare list item stays unjudged.
 */
export function framingsOf(answer: NamedAnswer): Map<TrackedBrand, FramingReading> {
  const outline = new Outline(answer.blocks);
  const marked = markedBlocksOf(answer, outline);
  const outlined = {
    blocks: answer.blocks,
    outline,
    namings: Map.groupBy(answer.named, ({ block }) => block),
    marked: new Map(marked.map((each) => [each.block, each])),
  };
  const cues = Map.groupBy([...marked.flatMap(cuesOf), ...outlineCues(outlined)], ({ brand }) => brand);
  const brands = Map.groupBy(answer.named, ({ brand }) => brand);
  return new Map(
    [...brands].map(([brand, own]) => [brand, decided(cues.get(brand) ?? [], own, answer.sentences)]),
  );
}

/** Hedges near a cue. They are evidence and decide nothing. */
const HEDGE =
  /\b(?:may|might|could|depends?|if you|for some|arguably|probably|perhaps|potentially|possibly)\b/;

function cuesOf(marked: MarkedBlock): Cue[] {
  const { text, sentences } = marked;
  const found = [
    ...labelCues(marked),
    ...questionCues(marked),
    ...verdictCues(marked),
    ...adviceCues(marked),
  ];
  return withoutRepeats(found).map((cue) => {
    const sentence = around(sentences, cue) ?? cue;
    return { ...cue, hedge: HEDGE.exec(text.slice(sentence.from, sentence.to))?.[0] ?? null };
  });
}

function decided(cues: readonly Cue[], namings: readonly Naming[], sentences: Sentences): FramingReading {
  const prose = namings.filter((naming) => !isBare(naming, sentences));
  if (cues.length > 0) {
    const signals = [
      ...new Set(cues.map(({ block, from, to }) => block.text.slice(from, to).replace(/\s+/g, ' '))),
    ];
    const [only, second] = new Set(cues.map(({ direction }) => direction));
    if (only !== undefined && second === undefined)
      return { framing: only, signals, cues, prose, reason: null };
    return { framing: null, signals, cues, prose, reason: 'cues in both directions' };
  }
  if (prose.length === 0)
    return { framing: null, signals: null, cues, prose, reason: 'a bare item without cues' };
  return { framing: 'neutral', signals: [], cues, prose, reason: 'prose without cues' };
}
/** Whether a name is an item, heading, cell, or line rather than part of a sentence. */
function isBare(naming: Naming, sentences: Sentences): boolean {
  const { block, from, to } = naming;
  const { text, place, spans } = block;
  if (place.heading !== null || place.cell !== null) return true;
  const line = Math.max(text.lastIndexOf('\n', from), text.lastIndexOf(LINE_END, from)) + 1;
  const number = LINE_NUMBER.exec(text.slice(line, line + 20))?.[0].length ?? 0;
  const head = headOf(block, line + number);
  const bold = spans.find((span) => span.kind === 'strong' && span.from <= head.from && span.to >= head.to);
  const end = Math.max(head.to, bold?.to ?? 0);
  const isDelimited = /^\s*(?:[:：–—(|]|-\s|$|[\n\u2028])/u.test(text.slice(end, end + 20));
  const isItem = place.inList || number > 0 || bold !== undefined || isAlone(text, line, end, naming);
  if (isItem && isDelimited && from >= head.from && to <= end) return true;
  const sentence = sentences.around(naming);
  return place.inList && !isSentence(text.slice(sentence.from, sentence.to));
}

/** Whether a line contains only the name. */
function isAlone(text: string, line: number, end: number, { from, to }: Naming): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(text.slice(line, from) + text.slice(to, end)) &&
    /^\s*(?:$|[\n\u2028])/.test(text.slice(end))
  );
}

/** Whether an item's part is a sentence: it ends like one, or is long enough. */
function isSentence(text: string): boolean {
  if (/[.!?…。！？]["”’')\]\s\uFFFC]*$/u.test(text))
    return text.split(/\s+/).length > 3 || /[。！？]/.test(text);
  return text.split(/\s+/).length > 12;
}
