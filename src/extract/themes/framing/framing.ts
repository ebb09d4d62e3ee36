import type { Framing } from '../../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../../domain/brand/tracked-brand.ts';
import type { Naming } from '../../names/decide-naming.ts';
import type { NamedAnswer } from '../../names/named-answer.ts';
import { headOf } from '../../text/heads.ts';
import { LINE_END } from '../../text/mapped-text.ts';
import { Outline } from '../../text/outline.ts';
import type { Sentences } from '../../text/sentences.ts';
import { LINE_NUMBER } from './grammar/line-number.ts';
import { markedBlocksOf } from './grammar/marked-block.ts';
import { combinedCues, type Judgment, type ScoredSentence, scoredSentences } from './learned/combine-cues.ts';
import type { Model } from './learned/model.ts';
import { type Cue, cuesOf } from './rules/cues.ts';
import { isConditionalChoice, outlineCues, twoSidedBrands } from './rules/outline-rules.ts';

export interface FramingReading {
  readonly framing: Framing | null;
  /** The cues' words, each once; null without a judgment. */
  readonly signals: readonly string[] | null;
  readonly cues: readonly Cue[];
  /** Sentences that state something about the brand, in reading order; none without a model. */
  readonly statements: readonly ScoredSentence[];
  /** Namings in a sentence, rather than as a bare item. */
  readonly prose: readonly Naming[];
  /** The reason, if no cue decided. */
  readonly reason: string | null;
}

const CONTRADICTED = 'a cue and the learned reader contradict each other';

/**
 * The framing of each brand that an answer names. Cues in one direction decide; cues in both directions conflict, which
 * gives null with the cues. Without rule cues, the model may decide. Without any cue, a mention in prose is neutral,
 * and a bare list item stays unjudged. So does a brand if rules and model contradict each other.
 */
export function framingsOf(answer: NamedAnswer, model: Model | null): Map<TrackedBrand, FramingReading> {
  const outline = new Outline(answer.blocks);
  const marked = markedBlocksOf(answer, outline);
  const outlined = {
    blocks: answer.blocks,
    outline,
    namings: Map.groupBy(answer.named, ({ block }) => block),
    marked: new Map(marked.map((each) => [each.block, each])),
  };
  const found = [...marked.flatMap(cuesOf), ...outlineCues(outlined)].filter(
    (cue) => !isConditionalChoice(cue, outlined),
  );
  const sides = new Map(twoSidedBrands(outlined).map(({ brand, cues }) => [brand, cues]));
  const scored = model === null ? [] : scoredSentences(answer.blocks, marked, found, model);
  const cues = Map.groupBy(found, ({ brand }) => brand);
  const statements = Map.groupBy(scored, ({ read }) => read.sentence.brand);
  const brands = Map.groupBy(answer.named, ({ brand }) => brand);
  return new Map(
    [...brands].map(([brand, own]) => {
      const said = statements.get(brand) ?? [];
      const judgment = withBothSides(
        withConclusion(combinedCues(cues.get(brand) ?? [], said, model)),
        sides.get(brand) ?? [],
      );
      const reading = decided(judgment, own, answer.sentences);
      return [brand, { ...reading, statements: said }];
    }),
  );
}

const VERDICTS: ReadonlySet<string> = new Set(['pick', 'rejection', 'scoped']);

/** An answer's conclusion overrides the model's opposite findings: praise with a warning is a warning. */
function withConclusion(judgment: Judgment): Judgment {
  const [only, second] = new Set(
    judgment.cues
      .filter((cue) => cue.isVerdict || cue.family === 'rejection')
      .map(({ direction }) => direction),
  );
  if (only === undefined || second !== undefined) return judgment;
  const cues = judgment.cues.filter(({ family, direction }) => direction === only || VERDICTS.has(family));
  return { cues, isContradicted: false };
}

/** If an answer lists a brand's pros and cons without a verdict, it frames the brand both ways. */
function withBothSides(judgment: Judgment, sides: readonly Cue[]): Judgment {
  if (sides.length === 0 || judgment.cues.some(({ family }) => VERDICTS.has(family))) return judgment;
  return { cues: [...judgment.cues, ...sides], isContradicted: false };
}

function decided(
  { cues, isContradicted }: Judgment,
  namings: readonly Naming[],
  sentences: Sentences,
): Omit<FramingReading, 'statements'> {
  const prose = namings.filter((naming) => !isBare(naming, sentences));
  if (isContradicted) return { framing: null, signals: null, cues, prose, reason: CONTRADICTED };
  if (cues.length > 0) {
    const signals = [
      ...new Set(cues.map(({ block, from, to }) => block.text.slice(from, to).replace(/\s+/g, ' '))),
    ];
    const directions = new Set(cues.map(({ direction }) => direction));
    const [only] = directions;
    if (directions.size === 1 && only !== undefined)
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
