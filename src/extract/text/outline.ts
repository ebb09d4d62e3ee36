import type { Block } from './blocks.ts';
import { LINE_END } from './mapped-text.ts';

/** Levels of heads. Headings have their own, 1 to 6; an item of a list stands below all of these, deeper ones deeper. */
const BOLD_LINE = 7;
const LABEL = 8;
const ITEM = 9;
const LEAF = Number.POSITIVE_INFINITY;

/** A longer line is a sentence, not a head. */
const LONGEST_HEAD = 120;

/** The order of an answer: which block stands under which heading, label, or item, and which cells belong together. */
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

  /** The head right above a block; null at the top. */
  above(block: Block): Block | null {
    return this.#above.get(block) ?? null;
  }

  /** The blocks right under a head, in reading order, without those under heads of their own. */
  under(head: Block): readonly Block[] {
    return this.#under.get(head) ?? [];
  }

  /** The cells of a cell's row. Cells that show nothing are left out. */
  rowOf({ place: { cell } }: Block): readonly Block[] {
    return cell === null ? [] : (this.#rows.get(`${cell.table}:${cell.row}`) ?? []);
  }

  /** The first cell of a cell's row. */
  rowHead(cell: Block): Block | null {
    return this.rowOf(cell).find(({ place }) => place.cell?.column === 0) ?? null;
  }

  /** The cell at the top of a cell's column. */
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

/** Whether everything in a block but signs is bold. */
export function isBold({ text, spans }: Block): boolean {
  let rest = text;
  for (const { kind, from, to } of spans)
    if (kind === 'strong') rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest.replace(/^\s*\d{1,3}[.)]/u, ''));
}

/**
 * Whether a head ends where a block begins. A label ends where prose goes on behind its list or table.
 *
 * @param isApart whether the block follows a list or a table that it is not part of
 */
function endsAt(open: number, { place }: Block, level: number, isApart: boolean): boolean {
  if (open > ITEM) return open >= ITEM + place.depth + (level === LEAF && place.inList ? 1 : 0);
  return open >= level || (open === LABEL && isApart);
}
