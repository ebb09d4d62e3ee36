import type { TrackedBrand } from '../../../../domain/brand/tracked-brand.ts';
import type { Block } from '../../../text/blocks.ts';
import { around, type Range, within } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { markedSentenceOf } from '../grammar/marked-sentence.ts';
import { isQuestion } from '../grammar/question.ts';
import { refersBack } from '../grammar/references.ts';
import { topicOf, topicOfSentence } from '../grammar/topic.ts';
import { PICKED_BEFORE, REJECTED_BEFORE } from '../words/english-words.ts';
import { englishFindings } from './english-rules.ts';
import { isVerdictAlone } from './english-verdicts.ts';
import { type CueFamily, type Direction, type Finding, withoutRepeats } from './findings.ts';
import { continuesAbout, fragmentFindings, inheritedTopic, verdictAlone } from './inherited-topic-rules.ts';
import { labelFindings } from './label-rules.ts';
import { otherLanguagesFindings } from './other-languages-rules.ts';
import { answerFindings } from './question-rules.ts';

/** A phrase that frames a brand. */
export interface Cue {
  readonly brand: TrackedBrand;
  readonly family: CueFamily | 'learned';
  readonly direction: Direction;
  /** Whether it is a label or a conclusion of its own. */
  readonly isVerdict?: boolean;
  readonly block: Block;
  /** In the block's visible text. */
  readonly from: number;
  readonly to: number;
  /** A hedge in its sentence, which decides nothing. */
  readonly hedge: string | null;
  /** The model's evidence; null for a rule's cue. */
  readonly learned: LearnedEvidence | null;
}

/** The model's evidence. Places are in the block's visible text. */
export interface LearnedEvidence {
  readonly score: number;
  /** The least score that counts here. */
  readonly threshold: number;
  /** The sentence behind the score. */
  readonly sentence: Range;
  /** The strongest words, in order. */
  readonly weights: readonly WordWeight[];
}

/** A word's share of the score; negative if it speaks against it. */
export interface WordWeight extends Range {
  readonly weight: number;
}

/** A sentence with more names is a list, and says nothing about any of them. */
const MOST_NAMES = 50;

/** A text without any has only names and signs. */
const WORD = /\p{L}{2}|\p{Lo}/u;

/** Hedges near a cue. They are evidence and decide nothing. */
const HEDGE =
  /\b(?:may|might|could|depends?|if you|for some|arguably|probably|perhaps|potentially|possibly)\b/;

/** A block's cues, with their brands. */
export function cuesOf(marked: MarkedBlock): Cue[] {
  const findings = [...labelFindings(marked), ...answerFindings(marked), ...sentenceFindings(marked)];
  return withoutRepeats(findings).flatMap((finding) => cuesOfFinding(marked, finding));
}

/** A cue for each of a finding's brands. */
function cuesOfFinding({ block, text, sentences }: MarkedBlock, finding: Finding): Cue[] {
  const { family, direction, subjects, from, to, isVerdict = false } = finding;
  const sentence = around(sentences, finding) ?? finding;
  const hedge = HEDGE.exec(text.slice(sentence.from, sentence.to))?.[0] ?? null;
  const brands = new Set(subjects.flatMap((entity) => entity.brands));
  return [...brands].map((brand) => ({
    brand,
    family,
    direction,
    isVerdict,
    block,
    from,
    to,
    hedge,
    learned: null,
  }));
}

function sentenceFindings(marked: MarkedBlock): Finding[] {
  const { sentences } = marked;
  let topic = firstTopic(marked);
  return sentences.flatMap((sentence, index) => {
    if (index > 0) topic = nextTopic(marked, sentence) ?? topic;
    return [
      ...verdictAlone(marked, sentence, subjectOf(marked, sentence, topic)),
      ...findingsIn(marked, sentence, sentences[index - 1] ?? null, topic),
    ];
  });
}

/** The subject of a sentence without a name: the topic, or the block's only earlier brand. */
function subjectOf(marked: MarkedBlock, sentence: Range, topic: readonly Entity[]): readonly Entity[] {
  const { inherited, entities } = marked;
  const named = within(entities, sentence);
  if (named.some(({ brands, from }) => brands.length > 0 || from <= sentence.from + 1)) return [];
  if (topic.length > 0) return topic.length === 1 ? topic : [];
  const before = entities.filter(({ brands, to }) => brands.length > 0 && to <= sentence.from);
  if (before.length === 0) return inherited === null ? [] : inheritedTopic(marked);
  const last = before.at(-1);
  const isOnly = before.every(({ brands }) => brands[0] === last?.brands[0] && brands.length === 1);
  return isOnly && last !== undefined ? [last] : [];
}

function firstTopic(marked: MarkedBlock): readonly Entity[] {
  const [first] = marked.sentences;
  const own = topicOf(marked);
  return own.length > 0 || first === undefined ? own : topicFromHead(marked, first);
}

function nextTopic(marked: MarkedBlock, sentence: Range): readonly Entity[] | null {
  if (marked.inherited === null || marked.entities.some(({ brands }) => brands.length > 0))
    return topicOfSentence(marked, sentence);
  return topicFromHead(marked, sentence);
}

/** The inherited topic of a sentence, if it continues about it. Verdict cells always do. */
function topicFromHead(marked: MarkedBlock, { from, to }: Range): readonly Entity[] {
  if (marked.inherited === null) return [];
  return marked.inherited.by === 'row' || continuesAbout(marked.text.slice(from, to))
    ? inheritedTopic(marked)
    : [];
}

function findingsIn(
  marked: MarkedBlock,
  range: Range,
  previous: Range | null,
  topic: readonly Entity[],
): Finding[] {
  const text = marked.text.slice(range.from, range.to);
  if (isQuestion(text) || !isRelevant(marked, range, topic)) return [];
  const sentence = markedSentenceOf(marked, range, previous, topic);
  return [...englishFindings(sentence), ...otherLanguagesFindings(sentence), ...fragmentFindings(sentence)];
}

/**
 * Whether a sentence may concern a tracked brand. Without its name, only the block's topic or the previous sentence can
 * supply one.
 */
function isRelevant({ text, entities }: MarkedBlock, { from, to }: Range, topic: readonly Entity[]): boolean {
  const sentence = text.slice(from, to);
  const named = within(entities, { from, to });
  if (named.length > MOST_NAMES || !WORD.test(sentence)) return false;
  if (topic.length > 0 || named.some((each) => each.brands.length > 0)) return true;
  return (
    refersBack(sentence) ||
    isVerdictAlone(sentence) ||
    [REJECTED_BEFORE, PICKED_BEFORE].some((each) => sentence.search(each) !== -1)
  );
}
