import type { Block } from './blocks.ts';
import { LINE_END } from './mapped-text.ts';

/** Head levels. Headings have 1 to 6; list items are below all of these, by depth. */
const BOLD_LINE = 7;
const LABEL = 8;
const ITEM = 9;
const LEAF = Number.POSITIVE_INFINITY;

/** A longer line is a sentence, not a head. */
const LONGEST_HEAD = 120;

/** An answer's structure: the heading, label, or item above each block, and the cells in each row. */
export class Outline {
  readonly #above = new Map<Block, Block>();
  readonly #under = new Map<Block, Block[]>();
  readonly #rows = new Map<string, Block[]>();

  constructor(blocks: readonly Block[]) {
    const open: { block: Block; level: number }[] = [];
    for (const [index, block] of blocks.entries()) {
      const level = levelOf(block, blocks[index + 1]);
      const last = blocks[index - 1];
      const isApart =
        last !== undefined && !block.place.inList && (last.place.inList || last.place.cell !== null);
      while (open.length > 0 && endsAt(open.at(-1)?.level ?? 0, block, level, isApart)) open.pop();
      const head = open.at(-1)?.block;
      if (head !== undefined) {
        this.#above.set(block, head);
        this.#under.set(head, [...(this.#under.get(head) ?? []), block]);
      }
      if (level !== LEAF) open.push({ block, level });
      const { cell } = block.place;
      if (cell === null) continue;
      const row = this.#rows.get(`${cell.table}:${cell.row}`) ?? [];
      row.push(block);
      if (row.length === 1) this.#rows.set(`${cell.table}:${cell.row}`, row);
    }
  }

  /** The head directly above a block; null at the top. */
  above(block: Block): Block | null {
    return this.#above.get(block) ?? null;
  }

  /** The blocks directly under a head, in reading order, without those under heads of their own. */
  under(head: Block): readonly Block[] {
    return this.#under.get(head) ?? [];
  }

  rowOf({ place: { cell } }: Block): readonly Block[] {
    return cell === null ? [] : (this.#rows.get(`${cell.table}:${cell.row}`) ?? []);
  }

  rowHead(cell: Block): Block | null {
    return this.rowOf(cell).find(({ place }) => place.cell?.column === 0) ?? null;
  }

  columnHead({ place: { cell } }: Block): Block | null {
    const heads = cell === null ? [] : (this.#rows.get(`${cell.table}:0`) ?? []);
    return heads.find(({ place }) => place.cell?.column === cell?.column) ?? null;
  }
}

function levelOf(block: Block, next: Block | undefined): number {
  const { text, place } = block;
  if (place.heading !== null) return place.heading;
  if (place.cell !== null) return LEAF;
  if (place.inList) return place.isHead ? ITEM + place.depth : LEAF;
  if (text.length > LONGEST_HEAD || text.includes(LINE_END) || text.includes('\n') || next === undefined)
    return LEAF;
  if (/[:：]["”*\s]*$/u.test(text)) return LABEL;
  return isBold(block) ? BOLD_LINE : LEAF;
}

/** Whether all of a block, apart from punctuation, is bold. */
export function isBold({ text, spans }: Block): boolean {
  let rest = text;
  for (const { kind, from, to } of spans)
    if (kind === 'strong') rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest.replace(/^\s*\d{1,3}[.)]/u, ''));
}

/**
 * Whether a head ends where a block starts. A label ends at the prose after its list or table.
 *
 * @param isApart whether the block follows a list or table outside of it
 */
function endsAt(open: number, { place }: Block, level: number, isApart: boolean): boolean {
  if (open > ITEM) return open >= ITEM + place.depth + (level === LEAF && place.inList ? 1 : 0);
  return open >= level || (open === LABEL && isApart);
}
