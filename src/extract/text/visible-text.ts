import type { Link, LinkReference, Node, PhrasingContent, Text } from 'mdast';
import { addressesIn, type VisibleHost } from './hosts.ts';
import { isCitation, type LinkInText } from './link-labels.ts';
import type { MarkdownPart } from './markdown.ts';
import { sourceLinesIn } from './source-lists.ts';

/** Takes the place of each character that does not name. */
const BLANK = '\uFFFC';

/** A line end that the author meant, unlike one inside a paragraph. */
export const LINE_END = '\u2028';

/** A part of a visible text that is marked up. */
export interface Span {
  readonly kind: 'strong' | 'other';
  /** In the visible text. */
  readonly from: number;
  readonly to: number;
}

export interface FinishedText {
  /** Visible text. What cites or addresses instead of naming is replaced by U+FFFC of the same length. */
  readonly text: string;
  /** Parts of the text that are marked up, the outer before the inner. */
  readonly spans: readonly Span[];
  /** Bare domains that stand in the text, in order. */
  readonly hosts: readonly VisibleHost[];
  /** Where in the answer a character of the text was read. */
  readonly offsetOf: (index: number) => number;
  /** The source from which a stretch of the text was read: [from, to) as offsets of the answer. */
  readonly sourceOf: (from: number, to: number) => { readonly from: number; readonly to: number };
}

/** A span with the source of its node. */
interface SourceSpan extends Span {
  readonly sourceFrom: number;
  readonly sourceTo: number;
}

/** Collects what a reader sees of a block, and where each character of it was written. */
export class VisibleText {
  readonly #part: MarkdownPart;
  readonly #definitions: ReadonlyMap<string, string>;
  #text = '';
  /** For each unit of the text where its source begins and ends. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #spans: SourceSpan[] = [];
  readonly #links: LinkInText[] = [];
  /** Between the tags of a script or style, which show nothing. */
  #isHidden = false;

  constructor(part: MarkdownPart, definitions: ReadonlyMap<string, string>) {
    this.#part = part;
    this.#definitions = definitions;
  }

  add(node: PhrasingContent): void {
    switch (node.type) {
      case 'text':
        this.#addText(node);
        break;
      case 'inlineCode':
        this.#addCode(node);
        break;
      case 'html':
        this.#addTag(node);
        break;
      case 'break':
        this.#put(LINE_END, offsets(node));
        break;
      case 'image':
      case 'imageReference':
      case 'footnoteReference':
        this.#put(BLANK, offsets(node));
        break;
      case 'link':
      case 'linkReference':
        this.#addLink(node);
        break;
      default:
        this.#addSpan(node, node.children);
    }
  }

  /** The text between the tags of a block of HTML. Scripts and styles show nothing. */
  addHtml(node: Node & { value: string }): void {
    const { from, to } = offsets(node);
    for (let at = from; at < to; ) {
      const tag = this.#part.text.indexOf('<', at);
      this.#putHtml(at, tag === -1 || tag > to ? to : tag);
      if (tag === -1 || tag >= to) return;
      at = Math.min(to, this.#afterTag(tag));
      const name = /^<\/?([a-z][a-z0-9]*)/i.exec(this.#part.text.slice(tag, tag + 12))?.[1]?.toLowerCase();
      if (name !== undefined && BLOCK_TAGS.has(name)) this.#put(LINE_END, { from: tag, to: at });
    }
  }

  finished(): FinishedText {
    const { hosts, others } = addressesIn(this.#text);
    const text = this.#withoutCitations(others);
    const { shift } = this.#part;
    const starts = Uint32Array.from(this.#starts);
    return {
      text,
      spans: this.#spans,
      hosts: hosts.filter(({ from }) => text[from] !== BLANK),
      sourceOf: sourceMapOf(starts, Uint32Array.from(this.#ends), this.#spans, shift),
      offsetOf: offsetMapOf(starts, shift),
    };
  }

  /** The text with everything blanked that addresses a site instead of naming it. */
  #withoutCitations(addresses: readonly { from: number; to: number }[]): string {
    const blanks = [...addresses, ...sourceLinesIn(this.#text)];
    for (const link of this.#links) if (isCitation(link, this.#links, this.#text)) blanks.push(link);
    if (this.#text.includes('†')) {
      for (const { 0: mark, index } of this.#text.matchAll(CITATION_MARKS)) {
        blanks.push({ from: index, to: index + mark.length });
      }
    }
    let text = '';
    for (const { from, to } of blanks.sort((a, b) => a.from - b.from)) {
      if (to <= text.length) continue;
      text += this.#text.slice(text.length, from);
      text += BLANK.repeat(to - text.length);
    }
    return text + this.#text.slice(text.length);
  }

  #put(shown: string, { from, to }: { from: number; to: number }): void {
    this.#text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) {
      this.#starts.push(from);
      this.#ends.push(to);
    }
  }

  /** A stretch of the source as it stands. */
  #putSource(from: number, to: number): void {
    this.#text += this.#part.text.slice(from, to);
    for (let at = from; at < to; at += 1) {
      this.#starts.push(at);
      this.#ends.push(at + 1);
    }
  }

  /** The same with its references read; HTML has no other escapes. */
  #putHtml(from: number, to: number): void {
    let at = from;
    for (const { 0: reference, 1: name = '', index } of this.#part.text
      .slice(from, to)
      .matchAll(HTML_REFERENCES)) {
      this.#putSource(at, from + index);
      at = from + index + reference.length;
      this.#put(characterOf(name.toLowerCase()), { from: from + index, to: at });
    }
    this.#putSource(at, to);
  }

  #addText(node: Text): void {
    const { from, to } = offsets(node);
    if (this.#isHidden) {
      this.#put(BLANK, { from, to });
      return;
    }
    if (to - from === node.value.length) {
      this.#putSource(from, to);
      return;
    }
    let at = from;
    for (let index = 0; index < node.value.length; ) {
      const { shown, start, end } = this.#nextOfText(node.value, index, at, to);
      this.#put(shown, { from: start, to: end });
      index += shown.length;
      at = end;
    }
  }

  /** The character at an index of a text's value, and the source it was read from: an escape, a reference or itself. */
  #nextOfText(value: string, index: number, at: number, to: number) {
    const source = this.#part.text;
    const shown = value[index] ?? '';
    if (shown === '\n' || (shown === '\r' && value[index + 1] !== '\n')) {
      const lineEnd = /^[ \t]*(?:\r\n|\r|\n)(?:[ \t]|>(?!\s*$))*/.exec(
        source.slice(at, Math.min(to, at + 2000)),
      );
      if (lineEnd) return { shown, start: at, end: this.#lineStart(at, lineEnd[0], value[index + 1]) };
    }
    if (source[at] === '\\' && source[at + 1] === shown && ESCAPABLE.test(shown)) {
      return { shown, start: at, end: at + 2 };
    }
    if (source[at] === '&' && !(shown === '&' && !AMPERSAND.test(source.slice(at, at + 8)))) {
      const reference = REFERENCE.exec(source.slice(at, Math.min(to, at + 40)))?.[0];
      const character = String.fromCodePoint(value.codePointAt(index) ?? 0);
      if (reference) return { shown: character, start: at, end: at + reference.length };
    }
    if (source[at] === shown) return { shown, start: at, end: at + 1 };
    const near = source.slice(at, Math.min(to, at + 200)).indexOf(shown);
    const start = near === -1 ? Math.min(at, to - 1) : at + near;
    return { shown, start, end: near === -1 ? Math.max(at, start + 1) : start + 1 };
  }

  /** Where a line goes on: after its indentation, and the marks of quotations unless they are its text. */
  #lineStart(at: number, skipped: string, next: string | undefined): number {
    const afterBreak = /^[ \t]*(?:\r\n|\r|\n)/.exec(skipped)?.[0] ?? '';
    const prefix = skipped.slice(afterBreak.length);
    const kept = next === '>' && prefix.endsWith('>') ? 1 : 0;
    return at + skipped.length - kept;
  }

  #addCode(node: Node & { value: string }): void {
    const { from, to } = offsets(node);
    const ticks = /^`+/.exec(this.#part.text.slice(from, Math.min(to, from + 100)))?.[0].length ?? 0;
    const inner = to - from - 2 * ticks;
    const padding = inner - node.value.length === 2 ? 1 : 0;
    const begin = from + ticks + padding;
    const at = this.#text.length;
    if (inner - 2 * padding === node.value.length) this.#putSource(begin, begin + node.value.length);
    else this.#put(node.value, { from, to });
    this.#spans.push({ kind: 'other', from: at, to: this.#text.length, sourceFrom: from, sourceTo: to });
  }

  #addTag(node: Node & { value: string }): void {
    const hiding = HIDING_TAG.exec(node.value);
    if (hiding) this.#isHidden = hiding[1] !== '/';
    if (NOTE_TAG.test(node.value)) this.#put(BLANK, offsets(node));
    if (/^<br\b/i.test(node.value)) this.#put(LINE_END, offsets(node));
  }

  #addLink(node: Link | LinkReference): void {
    const url = node.type === 'link' ? node.url : (this.#definitions.get(node.identifier) ?? '');
    const from = this.#text.length;
    this.#addSpan(node, node.children);
    const isNumbered = node.type === 'linkReference' && /^\d+$/.test(node.identifier);
    this.#links.push({
      from,
      to: this.#text.length,
      url,
      isReference: node.type === 'linkReference',
      isNumbered,
    });
  }

  #addSpan(node: Node, children: readonly PhrasingContent[]): void {
    const { from: sourceFrom, to: sourceTo } = offsets(node);
    const from = this.#text.length;
    const place = this.#spans.length;
    for (const child of children) this.add(child);
    const kind = node.type === 'strong' ? 'strong' : 'other';
    this.#spans.splice(place, 0, { kind, from, to: this.#text.length, sourceFrom, sourceTo });
  }

  /** Where the source goes on after a tag, a comment, or a whole script or style. */
  #afterTag(tag: number): number {
    const { text } = this.#part;
    if (text.startsWith('<!--', tag)) return endOf(text, '-->', tag);
    const hidden = /^<(script|style)\b/i.exec(text.slice(tag, tag + 10))?.[1];
    if (hidden !== undefined) return endOf(text, `</${hidden}>`, tag);
    WHOLE_TAG.lastIndex = tag;
    return WHOLE_TAG.test(text) ? WHOLE_TAG.lastIndex : endOf(text, '>', tag);
  }
}

function offsetMapOf(starts: Uint32Array, shift: number): FinishedText['offsetOf'] {
  return (index) => (starts[index] ?? 0) + shift;
}

/** A function of its own, so that it holds on to nothing of the tree. */
function sourceMapOf(
  starts: Uint32Array,
  ends: Uint32Array,
  spans: readonly SourceSpan[],
  shift: number,
): FinishedText['sourceOf'] {
  return (from, to) => {
    const inside = spans.filter((span) => span.from >= from && span.to <= to && span.from < span.to);
    const begin = inside.reduce((least, span) => Math.min(least, span.sourceFrom), starts[from] ?? 0);
    const end = inside.reduce((most, span) => Math.max(most, span.sourceTo), ends[to - 1] ?? 0);
    return { from: begin + shift, to: end + shift };
  };
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

const BLOCK_TAGS = new Set(
  'p br div li ul ol tr td th table h1 h2 h3 h4 h5 h6 section article summary details blockquote dt dd'.split(
    ' ',
  ),
);

/** Raised and lowered text is no part of the word before it. */
const NOTE_TAG = /^<\/?su[bp]\b/i;

const HIDING_TAG = /^<(\/?)(?:script|style)\b/i;

/** A tag with its attributes, whose values may hold a `>`. */
const WHOLE_TAG = /<[^<>"']{0,500}(?:(?:"[^"]{0,2000}"|'[^']{0,2000}')[^<>"']{0,500}){1,50}>/y;

/** Citations that are no Markdown: `【4†source】`. */
const CITATION_MARKS = /【[^【】\n]{0,200}†[^【】\n]{0,200}】/g;

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const REFERENCE = /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,31});/i;
const AMPERSAND = /^&(?:amp|#0*38|#x0*26);/i;

/** References that occur in HTML; of the named ones those that a name may hold. */
const HTML_REFERENCES = /&(amp|nbsp|quot|apos|lt|gt|#\d{1,7}|#x[0-9a-f]{1,6});/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: '\u00A0',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
};

function characterOf(reference: string): string {
  const named = NAMED[reference];
  if (named !== undefined) return named;
  const code = reference.startsWith('#x')
    ? Number.parseInt(reference.slice(2), 16)
    : Number(reference.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '\uFFFD';
}

function offsets(node: Node): { from: number; to: number } {
  return { from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 };
}
