import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Block } from '../text/blocks.ts';
import type { Range } from '../text/ranges.ts';
import { around, within } from '../text/ranges.ts';
import { EnglishCues } from './english-reader.ts';
import { type CueFamily, type Direction, PICKED_BEFORE, REJECTED_BEFORE } from './english-words.ts';
import { type Finding, withoutRepeats } from './found-cues.ts';
import { labelFindings } from './label-reader.ts';
import type { Entity, MarkedBlock } from './marked-block.ts';
import { MarkedSentence } from './marked-sentence.ts';
import { LanguageCues } from './other-languages-reader.ts';
import { topicOf, topicOfSentence } from './topic.ts';

/** A phrase that frames a brand. */
export interface Cue {
  readonly brand: TrackedBrand;
  readonly family: CueFamily;
  readonly direction: Direction;
  readonly block: Block;
  /** In the block's visible text. */
  readonly from: number;
  readonly to: number;
  /** A hedge in its clause, which weakens it and changes nothing. */
  readonly hedge: string | null;
}

/** A sentence with more names than this is a list and states nothing of any. */
const MOST_NAMES = 50;

/** Without one a text is nothing but names and signs. */
const WORD = /\p{L}{2}|\p{Lo}/u;

/** What weakens a cue in its sentence; it is shown, and decides nothing. */
const HEDGE =
  /\b(?:may|might|could|depends?|if you|for some|arguably|probably|perhaps|potentially|possibly)\b/;

/** The cues of one block and the brands they act on. */
export function cuesOf(marked: MarkedBlock): Cue[] {
  const { block, text, sentences } = marked;
  let topic = topicOf(marked);
  const findings: Finding[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (index > 0) topic = topicOfSentence(marked, sentence) ?? topic;
    findings.push(...findingsIn(marked, sentence, sentences[index - 1] ?? null, topic));
  }
  return withoutRepeats([...findings, ...labelFindings(marked)]).flatMap((finding) => {
    const { family, direction, subjects, from, to } = finding;
    const sentence = around(sentences, { from, to }) ?? finding;
    const hedge = HEDGE.exec(text.slice(sentence.from, sentence.to))?.[0] ?? null;
    const brands = new Set(subjects.flatMap((entity) => entity.brands));
    return [...brands].map((brand) => ({ brand, family, direction, block, from, to, hedge }));
  });
}

/** A question states nothing. */
function findingsIn(
  marked: MarkedBlock,
  range: Range,
  previous: Range | null,
  topic: readonly Entity[],
): Finding[] {
  const text = marked.text.slice(range.from, range.to);
  if (/[?？]["')\]]*\s*$/.test(text) || !isRelevant(marked, range, topic)) return [];
  const sentence = new MarkedSentence(marked, range, previous, topic);
  return [...new EnglishCues(sentence).findings(), ...new LanguageCues(sentence).findings()];
}

/** A sentence without a tracked name can only be about the block's topic, or go on from the one before it. */
function isRelevant({ text, entities }: MarkedBlock, { from, to }: Range, topic: readonly Entity[]): boolean {
  const named = within(entities, { from, to });
  if (named.length > MOST_NAMES || !WORD.test(text.slice(from, to))) return false;
  if (topic.length > 0 || named.some((each) => each.brands.length > 0)) return true;
  const sentence = text.slice(from, to);
  const goesOn = /^["(]?(?:it|it's|this|they)\b/.test(sentence);
  return goesOn || [REJECTED_BEFORE, PICKED_BEFORE].some((each) => sentence.search(each) !== -1);
}
