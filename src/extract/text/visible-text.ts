import type { Node, PhrasingContent } from 'mdast';
import { citationMarkersIn } from '../../domain/answers/citation-marker.ts';
import { sourceChipsIn } from './citation-marks.ts';
import { addressesIn, type VisibleHost } from './hosts.ts';
import { textOfHtml } from './html.ts';
import { InlineReader, type SourceSpan, type Span } from './inline-reader.ts';
import { isCitation, type LinkInText } from './link-labels.ts';
import { BLANK, type MappedText, rangeOf } from './mapped-text.ts';
import type { MarkdownPart } from './markdown.ts';
import type { Range } from './ranges.ts';
import { sourceLinesIn } from './source-lists.ts';

/** A block's visible text, with its place in the answer. */
export interface VisibleText {
  /** U+FFFC of the same length replaces citations and addresses. */
  readonly text: string;
  /** Text ranges with markup. Outer spans precede inner ones. */
  readonly spans: readonly Span[];
  /** Bare domains in the text, in order. */
  readonly hosts: readonly VisibleHost[];
  /** Citations in the text, in no particular order. */
  readonly citations: readonly Range[];
  /** A text character's offset in the answer. */
  readonly offsetOf: (index: number) => number;
  /** The answer's range for [from, to) of the text, without markup around it. */
  readonly placeOf: (from: number, to: number) => Range;
  /** The answer's range for [from, to) of the text, including markup. */
  readonly sourceOf: (from: number, to: number) => Range;
}

/**
 * The visible text of a paragraph, heading, or cell.
 *
 * @param definitions link definitions' URLs by identifier
 */
export function visibleTextOf(
  children: readonly PhrasingContent[],
  part: MarkdownPart,
  definitions: ReadonlyMap<string, string>,
): VisibleText {
  const reader = new InlineReader(part.text, definitions);
  for (const child of children) reader.read(child);
  return visible(reader.mapped, reader.spans, reader.links, part.shift);
}

/** The visible text of an HTML block. */
export function visibleHtmlOf(node: Node, { text, shift }: MarkdownPart): VisibleText {
  return visible(textOfHtml(text, rangeOf(node)), [], [], shift);
}

function visible(
  mapped: MappedText,
  spans: readonly SourceSpan[],
  links: readonly LinkInText[],
  shift: number,
): VisibleText {
  const { hosts, others } = addressesIn(mapped.text);
  const citations = citationsIn(mapped.text, links);
  const text = withBlanks(mapped.text, [...others, ...citations]);
  const { starts, ends } = mapped.sourceMap();
  return {
    text,
    spans,
    citations,
    hosts: hosts.filter(({ from, to }) => !text.slice(from, to).includes(BLANK)),
    sourceOf: sourceMapOf(starts, ends, spans, shift),
    offsetOf: offsetMapOf(starts, shift),
    placeOf: placeMapOf(starts, ends, shift),
  };
}

/** The text's citation ranges. */
function citationsIn(text: string, links: readonly LinkInText[]): Range[] {
  return [
    ...sourceLinesIn(text),
    ...sourceChipsIn(text),
    ...links.filter((link) => isCitation(link, links, text)),
    ...wordedMarkersIn(text),
  ];
}

/** Citation markers with more than numbers: `[web:1]`, `【4†source】`, `citeturn0search1`. Others hold no name. */
function wordedMarkersIn(text: string): Range[] {
  if (!/[[【［\uE200]|turn\d/.test(text)) return [];
  return citationMarkersIn(text).filter(({ from, to }) => /[\p{L}†]/u.test(text.slice(from, to)));
}

function withBlanks(text: string, blanks: Range[]): string {
  let shown = '';
  for (const { from, to } of blanks.sort((a, b) => a.from - b.from)) {
    if (to <= shown.length) continue;
    shown += text.slice(shown.length, from);
    shown += BLANK.repeat(to - shown.length);
  }
  return shown + text.slice(shown.length);
}

function offsetMapOf(starts: Uint32Array, shift: number): VisibleText['offsetOf'] {
  return (index) => (starts[index] ?? 0) + shift;
}

function placeMapOf(starts: Uint32Array, ends: Uint32Array, shift: number): VisibleText['placeOf'] {
  return (from, to) => ({ from: (starts[from] ?? 0) + shift, to: (ends[to - 1] ?? 0) + shift });
}

/** A separate function, so that the closure doesn't keep the Markdown tree in memory. */
function sourceMapOf(
  starts: Uint32Array,
  ends: Uint32Array,
  spans: readonly SourceSpan[],
  shift: number,
): VisibleText['sourceOf'] {
  return (from, to) => {
    const inside = spans.filter((span) => span.from >= from && span.to <= to && span.from < span.to);
    const begin = inside.reduce((least, { source }) => Math.min(least, source.from), starts[from] ?? 0);
    const end = inside.reduce((most, { source }) => Math.max(most, source.to), ends[to - 1] ?? 0);
    return { from: begin + shift, to: end + shift };
  };
}
