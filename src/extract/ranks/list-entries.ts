import type { Block } from '../text/blocks.ts';
import { headOf } from '../text/heads.ts';
import type { CellPlace } from '../text/place.ts';
import type { Range } from '../text/ranges.ts';
import { numberAt } from './list-numbers.ts';
import { positionOfCell, type RankColumn, rankColumnsOf } from './rank-columns.ts';

/** Kinds of evidence for a position, strongest first. */
export const RANK_RULES = ['ordered list', 'numbered heading', 'rank column', 'numbered line'] as const;
export type RankRule = (typeof RANK_RULES)[number];

export interface Entry {
  readonly rule: RankRule;
  /** Identifies its list: equal for all entries of one list. */
  readonly list: string;
  readonly position: number;
  readonly block: Block;
  /** The entry's head: whole, and after a label such as `Best overall:`. */
  readonly heads: readonly Range[];
}

/** The answer's entries. Text in the body of an ordered item gives no position. */
export function entriesOf(blocks: readonly Block[]): Entry[] {
  const lines = new NumberedLines();
  const columns = rankColumnsOf(blocks);
  const isDocument = blocks.some(isOutlined);
  return blocks
    .flatMap((block) => [...itemEntries(block), ...blockEntries(block, lines, columns)])
    .filter((entry) => !isNested(entry) && !(isDocument && NUMBERED_PARTS.has(entry.rule)));
}

/** Evidence that looks like a document's section numbers. */
const NUMBERED_PARTS: ReadonlySet<RankRule> = new Set(['numbered heading', 'numbered line']);

/** Whether a heading has a subsection number, like `3.1 Market overview`, or is an introduction. */
function isOutlined({ text, spans, place }: Block): boolean {
  const isHeading =
    place.heading !== null || (!place.inList && spans[0]?.kind === 'strong' && spans[0].from === 0);
  return (
    isHeading &&
    /^\s*(?:\d{1,2}\.\d{1,2}\.?\s+\p{L}|1[.)]\s+(?:Introduction|(?:Market )?Overview|Überblick|Executive Summary|Background|Methodology|Einleitung|Introducción|Introdução|Introduzione)\s*$)/iu.test(
      text,
    )
  );
}

/** Higher numbers are years, which Markdown reads as list numbers: `2019. Acquired by …`. */
const HIGHEST_POSITION = 999;

function itemEntries(block: Block): Entry[] {
  const { ordered, isHead, isNumbered, cell } = block.place;
  const item = ordered.at(-1);
  if (
    !item ||
    item.position <= 0 ||
    item.position > HIGHEST_POSITION ||
    !isHead ||
    !isNumbered ||
    cell !== null
  )
    return [];
  return [entry('ordered list', item.list, item.position, block, 0)];
}

function blockEntries(block: Block, lines: NumberedLines, columns: ReadonlyMap<number, RankColumn>): Entry[] {
  const { heading, cell } = block.place;
  if (heading !== null) return headingEntries(block, heading);
  if (cell === null) return lines.entriesOf(block);
  const position = positionOfCell(block, columns);
  return position === null
    ? numberedCell(block, cell)
    : [entry('rank column', cell.table, position, block, 0)];
}

/** A cell that starts with its row's number: `1. T`. */
function numberedCell(block: Block, { table, row, column }: CellPlace): Entry[] {
  const number = numberAt(block.text, 0);
  if (number?.position !== row) return [];
  return [entry('rank column', `${table}.${column}`, row, block, number.to)];
}

function headingEntries(block: Block, depth: number): Entry[] {
  const number = numberAt(block.text, 0);
  return number === null ? [] : [entry('numbered heading', depth, number.position, block, number.to)];
}

/** @param from the start of the entry's text, after its number */
function entry(rule: RankRule, list: number | string, position: number, block: Block, from: number): Entry {
  const heads = [headOf(block, from, 0), headOf(block, from)];
  return { rule, list: `${rule} ${list}`, position, block, heads };
}

function isNested({ rule, block }: Entry): boolean {
  return block.place.ordered.length > (rule === 'ordered list' ? 1 : 0);
}

/**
 * Paragraph lines with bold numbers, keycaps, medals, or Chinese and Japanese numbering, and plain numbers after these or
 * in a row.
 */
class NumberedLines {
  #list = 0;
  #last = 0;
  readonly #plain = new PlainNumbers();

  entriesOf(block: Block): Entry[] {
    return lineStarts(block.text).flatMap((from) => {
      const number = numberAt(block.text, from);
      if (number === null) return [];
      const { position, to, isKeycap, isUnmarkedList } = number;
      const continues = this.#last > 0 && position === this.#last + 1;
      if (!isKeycap && !isUnmarkedList && !continues && !isBold(block, from, to)) {
        this.#last = 0;
        return this.#plain.entriesOf(block, position, to);
      }
      if (position <= this.#last) this.#list += 1;
      this.#last = position;
      return [entry('numbered line', this.#list, position, block, to)];
    });
  }
}

/** Lines that Markdown doesn't see as a list, such as `1.飞书` and `（1）飞书`: a list only with 1 and 2 in a row. */
class PlainNumbers {
  /** Negative, unlike those of lines that are a list on their own. */
  #list = 0;
  #last = 0;
  #first: Entry[] = [];

  entriesOf(block: Block, position: number, to: number): Entry[] {
    if (position === 1) {
      this.#list -= 1;
      this.#first = [entry('numbered line', this.#list, position, block, to)];
    } else if (position !== this.#last + 1) return [];
    this.#last = position;
    if (position === 1) return [];
    const entries = [...this.#first, entry('numbered line', this.#list, position, block, to)];
    this.#first = [];
    return entries;
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/[\n\u2028]/g)].map(({ index }) => index + 1)];
}

/** Whether the number, or the text right after it, is bold. */
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
