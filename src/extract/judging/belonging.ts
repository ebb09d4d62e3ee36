import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Block } from '../text/blocks.ts';
import { isYes } from '../text/negation.ts';
import { isBold, Outline } from '../text/outline.ts';
import type { Range } from '../text/ranges.ts';
import { type Clause, clausesOf } from './clauses.ts';

/** A clause in reading order. */
interface Placed extends Clause {
  readonly block: Block;
}

/**
 * Where statements about each brand may stand, in the answer's text: the clause with its name, what continues it until
 * another name, heading, or item comes, the heads above it, what stands under it as a head, and its table row or column.
 * A question about one brand is a head of all that belongs to nobody else.
 *
 * @param asked the brands in the question
 */
export function territoriesOf(
  { blocks, sentences, named }: NamedAnswer,
  asked: ReadonlySet<TrackedBrand>,
): Map<TrackedBrand, Range[]> {
  const namings = Map.groupBy(named, ({ block }) => block);
  const order = blocks.flatMap((block) =>
    sentences
      .of(block)
      .flatMap((each) => clausesOf(block.text, each, namings.get(block) ?? []))
      .map((clause): Placed => ({ ...clause, block })),
  );
  const relatives = new Relatives(blocks);
  const found = new Map<TrackedBrand, Set<Placed>>();
  const byBlock = Map.groupBy(order, ({ block }) => block);
  for (const [index, clause] of order.entries()) {
    for (const brand of clause.owners ?? []) {
      const own = found.get(brand) ?? new Set();
      found.set(brand, own);
      for (const each of [clause, ...following(order, index)]) own.add(each);
      for (const block of relatives.of(clause.block)) {
        const isWhole = block.place.cell !== null || block.place.heading !== null;
        for (const each of byBlock.get(block) ?? [])
          if (isWhole || each.isAside || each.owners === null || each.owners.has(brand)) own.add(each);
      }
    }
  }
  addAsked(found, asked, order);
  return new Map([...found].map(([brand, own]) => [brand, rangesOf(own)]));
}

/** Adds what follows a question: all that nobody else has, or the opening if it is about several. */
function addAsked(
  found: ReadonlyMap<TrackedBrand, Set<Placed>>,
  asked: ReadonlySet<TrackedBrand>,
  order: readonly Placed[],
): void {
  const first = order.findIndex(({ owners }) => owners !== null);
  for (const brand of asked) {
    const own = found.get(brand);
    if (own === undefined) continue;
    const taken = new Set(
      [...found].flatMap(([other, sentences]) => (other === brand ? [] : [...sentences])),
    );
    const after =
      asked.size > 1
        ? order.slice(0, first)
        : order.filter((each) => each.owners?.size !== 0 && !taken.has(each));
    for (const sentence of after) own.add(sentence);
  }
}

/** The clauses that continue one with a name, up to the next one about a name. */
function following(order: readonly Placed[], index: number): Placed[] {
  const start = order[index];
  const found: Placed[] = [];
  for (let at = index + 1; at < order.length; at += 1) {
    const next = order[at];
    if (start === undefined || next === undefined || !continues(start.block, next.block)) break;
    if (next.owners !== null && (found.length > 0 || !next.isAside)) break;
    found.push(next);
  }
  return found;
}

/** Whether a later block continues one: no head, no table, and inside its list item if it has one. */
function continues(start: Block, next: Block): boolean {
  if (start === next) return true;
  const [{ place: own }, { place }] = [start, next];
  if (place.heading !== null || place.cell !== null || own.cell !== null) return false;
  if (own.depth > 0)
    return place.depth > own.depth || (place.depth === own.depth && place.list === own.list && !place.isHead);
  return place.depth > 0 || !isBold(next);
}

/** The blocks that belong to a name in a block, by the answer's structure. */
class Relatives {
  readonly #blocks: readonly Block[];
  readonly #outline: Outline;
  readonly #tables: ReadonlyMap<number | undefined, readonly Block[]>;
  /** The first place of each list's and table's blocks. */
  readonly #first = new Map<string, number>();
  readonly #known = new Map<Block, readonly Block[]>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    this.#outline = new Outline(blocks);
    this.#tables = Map.groupBy(blocks, ({ place }) => place.cell?.table);
    for (const [index, { place }] of blocks.entries()) {
      if (!this.#first.has(groupOf(place))) this.#first.set(groupOf(place), index);
    }
  }

  of(block: Block): readonly Block[] {
    const known = this.#known.get(block) ?? [
      ...this.#above(block),
      ...this.#under(block),
      ...this.#cells(block),
      ...this.#before(block),
    ];
    this.#known.set(block, known);
    return known;
  }

  #above(block: Block): Block[] {
    const head = this.#outline.above(block);
    return head === null ? [] : [head, ...this.#above(head)];
  }

  #under(head: Block): Block[] {
    return this.#outline.under(head).flatMap((block) => [block, ...this.#under(block)]);
  }

  /**
   * A cell's row with its column heads; for a name at the top, its column with the rows' heads, or the whole table.
   * Another column's head says something of a name only if their cell is a `yes`.
   */
  #cells({ place: { cell } }: Block): readonly Block[] {
    if (cell === null) return [];
    const { row, column } = cell;
    const table = this.#tables.get(cell.table) ?? [];
    if (row === 0 && column === 0) return table;
    const isYesAt = (at: number, of: number) =>
      table.some(({ text, place }) => place.cell?.row === at && place.cell.column === of && isYes(text));
    return table.filter(({ place: { cell: other } }) => {
      if (other === null) return false;
      if (row === 0)
        return (
          other.column === column || (other.column === 0 && (other.row === 0 || isYesAt(other.row, column)))
        );
      return (
        other.row === row || (other.row === 0 && (other.column === column || isYesAt(row, other.column)))
      );
    });
  }

  /** The paragraph right before a block's list or table. */
  #before({ place }: Block): Block[] {
    const first = this.#first.get(groupOf(place));
    if (first === undefined || (place.list === null && place.cell === null)) return [];
    const before = this.#blocks[first - 1];
    return before === undefined || before.place.cell !== null ? [] : [before];
  }
}

function groupOf({ list, cell }: Block['place']): string {
  return cell === null ? `list ${list}` : `table ${cell.table}`;
}

/** Clauses as ranges of the answer, joined where only blanks are between them. */
function rangesOf(clauses: Iterable<Placed>): Range[] {
  const all = [...clauses].map(({ block, from, to }) => block.sourceOf(from, to));
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of all.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
