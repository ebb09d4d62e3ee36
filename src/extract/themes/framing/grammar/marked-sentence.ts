import { type Range, within } from '../../../text/ranges.ts';
import { COUNTERFACTUAL, NO_NEGATION } from '../words/clause-words.ts';
import { clausesOf, unstatedIn } from './clauses.ts';
import type { Entity } from './entities.ts';
import { shiftedBy } from './joined-names.ts';
import type { MarkedBlock } from './marked-block.ts';

/** A sentence in a marked block. All places except `range` and `previous` are offsets in the sentence. */
export interface MarkedSentence {
  readonly marked: MarkedBlock;
  /** The sentence's range in the block. */
  readonly range: Range;
  /** The block's previous sentence. */
  readonly previous: Range | null;
  /** The text with placeholders for names. */
  readonly text: string;
  /** The text without idioms such as `no doubt`, which negate nothing. */
  readonly textForNegation: string;
  readonly entities: readonly Entity[];
  /** The block's current topic. Names before the sentence have negative offsets. */
  readonly topic: readonly Entity[];
  readonly clauses: readonly Range[];
  /** Parts that the answer doesn't state itself: conditions, denials, reports, and past states. */
  readonly unstated: readonly Range[];
  /** Whether it has an unmet condition: `if it were cheaper`. */
  readonly isCounterfactual: boolean;
}

export function markedSentenceOf(
  marked: MarkedBlock,
  range: Range,
  previous: Range | null,
  topic: readonly Entity[],
): MarkedSentence {
  const text = marked.text.slice(range.from, range.to);
  const clauses = clausesOf(text);
  return {
    marked,
    range,
    previous,
    text,
    textForNegation: text.replace(NO_NEGATION, (phrase) => '\uE004'.repeat(phrase.length)),
    entities: within(marked.entities, range).map((each) => shiftedBy(each, range.from)),
    topic: topic.map((each) => shiftedBy(each, range.from)),
    clauses,
    unstated: unstatedIn(text, clauses),
    isCounterfactual: COUNTERFACTUAL.test(text),
  };
}

export function clauseAt({ clauses, text }: MarkedSentence, at: number): Range {
  return clauses.find(({ from, to }) => at >= from && at < to) ?? { from: 0, to: text.length };
}

export function entityAt({ entities }: MarkedSentence, at: number): Entity | undefined {
  return entities.find((each) => each.from <= at && each.to > at);
}
