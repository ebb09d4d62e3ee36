import type { Root } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';

/** A part of an answer as a tree, with its place in the answer. */
export interface MarkdownPart {
  readonly root: Root;
  /** The parsed text, with an equal number of characters for hostile marks. The tree's offsets point into it. */
  readonly text: string;
  /** The difference between an offset in the answer and in `text`. */
  readonly shift: number;
  /** The part's range in `text`; the rest is added context. */
  readonly from: number;
  readonly to: number;
}

/** The visible text yields bare URLs, because this parser's extension for them takes a third of the time. */
const OPTIONS: Options = {
  extensions: [gfmTable(), gfmStrikethrough(), gfmFootnote(), cjkFriendlyExtension()],
  mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmFootnoteFromMarkdown()],
};

/**
 * Parses an answer as CommonMark with GFM tables, strikethrough, and footnotes, in linear time: it parses a long answer
 * in parts, and reads marks as text if there are too many.
 */
export function* parseMarkdown(answer: string): Generator<MarkdownPart> {
  const cuts = cutsOf(answer);
  const definitions = cuts.length > 1 ? definitionsOf(answer) : '';
  for (const { from, to, fence } of cuts) {
    const before = fence === '' ? '' : `${fence}\n`;
    const text = before + boundedMarkup(answer.slice(from, to)) + definitions;
    const root = fromMarkdown(text, OPTIONS);
    yield { root, text, shift: from - before.length, from: before.length, to: before.length + to - from };
  }
}

/** A part ends before the first new top-level block after `GOOD_…`, and always at `MOST_…`. */
const GOOD_CHARACTERS = 16_000;
const MOST_CHARACTERS = 32_000;
const GOOD_LINES = 500;
const MOST_LINES = 1000;

interface Cut {
  readonly from: number;
  readonly to: number;
  /** The code fence that is open at the part's start, or ''. */
  readonly fence: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that, after a blank line, starts a block outside all lists and quotations. */
const NEW_BLOCK = /^(?![>+*-]|\d{1,9}[.)])\S/;

function cutsOf(answer: string): Cut[] {
  const cuts: Cut[] = [];
  let cut = { from: 0, fence: '' };
  let lines = 0;
  let fence = '';
  let afterBlank = false;
  const end = (at: number) => {
    if (at > cut.from) cuts.push({ ...cut, to: at });
    cut = { from: at, fence };
    lines = 0;
  };
  for (let at = 0; at < answer.length; ) {
    const next = answer.indexOf('\n', at) + 1 || answer.length;
    const line = answer.slice(at, Math.min(next, at + 200));
    const size = at - cut.from;
    const isGood = size >= GOOD_CHARACTERS || lines >= GOOD_LINES;
    if (isGood && afterBlank && fence === '' && NEW_BLOCK.test(line)) end(at);
    else if (next - cut.from > MOST_CHARACTERS || lines >= MOST_LINES) end(at);
    while (next - cut.from > MOST_CHARACTERS) end(withinLine(answer, cut.from + MOST_CHARACTERS));
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fenceAfter(fence, mark);
    afterBlank = /^\s*$/.test(line);
    lines += 1;
    at = next;
  }
  end(answer.length);
  return cuts;
}

function fenceAfter(open: string, mark: string): string {
  if (open === '') return mark;
  return mark.startsWith(open) ? '' : open;
}

/** Where to cut a line that is longer than a part: at a nearby space, and never inside a character. */
function withinLine(answer: string, at: number): number {
  const blank = answer.lastIndexOf(' ', at);
  if (blank > at - 200) return blank;
  const unit = answer.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

const DEFINITION = /^ {0,3}\[[^\]\n\r\u2028\u2029]{1,200}\]:[ \t]*\S.{0,2000}$/gm;
const MOST_DEFINITIONS = 300;

/** A long answer's link definitions. They are at its end, and apply to all parts. */
function definitionsOf(answer: string): string {
  const found = answer.match(DEFINITION) ?? [];
  const lines = found.length > MOST_DEFINITIONS ? [] : found;
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

/** Replaces a mark that counts as text: a private-use character without meaning in Markdown. */
export const LITERAL_MARK = '\uE000';

/** Beyond this number in one paragraph, marks count as text, because micromark's time is quadratic. */
const MOST_MARKS = 600;
const MARKS = [/[[\]]/g, /[*_]/g, /~/g];
/** Deeper nesting counts as text. */
const MOST_CONTAINERS = 24;
const MOST_INDENT = 64;

/** A paragraph's start: after a blank line, or at a list item. */
const PARAGRAPH_STARTS = /(?<=\n[ \t]*\n)|(?<=\n)(?=[ \t]{0,400}(?:[-+*]|\d{1,9}[.)])[ \t])/;

/** A text with the same length, without marks that would slow down the parser. */
function boundedMarkup(text: string): string {
  const unnested = text.replace(/^\uFEFF/, ' ').replace(CONTAINERS, flattened);
  if (!MARKS.some((marks) => exceeds(unnested, marks))) return unnested;
  return unnested.split(PARAGRAPH_STARTS).map(withoutExcess).join('');
}

function withoutExcess(paragraph: string): string {
  let plain = paragraph;
  for (const marks of MARKS) if (exceeds(plain, marks)) plain = plain.replace(marks, LITERAL_MARK);
  return plain;
}

function exceeds(text: string, marks: RegExp): boolean {
  return text.length > MOST_MARKS && (text.match(marks)?.length ?? 0) > MOST_MARKS;
}

/** Openings of quotations and list items at a line's start. */
const CONTAINERS = /^(?:[ \t]{0,400}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm;

function flattened(marks: string): string {
  const depth = marks.match(/>|[-+*](?=[ \t]|$)|\d{1,9}[.)]/g)?.length ?? 0;
  const indent = /^[ \t]*/.exec(marks)?.[0].length ?? 0;
  if (depth <= MOST_CONTAINERS && indent <= MOST_INDENT) return marks;
  return marks.replace(/[^ \t]/g, LITERAL_MARK);
}
