import type { Naming } from '../names/decide-naming.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Block } from '../text/blocks.ts';
import type { Outline } from '../text/outline.ts';
import type { Range } from '../text/ranges.ts';
import { type Entity, entitiesOf } from './entities.ts';
import { type InheritedBrand, inheritedBrands } from './inherited-brand.ts';
import { isQuestion, lowerCase } from './lines.ts';

/** Placeholders for names: the first unit tells whether it is tracked, and the others fill its length. */
const TRACKED = '\uE001';
const UNTRACKED = '\uE002';
const FILLER = '\uE003';

/** A block in lower case with placeholders for names. Its offsets equal the block text's. */
export interface MarkedBlock {
  readonly block: Block;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly sentences: readonly Range[];
  /** The brand it inherits from its place; null if it names others, or inherits none. */
  readonly inherited: InheritedBrand | null;
  /** The question right above it that it answers, in lower case. */
  readonly question: string | null;
}

/** The blocks that name a tracked brand or inherit one, in reading order. */
export function markedBlocksOf({ blocks, named, sentences }: NamedAnswer, outline: Outline): MarkedBlock[] {
  const byBlock = Map.groupBy(named, ({ block }) => block);
  const inherited = inheritedBrands(blocks, byBlock, outline);
  return blocks
    .filter((block) => byBlock.has(block) || inherited.has(block))
    .map((block) => ({
      ...markedTextOf(block, byBlock.get(block) ?? []),
      sentences: sentences.of(block),
      inherited: inherited.get(block) ?? null,
      question: questionAbove(block, outline),
    }));
}

function questionAbove(block: Block, outline: Outline): string | null {
  const head = outline.above(block);
  if (head === null || outline.under(head)[0] !== block || !isQuestion(head.text)) return null;
  return lowerCase(head.text);
}

function markedTextOf(
  block: Block,
  namings: readonly Naming[],
): Pick<MarkedBlock, 'block' | 'text' | 'entities'> {
  const entities = entitiesOf(block, namings);
  let text = '';
  let at = 0;
  for (const { from, to, brands } of entities) {
    text += lowerCase(block.text.slice(at, from));
    text += (brands.length > 0 ? TRACKED : UNTRACKED) + FILLER.repeat(to - from - 1);
    at = to;
  }
  text += lowerCase(block.text.slice(at));
  return { block, text, entities };
}
