import type { TrackedBrand } from '../../../../domain/brand/tracked-brand.ts';
import { type Range, within } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { isQuestion } from '../grammar/question.ts';
import { topicOf, topicOfSentence } from '../grammar/topic.ts';
import { VERDICT_COLUMN } from '../words/verdict-columns.ts';

/** The link between a sentence and its brand. */
export const LINKS = ['named', 'topic', 'before', 'heading', 'item', 'row'] as const;
export type Link = (typeof LINKS)[number];

/** A sentence about a brand. */
export interface BrandSentence {
  readonly brand: TrackedBrand;
  readonly marked: MarkedBlock;
  /** The sentence's range in the block. */
  readonly range: Range;
  readonly link: Link;
  /** Sentences between it and the one that names the brand; 0 if it names the brand itself. */
  readonly distance: number;
}

/** A sentence with more names is a list. */
const MOST_NAMES = 8;
/** The most sentences after one with a name that may still concern it. */
const FARTHEST = 3;
/** Longer sentences are scraped text or tables, where positions mean little. */
const LONGEST = 700;

/**
 * A block's statements about tracked brands. Questions state nothing; the text after one answers it, like text below a
 * heading.
 */
export function brandSentencesOf(marked: MarkedBlock): BrandSentence[] {
  const { inherited } = marked;
  const sentences: BrandSentence[] = [];
  let topic = topicOf(marked);
  let subject: { brand: TrackedBrand; at: number; link: Link } | null = null;
  for (const [index, range] of marked.sentences.entries()) {
    if (index > 0) topic = topicOfSentence(marked, range) ?? topic;
    const named = within(marked.entities, range);
    const brands = new Set(named.flatMap((each) => each.brands));
    const isAsked = isQuestion(marked.text.slice(range.from, range.to));
    const isStated =
      named.length <= MOST_NAMES &&
      range.to - range.from <= LONGEST &&
      !isAsked &&
      isStatement(marked, range);
    const add = (brand: TrackedBrand, link: Link, distance: number) => {
      if (isStated) sentences.push({ brand, marked, range, link, distance });
    };
    for (const brand of brands) add(brand, 'named', 0);
    const isField = isLabeledField(marked, range);
    for (const brand of isField ? [] : topicsOf(topic, range)) if (!brands.has(brand)) add(brand, 'topic', 1);
    if (named.length === 0 && topic.length === 0 && !isField && subject && index - subject.at <= FARTHEST)
      add(subject.brand, subject.link, index - subject.at);
    if (named.length === 0 && inherited && !isField) add(inherited.brand, inherited.by, 1);
    const [only] = brands;
    if (named.length > 0)
      subject =
        brands.size === 1 && named.length === 1 && only
          ? { brand: only, at: index, link: isAsked ? 'heading' : 'before' }
          : null;
  }
  return sentences;
}

/** The topic's brands that precede a sentence. */
function topicsOf(topic: readonly Entity[], { from }: Range): Set<TrackedBrand> {
  return new Set(topic.filter((each) => each.to <= from).flatMap((each) => each.brands));
}

/** The most words in a label at a line's start, and in one after another sentence, where more words are a statement. */
const LONGEST_LABEL = 6;
const LONGEST_LABEL_INSIDE = 3;

/**
 * Whether a sentence is a template's field, `Best for: families` or `Pros: light`: an audience, or one side. A verdict
 * is not.
 */
function isLabeledField({ text }: MarkedBlock, { from, to }: Range): boolean {
  const label = /^[^.!?:：,，、\uE001\uE002]{2,40}(?=[:：])/u.exec(
    text.slice(from, Math.min(to, from + 42)),
  )?.[0];
  if (label === undefined || VERDICT_COLUMN.test(label)) return false;
  const isInside = /[^\s\u2028][^\S\u2028]*$/u.test(text.slice(Math.max(0, from - 2), from));
  return label.trim().split(/\s+/).length <= (isInside ? LONGEST_LABEL_INSIDE : LONGEST_LABEL);
}

/**
 * Whether a sentence states anything: it has words besides names, and is not a title with capitals on all long words.
 */
function isStatement({ block, text }: MarkedBlock, { from, to }: Range): boolean {
  if (!/\p{L}{2}|\p{Lo}/u.test(text.slice(from, to))) return false;
  const words = block.text.slice(from, to).match(/\p{L}{4,}/gu) ?? [];
  return words.length < 2 || !words.every((word) => /^\p{Lu}/u.test(word));
}
