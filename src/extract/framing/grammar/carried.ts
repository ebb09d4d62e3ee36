import type { TrackedBrand } from '../../../domain/tracked-brand.ts';
import type { Naming } from '../../names/decide-naming.ts';
import type { Block } from '../../text/blocks.ts';
import { headOf, isAbout } from '../../text/heads.ts';
import { VERDICT_COLUMN } from '../words/verdict-columns.ts';

/** The brand that a block without tracked names is about, because of where the block stands. */
export interface Carried {
  readonly brand: TrackedBrand;
  readonly by: 'heading' | 'item' | 'row';
}

/**
 * The blocks without tracked names that are about one brand: the block right behind a heading or the head of an item that
 * names one brand and nothing else, and the cells of a verdict column in the row of one brand. One step only: what follows
 * them is about anything.
 */
export function carriedBlocks(
  blocks: readonly Block[],
  namings: ReadonlyMap<Block, readonly Naming[]>,
): Map<Block, Carried> {
  const carried = new Map<Block, Carried>();
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const brand = brandOfHead(block, namings.get(block) ?? []);
    if (brand === null || !next || namings.has(next) || !isBehind(block, next)) continue;
    carried.set(next, { brand, by: block.place.heading === null ? 'item' : 'heading' });
  }
  for (const [cell, brand] of verdictCells(blocks, namings)) carried.set(cell, { brand, by: 'row' });
  return carried;
}

/** The only brand of a block that is nothing but a head: `### 2. T`, `- **T** – $40`. */
function brandOfHead(block: Block, namings: readonly Naming[]): TrackedBrand | null {
  const { text, place } = block;
  const [first] = namings;
  if (!first || (place.heading === null && !place.inList) || text.length > 120) return null;
  if (namings.some(({ brand }) => brand !== first.brand)) return null;
  const number = /^[\s*]*(?:#?\(?\d{1,3}[.)、:])\s*/u.exec(text)?.[0].length ?? 0;
  const isSentence = place.heading === null && /[.!?。！？]\s*$/u.test(text);
  return !isSentence && isAbout(text, headOf(block, number), first) ? first.brand : null;
}

function isBehind({ place }: Block, next: Block): boolean {
  if (next.place.heading !== null || next.place.cell !== null) return false;
  return place.heading !== null || (next.place.inList && next.place.list !== place.list);
}

/** The cells without names below a header such as `Verdict`, each with the only brand that its row names. */
function verdictCells(
  blocks: readonly Block[],
  namings: ReadonlyMap<Block, readonly Naming[]>,
): (readonly [Block, TrackedBrand])[] {
  const cells = blocks.filter(({ place }) => place.cell !== null);
  if (cells.length === 0) return [];
  const verdicts = new Set(
    cells
      .filter(({ text, place }) => place.cell?.row === 0 && VERDICT_COLUMN.test(text))
      .map(({ place }) => `${place.cell?.table}:${place.cell?.column}`),
  );
  if (verdicts.size === 0) return [];
  const rows = Map.groupBy(cells, ({ place }) => `${place.cell?.table}:${place.cell?.row}`);
  return [...rows.values()].flatMap((row) => {
    const brands = new Set(row.flatMap((cell) => (namings.get(cell) ?? []).map(({ brand }) => brand)));
    const [brand] = brands;
    if (brands.size !== 1 || brand === undefined || row[0]?.place.cell?.row === 0) return [];
    return row
      .filter((cell) => !namings.has(cell))
      .filter(({ place }) => verdicts.has(`${place.cell?.table}:${place.cell?.column}`))
      .map((cell) => [cell, brand] as const);
  });
}
