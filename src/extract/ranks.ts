import type { TrackedBrand } from '../domain/tracked-brand.ts';
import type { Naming } from './names/decide-naming.ts';
import type { Block } from './text/blocks.ts';
import { headOf, isAbout, isCoordinated, isNameLike } from './text/heads.ts';
import type { Range } from './text/ranges.ts';
import { indexFrom } from './text/ranges.ts';

/** What a position is read from, the strongest evidence first. */
export const RANK_RULES = ['ordered list', 'numbered heading', 'rank column', 'numbered line'] as const;
export type RankRule = (typeof RANK_RULES)[number];

/** A list position of a brand. */
export interface Rank {
  readonly position: number;
  readonly rule: RankRule;
  /** The list that decided: how many entries it has. */
  readonly entries: number;
  /** In how many lists the brand has a position. */
  readonly lists: number;
}

/** An entry of a list that could be a ranking. */
interface Entry {
  readonly rule: RankRule;
  /** Entries of one list share it. */
  readonly list: string;
  readonly position: number;
  readonly block: Block;
  /** What the entry is about: as it stands, and behind a label such as `Best overall:`. */
  readonly heads: readonly Range[];
}

/**
 * The 1-based list position of each brand that has one. Evidence counts in the order of RANK_RULES; of several lists
 * of one kind the one with most entries counts, then the first. Only a strict list gives a position: bullets, plain
 * headings and the order of mention give none. Neither does a brand that an entry names only in its body, nor a list
 * of steps.
 */
export function ranksOf(blocks: readonly Block[], namings: readonly Naming[]): Map<TrackedBrand, Rank> {
  const byBlock = Map.groupBy(
    namings.filter((each) => each.names),
    (each) => each.block,
  );
  const entries = entriesOf(blocks).filter((entry) => !isNested(entry));
  const lists = Map.groupBy(entries, ({ list }) => list);
  const candidates = new Map<TrackedBrand, (Rank & { order: number })[]>();
  for (const [order, list] of [...lists.values()].entries()) {
    if (!isRanking(list, byBlock)) continue;
    const size = new Set(list.map(({ position }) => position)).size;
    for (const { entry, brands } of aboutThings(list, byBlock)) {
      for (const brand of brands) {
        const known = candidates.get(brand) ?? [];
        if (known.at(-1)?.order === order) continue;
        const { position, rule } = entry;
        known.push({ position, rule, entries: size, lists: 0, order });
        candidates.set(brand, known);
      }
    }
  }
  const ranks = new Map<TrackedBrand, Rank>();
  for (const [brand, found] of candidates) {
    const [best] = found.toSorted(byEvidence);
    if (best)
      ranks.set(brand, {
        position: best.position,
        rule: best.rule,
        entries: best.entries,
        lists: found.length,
      });
  }
  return ranks;
}

function byEvidence(a: Rank & { order: number }, b: Rank & { order: number }): number {
  return (
    RANK_RULES.indexOf(a.rule) - RANK_RULES.indexOf(b.rule) || b.entries - a.entries || a.order - b.order
  );
}

function entriesOf(blocks: readonly Block[]): Entry[] {
  const numbered = new NumberedLines();
  const rankColumns = rankColumnsOf(blocks);
  return blocks.flatMap((block) => {
    const { place } = block;
    const entries: Entry[] = [];
    const item = place.ordered.at(-1);
    if (item && item.position > 0 && place.isHead && place.isNumbered && place.cell === null) {
      entries.push({
        rule: 'ordered list',
        list: `list ${item.list}`,
        position: item.position,
        block,
        heads: headsOf(block, 0),
      });
    }
    if (place.heading !== null) {
      const number = numberAt(block.text, 0);
      if (number === null) return entries;
      const { position, to } = number;
      entries.push({
        rule: 'numbered heading',
        list: `heading ${place.heading}`,
        position,
        block,
        heads: headsOf(block, to),
      });
      return entries;
    }
    if (place.cell !== null) return [...entries, ...cellEntries(block, rankColumns)];
    return [...entries, ...numbered.entriesOf(block)];
  });
}

const RANK_HEADER =
  /^\s*(?:#|№|no\.?|nr\.?|n[º°]|rank(?:ing)?|position|pos\.?|place|rang|platz|puesto|posici[oó]n|classement|posizione|posição|место|排名|名次|順位|순위)\s*$/iu;

/** A table's rank column, and the positions of its rows. */
interface RankColumn {
  readonly column: number;
  readonly positions: Map<number, number>;
}

function rankColumnsOf(blocks: readonly Block[]): Map<number, RankColumn> {
  const columns = new Map<number, RankColumn>();
  for (const { text, place } of blocks) {
    if (place.cell === null) continue;
    const { table, row, column } = place.cell;
    if (row === 0) {
      if (RANK_HEADER.test(text) && !columns.has(table)) columns.set(table, { column, positions: new Map() });
      continue;
    }
    const known = columns.get(table);
    const number = /^\D{0,3}(\d{1,3})\D{0,3}$/u.exec(text.normalize('NFKC'))?.[1];
    if (known?.column === column && number !== undefined) known.positions.set(row, Number(number));
  }
  return columns;
}

/** The first cell beside the rank column is what its row is about. */
function cellEntries(block: Block, columns: ReadonlyMap<number, RankColumn>): Entry[] {
  const { cell } = block.place;
  const rank = cell === null ? undefined : columns.get(cell.table);
  if (cell === null || rank === undefined || cell.row === 0) return [];
  const position = rank.positions.get(cell.row);
  if (position === undefined || cell.column !== (rank.column === 0 ? 1 : 0)) return [];
  return [{ rule: 'rank column', list: `table ${cell.table}`, position, block, heads: headsOf(block, 0) }];
}

const NUMBER =
  /^[\s*_"“\p{Extended_Pictographic}\p{M}\p{Cf}✓✔]*(?:(?:#|№|no\.?\s?|nr\.?\s?|number\s|rank\s)\s?(\d{1,3})(?![\d.]*\d)[.):：、-]?|\(?(\d{1,3})(?:\\?[.)]|[:：、．）]|\s[–—-]\s)(?!\d)|([0-9])\uFE0F?\u20E3|(🔟)|第?(\d{1,3})(?:位|名|위|место)[:：.]?|([\u2460-\u249B\u24F5-\u24FE\u2776-\u2793]))\s*/iu;

interface NumberFound {
  readonly position: number;
  readonly to: number;
  readonly isKeycap: boolean;
  readonly isIdeographic: boolean;
}

/** The number that a line begins with, as a list would print it; null where it is part of a phrase. */
function numberAt(text: string, from: number): NumberFound | null {
  const line = text.slice(from, from + 60).replace(/[０-９]/g, (digit) => digit.normalize('NFKC'));
  const match = NUMBER.exec(line);
  if (!match) return null;
  const [all, signed, plain, keycap, ten, place, circled] = match;
  const digits = signed ?? plain ?? keycap ?? place ?? (ten ? '10' : circled && enclosedNumber(circled));
  const position = Number(digits);
  if (position < 1) return null;
  const isKeycap = keycap !== undefined || ten !== undefined || circled !== undefined;
  return { position, to: from + all.length, isKeycap, isIdeographic: /[、．位名위]/.test(all) };
}

/** The number in a sign such as ①, ⒈ or ❶. Those in black circles have no compatible digits. */
function enclosedNumber(sign: string): string {
  const code = sign.charCodeAt(0);
  return code >= 0x2776
    ? `${((code - 0x2776) % 10) + 1}`
    : code >= 0x24f5
      ? `${code - 0x24f4}`
      : sign.normalize('NFKC').replace(/\D/g, '');
}

/** Paragraph lines that are numbered in bold, with keycaps, or as Chinese and Japanese number lines. */
class NumberedLines {
  #list = 0;
  #last = 0;

  entriesOf(block: Block): Entry[] {
    return lineStarts(block.text).flatMap((from) => {
      const number = numberAt(block.text, from);
      if (number === null || !(number.isKeycap || number.isIdeographic || isBold(block, from, number.to)))
        return [];
      if (number.position <= this.#last) this.#list += 1;
      this.#last = number.position;
      const { position, to } = number;
      return [
        {
          rule: 'numbered line',
          list: `lines ${this.#list}`,
          position,
          block,
          heads: headsOf(block, to),
        } as const,
      ];
    });
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/[\n\u2028]/g)].map(({ index }) => index + 1)];
}

/** Whether the number, or what follows right after it, is bold. */
function isBold({ spans, text }: Block, from: number, to: number): boolean {
  const isLead = (span: { from: number }) =>
    !/[\p{L}\p{N}]/u.test(text.slice(from, span.from)) || span.from === to;
  return spans.some(
    (span) =>
      span.kind === 'strong' &&
      span.from >= from &&
      span.from <= to &&
      (isLead(span) || text.slice(to, span.from).trim() === ''),
  );
}

/** A list of names: at least half of its heads could be one. A list of steps is none. */
function isRanking(list: readonly Entry[], byBlock: ReadonlyMap<Block, readonly Naming[]>): boolean {
  const heads = list.filter((entry) => isNameLike(headText(entry)) || subjectsOf(entry, byBlock).length > 0);
  return heads.length * 2 >= list.length;
}

function headsOf(block: Block, from: number): Range[] {
  return [headOf(block, from, 0), headOf(block, from)];
}

function headText({ block, heads }: Entry): string {
  const head = heads.at(-1);
  return head ? block.text.slice(head.from, head.to) : '';
}

/** Entries with what they are about. Where most of them state something of one brand, `T is slow`, they do not rank it. */
function aboutThings(list: readonly Entry[], byBlock: ReadonlyMap<Block, readonly Naming[]>) {
  const subjects = list.map((entry) => ({ entry, brands: subjectsOf(entry, byBlock) }));
  const entries = new Map<TrackedBrand, Entry[]>();
  for (const { entry, brands } of subjects) {
    for (const brand of brands) {
      const own = entries.get(brand);
      if (own) own.push(entry);
      else entries.set(brand, [entry]);
    }
  }
  const reasons = new Set(
    [...entries]
      .filter(([, own]) => own.length > 1 && own.length * 2 > list.length)
      .filter(([brand, own]) => own.every((each) => isStatement(each, brand, byBlock)))
      .map(([brand]) => brand),
  );
  return subjects.map(({ entry, brands }) => ({
    entry,
    brands: brands.filter((each) => !reasons.has(each)),
  }));
}

/** Whether an entry goes on from a name in lower case, as a sentence does and a product's name does not. */
function isStatement(
  { block, heads }: Entry,
  brand: TrackedBrand,
  byBlock: ReadonlyMap<Block, readonly Naming[]>,
): boolean {
  const start = heads[0]?.from ?? 0;
  const known = byBlock.get(block) ?? [];
  const naming = known
    .slice(indexFrom(known, start), indexFrom(known, start) + 10)
    .find((each) => each.brand === brand);
  return naming !== undefined && /^(?:['’]s)?\s+\p{Ll}/u.test(block.text.slice(naming.to, naming.to + 40));
}

/** The brands an entry is about: the first that its head names, and those named together with it. */
function subjectsOf({ block, heads }: Entry, byBlock: ReadonlyMap<Block, readonly Naming[]>): TrackedBrand[] {
  for (const head of heads) {
    const subjects = subjectsIn(block, head, byBlock);
    if (subjects.length > 0) return subjects;
  }
  return [];
}

function subjectsIn(
  block: Block,
  head: Range,
  byBlock: ReadonlyMap<Block, readonly Naming[]>,
): TrackedBrand[] {
  const known = byBlock.get(block) ?? [];
  const near = known.slice(indexFrom(known, head.from), indexFrom(known, head.to + SECOND_NAME_REACH));
  const named = near.filter((each) => each.from < head.to || isSecondName(block.text, head, each));
  const first = named[0];
  if (!first || !isAbout(block.text, head, first)) return [];
  const subjects = [first.brand];
  let end = first.to;
  for (const each of named.slice(1)) {
    if (each.from >= end && !isCoordinated(block.text.slice(end, each.from))) break;
    if (!subjects.includes(each.brand)) subjects.push(each.brand);
    end = Math.max(end, each.to);
  }
  return subjects;
}

/** How far behind a head the second name of `Lark (Feishu)` may begin. */
const SECOND_NAME_REACH = 4;

/** A second name in brackets right after a head: `Lark (Feishu)`. */
function isSecondName(text: string, head: Range, name: Range): boolean {
  const between = text.slice(head.to, name.from);
  return /^\s?[(（]\s?$/.test(between) && /^\s?[)）]/.test(text.slice(name.to, name.to + 2));
}

/** Whether an entry lies in an item of an ordered list: what is in an item's body is no position of the answer's. */
function isNested({ rule, block }: Entry): boolean {
  return block.place.ordered.length > (rule === 'ordered list' ? 1 : 0);
}
