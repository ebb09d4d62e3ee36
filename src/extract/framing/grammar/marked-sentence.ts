import { type Range, within } from '../../text/ranges.ts';
import { COUNTERFACTUAL, NO_NEGATION } from '../words/clause-words.ts';
import { clausesOf, unstatedIn } from './clauses.ts';
import type { Entity } from './entities.ts';
import { movedBy } from './joined-names.ts';
import type { MarkedBlock } from './marked-block.ts';

/** One sentence of a marked block. All places but `range` and `previous` are offsets in the sentence. */
export interface MarkedSentence {
  readonly marked: MarkedBlock;
  /** Where the sentence stands in the block. */
  readonly range: Range;
  /** The sentence before it in the block. */
  readonly previous: Range | null;
  /** With its names replaced. */
  readonly text: string;
  /** The same without idioms such as `no doubt`, which negate nothing. */
  readonly textForNegation: string;
  readonly entities: readonly Entity[];
  /** What the block is about at this point. Names of it that stand before the sentence have negative offsets. */
  readonly topic: readonly Entity[];
  readonly clauses: readonly Range[];
  /** Where the answer does not state what is said: conditions, denials, reports, and what is over. */
  readonly unstated: readonly Range[];
  /** Whether it has a condition that is not met: `if it were cheaper`. */
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
    entities: within(marked.entities, range).map((each) => movedBy(each, range.from)),
    topic: topic.map((each) => movedBy(each, range.from)),
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
