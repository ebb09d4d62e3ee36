import type { InlineCode, Link, LinkReference, Node, PhrasingContent, Text } from 'mdast';
import { effectOf } from './html.ts';
import type { LinkInText } from './link-labels.ts';
import { BLANK, LINE_END, MappedText, rangeOf } from './mapped-text.ts';
import type { Range } from './ranges.ts';
import { addInlineCode, addText } from './text-nodes.ts';

export interface Span extends Range {
  readonly kind: 'strong' | 'other';
}

/** A text range with markup, and its node's source range. */
export interface SourceSpan extends Span {
  readonly source: Range;
}

/** Reads a block's inline content, node by node, into visible text, spans, and links. */
export class InlineReader {
  readonly mapped = new MappedText();
  /** Outer spans precede inner ones. */
  readonly spans: SourceSpan[] = [];
  readonly links: LinkInText[] = [];
  readonly #source: string;
  readonly #definitions: ReadonlyMap<string, string>;
  /** Whether the reader is inside a script or style, which is invisible. */
  #isHidden = false;

  /** @param definitions link definitions' URLs by identifier */
  constructor(source: string, definitions: ReadonlyMap<string, string>) {
    this.#source = source;
    this.#definitions = definitions;
  }

  read(node: PhrasingContent): void {
    switch (node.type) {
      case 'text':
        this.#text(node);
        break;
      case 'inlineCode':
        this.#code(node);
        break;
      case 'html':
        this.#tag(node);
        break;
      case 'break':
        this.mapped.add(LINE_END, rangeOf(node));
        break;
      case 'image':
      case 'imageReference':
      case 'footnoteReference':
        this.mapped.add(BLANK, rangeOf(node));
        break;
      case 'link':
      case 'linkReference':
        this.#link(node);
        break;
      default:
        this.#span(node, node.children);
    }
  }

  #text(node: Text): void {
    if (this.#isHidden) this.mapped.add(BLANK, rangeOf(node));
    else addText(this.mapped, this.#source, node);
  }

  #code(node: InlineCode): void {
    const from = this.mapped.length;
    addInlineCode(this.mapped, this.#source, node);
    this.spans.push({ kind: 'other', from, to: this.mapped.length, source: rangeOf(node) });
  }

  #tag(node: Node & { value: string }): void {
    const effect = effectOf(node.value);
    if (effect === 'hide' || effect === 'show') this.#isHidden = effect === 'hide';
    if (effect === 'note') this.mapped.add(BLANK, rangeOf(node));
    if (effect === 'line') this.mapped.add(LINE_END, rangeOf(node));
  }

  #link(node: Link | LinkReference): void {
    const isReference = node.type === 'linkReference';
    const url = isReference ? (this.#definitions.get(node.identifier) ?? '') : node.url;
    const isNumbered = isReference && /^\d+$/.test(node.identifier);
    const from = this.mapped.length;
    this.#span(node, node.children);
    this.links.push({ from, to: this.mapped.length, url, isReference, isNumbered });
  }

  #span(node: Node, children: readonly PhrasingContent[]): void {
    const from = this.mapped.length;
    const place = this.spans.length;
    for (const child of children) this.read(child);
    const kind = node.type === 'strong' ? 'strong' : 'other';
    this.spans.splice(place, 0, { kind, from, to: this.mapped.length, source: rangeOf(node) });
  }
}
