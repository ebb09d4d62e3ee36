import type { TrackedBrand } from '../../../domain/tracked-brand.ts';
import type { Naming } from '../../names/decide-naming.ts';
import type { Block } from '../../text/blocks.ts';
import { headOf, isAbout } from '../../text/heads.ts';
import type { Outline } from '../../text/outline.ts';
import { VERDICT_COLUMN } from '../words/verdict-columns.ts';
import { sidesOf } from './labels.ts';
import { LINE_NUMBER } from './line-number.ts';

/** The brand that a block without tracked names is about, because of where the block stands. */
export interface Carried {
  readonly brand: TrackedBrand;
  readonly by: 'heading' | 'item' | 'row';
}

type NamingsByBlock = ReadonlyMap<Block, readonly Naming[]>;

/**
 * The blocks without tracked names that are about one brand: those under a heading or the head of an item that names one brand
 * and nothing else, and the cells of a verdict column in the row of one brand. What stands under "Pros" and "Cons" is left to the
 * reader of sides.
 */
export function carriedBlocks(
  blocks: readonly Block[],
  namings: NamingsByBlock,
  outline: Outline,
): Map<Block, Carried> {
  const carried = new Map<Block, Carried>();
  if (namings.size === 0) return carried;
  for (const block of blocks) {
    if (namings.has(block) || block.place.heading !== null) continue;
    const found =
      block.place.cell === null ? sectionOf(block, namings, outline) : verdictOf(block, namings, outline);
    if (found !== null) carried.set(block, found);
  }
  return carried;
}

function sectionOf(block: Block, namings: NamingsByBlock, outline: Outline): Carried | null {
  if (sidesOf(block).length > 0) return null;
  for (let head = outline.above(block); head !== null; head = outline.above(head)) {
    if (sidesOf(head).length > 0) return null;
    if (!namings.has(head)) continue;
    const brand = brandOfHead(head, namings);
    return brand === null ? null : { brand, by: head.place.inList ? 'item' : 'heading' };
  }
  return null;
}

/** The only brand of a block that is nothing but a head: `### 2. T`, `- **T** – $40`. */
export function brandOfHead(block: Block, namings: NamingsByBlock): TrackedBrand | null {
  const { text, place } = block;
  const own = namings.get(block) ?? [];
  const [first] = own;
  if (!first || text.length > 120 || own.some(({ brand }) => brand !== first.brand)) return null;
  const isSentence = place.heading === null && /[.!?。！？]\s*$/u.test(text);
  const number = LINE_NUMBER.exec(text)?.[0].length ?? 0;
  return !isSentence && isAbout(text, headOf(block, number), first) ? first.brand : null;
}

/** A cell below a header such as `Verdict`, in the row of a brand, or in the row `Verdict` below the name of a brand. */
function verdictOf(cell: Block, namings: NamingsByBlock, outline: Outline): Carried | null {
  const [column, row] = [outline.columnHead(cell), outline.rowHead(cell)];
  if (column === null || row === null || column === cell || row === cell) return null;
  const isAsked = (head: Block) => !namings.has(head) && VERDICT_COLUMN.test(head.text);
  const named = isAsked(column) ? outline.rowOf(cell) : isAsked(row) ? [column] : [];
  const brands = new Set(named.flatMap((each) => namings.get(each) ?? []).map(({ brand }) => brand));
  const [brand] = brands;
  return brands.size === 1 && brand !== undefined ? { brand, by: 'row' } : null;
}
