import type { List, ListItem, Parent, PhrasingContent, RootContent, Table } from 'mdast';
import { paragraphParts } from './head-lines.ts';
import { type MarkdownPart, parseMarkdown } from './markdown.ts';
import type { Place } from './place.ts';
import type { Range } from './ranges.ts';
import { SourceLists } from './source-lists.ts';
import { type VisibleText, visibleHtmlOf, visibleTextOf } from './visible-text.ts';

/** A run of visible text that contains whole sentences: a paragraph, heading, table cell, or piece of HTML. */
export interface Block extends VisibleText {
  readonly place: Place;
}

const PROSE: Place = {
  ordered: [],
  isNumbered: false,
  inList: false,
  depth: 0,
  list: null,
  isHead: false,
  heading: null,
  cell: null,
};

/** The answer's blocks in reading order, without code fences, definitions, and source lists. */
export function blocksOf(answer: string): Block[] {
  return read(answer).blocks;
}

/** The answer's citations, as ranges in its source. Names there do not count. */
export function citationsOf(answer: string): Range[] {
  const { blocks, sources } = read(answer);
  const inText = blocks.flatMap(({ citations, placeOf }) =>
    citations.map(({ from, to }) => placeOf(from, to)),
  );
  return [...inText, ...sources].sort((a, b) => a.from - b.from);
}

function read(answer: string): BlockReader {
  const reader = new BlockReader();
  for (const part of parseMarkdown(answer)) reader.readPart(part);
  return reader;
}

class BlockReader {
  readonly blocks: Block[] = [];
  /** Ranges of blocks in source lists. */
  readonly sources: Range[] = [];
  #part: MarkdownPart = { root: { type: 'root', children: [] }, text: '', shift: 0, from: 0, to: 0 };
  #definitions = new Map<string, string>();
  #lists = 0;
  #tables = 0;
  readonly #sources = new SourceLists();
  /** Lists of ones that continue another one. */
  readonly #continued = new Set<RootContent>();
  /** The last ordered list at each depth, to recognize its continuation after an interruption. */
  readonly #lastOrdered = new Map<number, { list: number; next: number }>();

  readPart(part: MarkdownPart): void {
    this.#part = part;
    this.#definitions = definitionsIn(part);
    this.#flowAll(part.root.children, () => PROSE);
  }

  /** @param placeOf a child's place by its index */
  #flowAll(children: readonly RootContent[], placeOf: (index: number) => Place): void {
    for (const [index, child] of children.entries()) {
      if (continuesOnes(children, index, this.#part)) this.#continued.add(child);
      this.#flow(child, placeOf(index));
    }
  }

  #flow(node: RootContent, place: Place): void {
    if ((node.position?.start.offset ?? 0) >= this.#part.to) return;
    if (node.type === 'paragraph') this.#paragraph(node.children, place);
    else if (node.type === 'heading') this.#block(node.children, { ...place, heading: node.depth });
    else if (node.type === 'html') this.#push(visibleHtmlOf(node, this.#part), place);
    else if (node.type === 'table') this.#table(node, place);
    else if (node.type === 'list') this.#list(node, place);
    else if (node.type === 'thematicBreak') this.#sources.end();
    else if (node.type === 'blockquote') {
      this.#flowAll(node.children, () => ({ ...place, isHead: false }));
    }
  }

  #paragraph(children: readonly PhrasingContent[], place: Place): void {
    const parts = paragraphParts(children, this.#part.text);
    if (parts.some(({ isItem }) => isItem)) this.#lists += 1;
    const item = { inList: true, isNumbered: false, isHead: true, depth: place.depth + 1, list: this.#lists };
    for (const [index, part] of parts.entries())
      this.#block(part.children, { ...place, ...(part.isItem ? item : index > 0 && { isHead: false }) });
  }

  #list(node: List, place: Place): void {
    this.#lists += 1;
    const list = this.#lists;
    const depth = place.ordered.length;
    const before = this.#lastOrdered.get(depth);
    const start = this.#continued.has(node) ? (before?.next ?? 1) : (node.start ?? 1);
    const isResumed = before !== undefined && before.next === start && start > 1;
    let ordered = node.ordered ? (isResumed ? before.list : list) : null;
    const positions = ordered === null ? [] : positionsOf({ ...node, start }, this.#part);
    for (const [index, item] of node.children.entries()) {
      const position = positions[index] ?? start + index;
      if (ordered !== null && beginsAgain(positions, index)) {
        this.#lists += 1;
        ordered = this.#lists;
      }
      this.#item(item, {
        ...place,
        depth: place.depth + 1,
        list,
        isNumbered: ordered !== null,
        ordered: ordered === null ? place.ordered : [...place.ordered, { list: ordered, position }],
      });
    }
    const last = positions.at(-1) ?? start;
    if (ordered !== null) this.#lastOrdered.set(depth, { list: ordered, next: last + 1 });
  }

  #item(node: ListItem, place: Place): void {
    this.#flowAll(node.children, (index) => ({ ...place, inList: true, isHead: index === 0 }));
  }

  #table(node: Table, place: Place): void {
    this.#tables += 1;
    for (const [row, { children }] of node.children.entries()) {
      for (const [column, cell] of children.entries()) {
        this.#block(cell.children, { ...place, isHead: false, cell: { table: this.#tables, row, column } });
      }
    }
  }

  #block(children: readonly PhrasingContent[], place: Place): void {
    this.#push(visibleTextOf(children, this.#part, this.#definitions), place);
  }

  #push(visible: VisibleText, place: Place): void {
    if (!/[^\s\uFFFC]/.test(visible.text)) return;
    const isSource = this.#sources.holds(visible.text, place);
    if (isSource) this.sources.push(visible.placeOf(0, visible.text.length));
    else this.blocks.push({ ...visible, place });
  }
}

/**
 * The positions of an ordered list's items. Markdown itself would count a descending list upward, and would continue
 * where a list restarts at 1.
 */
export function positionsOf({ children, start }: List, { text }: MarkdownPart): number[] {
  const written = children.map(({ position }) =>
    Number.parseInt(text.slice(position?.start.offset, position?.end.offset), 10),
  );
  const isDown = written.every((number, index) => index === 0 || number < (written[index - 1] ?? 0));
  if (written.length > 1 && isDown) return written;
  let next = start ?? 1;
  return written.map((number, index) => {
    const before = written[index - 1] ?? 0;
    if (number === 1 && before > 1 && before === next - 1) next = 1;
    next += 1;
    return next - 1;
  });
}

/** Whether a list with only 1 as numbers continues another one, which bullets without indentation interrupted. */
function continuesOnes(siblings: readonly RootContent[], index: number, { text }: MarkdownPart): boolean {
  const [before, bullets, node] = siblings.slice(Math.max(0, index - 2), index + 1);
  if (node?.type !== 'list' || bullets?.type !== 'list' || before?.type !== 'list' || bullets.ordered)
    return false;
  const isLabel = /[:：][\s*_]*$/.test(
    text.slice(bullets.position?.start.offset, bullets.position?.end.offset),
  );
  return !isLabel && [before, node].every((list) => list.ordered === true && isOnes(list, text));
}

function isOnes({ children }: List, text: string): boolean {
  return children.every(({ position }) =>
    /^1[.)]/.test(text.slice(position?.start.offset, (position?.start.offset ?? 0) + 2)),
  );
}

/** Whether another list starts at this item, within one Markdown list. */
function beginsAgain(positions: readonly number[], index: number): boolean {
  const isDown = (positions[0] ?? 0) > (positions[1] ?? 0);
  return index > 0 && positions[index] === 1 && !isDown;
}

/** Link definitions' URLs by identifier. */
export function definitionsIn({ root }: MarkdownPart): Map<string, string> {
  const found = new Map<string, string>();
  const pending: Parent[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    for (const child of parent.children) {
      if (child.type === 'definition' && !found.has(child.identifier)) found.set(child.identifier, child.url);
      if (child.type === 'blockquote' || child.type === 'list' || child.type === 'listItem')
        pending.push(child);
    }
  }
  return found;
}
