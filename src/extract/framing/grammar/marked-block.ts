import type { Naming } from '../../names/decide-naming.ts';
import type { NamedAnswer } from '../../names/named-answer.ts';
import type { Block } from '../../text/blocks.ts';
import type { Range } from '../../text/ranges.ts';
import { type Carried, carriedBlocks } from './carried.ts';
import { type Entity, entitiesOf } from './entities.ts';

/** What replaces a name: the first unit says whether it is tracked, and the others fill its length. */
const TRACKED = '\uE001';
const UNTRACKED = '\uE002';
const FILLER = '\uE003';

/** A block in lower case with its names replaced. Its offsets are those of the block's text. */
export interface MarkedBlock {
  readonly block: Block;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly sentences: readonly Range[];
  /** Whether its answer is surely in English. */
  readonly isEnglish: boolean;
  /** The brand that it is about without naming it; null where it names one, or is about none. */
  readonly carried: Carried | null;
}

/** The blocks that name a tracked brand or are about one, in reading order. */
export function markedBlocksOf({ blocks, isEnglish, named, sentences }: NamedAnswer): MarkedBlock[] {
  const byBlock = Map.groupBy(named, ({ block }) => block);
  const carried = carriedBlocks(blocks, byBlock);
  return blocks
    .filter((block) => byBlock.has(block) || carried.has(block))
    .map((block) => ({
      ...markedTextOf(block, byBlock.get(block) ?? []),
      sentences: sentences.of(block),
      isEnglish,
      carried: carried.get(block) ?? null,
    }));
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

/** Lower case of the same length, with one form of apostrophes, quotation marks, hyphens and blanks. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, sameLength);
  return same
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\n\u00A0\t]/g, ' ');
}

function sameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
