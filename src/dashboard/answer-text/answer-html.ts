import type {
  Code,
  FootnoteDefinition,
  FootnoteReference,
  Heading,
  Html as HtmlNode,
  Image,
  ImageReference,
  InlineCode,
  Link,
  LinkReference,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { definitionsIn, positionsOf } from '../../extract/text/blocks.ts';
import { addHtmlText, effectOf, piecesOfHtml } from '../../extract/text/html.ts';
import { MappedText, rangeOf } from '../../extract/text/mapped-text.ts';
import { LITERAL_MARK, type MarkdownPart, parseMarkdown } from '../../extract/text/markdown.ts';
import type { Range } from '../../extract/text/ranges.ts';
import { addCodeBlock, addInlineCode, addText } from '../../extract/text/text-nodes.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import { safeTarget, withControlsShown } from './hostile-text.ts';
import { type Mark, Marker, type Segment } from './marks.ts';

export interface AnswerOptions {
  readonly marks?: readonly Mark[];
  /** Each cited URL's index among the cited pages. */
  readonly citations?: Pick<ReadonlyMap<string, number>, 'get'>;
  /** The level of the answer's own heading; 2 by default. */
  readonly under?: 1 | 2;
}

/**
 * Renders an answer as HTML with the extractor's parser, so that the blocks match those that extraction searched. Links use only http and
 * https, HTML becomes text, and nothing loads from outside.
 */
export function answerHtml(answer: string, options: AnswerOptions = {}): Html {
  const writer = new AnswerWriter(answer, options);
  const blocks = [...parseMarkdown(answer)].map((part) => writer.part(part));
  return html`<div class="answer-text" dir="auto">${blocks}</div>`;
}

class AnswerWriter {
  readonly #answer: string;
  readonly #marker: Marker;
  readonly #citations: NonNullable<AnswerOptions['citations']>;
  readonly #footnotes = new Map<string, number>();
  readonly #defined = new Set<number>();
  #part: MarkdownPart = { root: { type: 'root', children: [] }, text: '', shift: 0, from: 0, to: 0 };
  #definitions = new Map<string, string>();
  readonly #under: number;
  #level: number;

  constructor(answer: string, { marks = [], citations = new Map(), under = 2 }: AnswerOptions) {
    this.#answer = answer;
    this.#marker = new Marker(marks);
    this.#citations = citations;
    this.#under = under;
    this.#level = under;
  }

  part(part: MarkdownPart): Content {
    this.#part = part;
    this.#definitions = definitionsIn(part);
    return this.#flow(part.root.children);
  }

  #flow(nodes: readonly RootContent[]): Content {
    return nodes.map((node) => (rangeOf(node).from >= this.#part.to ? null : this.#block(node)));
  }

  #block(node: RootContent): Content {
    switch (node.type) {
      case 'paragraph':
        return html`<p dir="auto">${this.#inline(node.children)}</p>`;
      case 'heading':
        return this.#heading(node);
      case 'blockquote':
        return html`<blockquote>${this.#flow(node.children)}</blockquote>`;
      case 'list':
        return this.#list(node);
      case 'table':
        return this.#table(node);
      case 'code':
        return this.#codeBlock(node);
      case 'html':
        return html`<p dir="auto">${this.#htmlBlock(node)}</p>`;
      case 'thematicBreak':
        return html`<hr>`;
      case 'footnoteDefinition':
        return this.#footnote(node);
      default:
        return null;
    }
  }

  /** Heading levels continue below the page's and skip none. */
  #heading({ depth, children }: Heading): Content {
    this.#level = Math.min(depth + this.#under, this.#level + 1, 6);
    const content = this.#inline(children);
    if (this.#level === 2) return html`<h2 dir="auto">${content}</h2>`;
    if (this.#level === 3) return html`<h3 dir="auto">${content}</h3>`;
    if (this.#level === 4) return html`<h4 dir="auto">${content}</h4>`;
    if (this.#level === 5) return html`<h5 dir="auto">${content}</h5>`;
    return html`<h6 dir="auto">${content}</h6>`;
  }

  #list(node: List): Content {
    const isLoose = node.spread || node.children.some(({ spread }) => spread);
    if (!node.ordered)
      return html`<ul>${node.children.map((item) => html`<li dir="auto">${this.#item(item, isLoose)}</li>`)}</ul>`;
    const positions = positionsOf(node, this.#part);
    const items = node.children.map(
      (item, index) => html`<li value="${positions[index]}" dir="auto">${this.#item(item, isLoose)}</li>`,
    );
    return html`<ol>${items}</ol>`;
  }

  #item({ children }: ListItem, isLoose: boolean): Content {
    return children.map((node) =>
      node.type === 'paragraph' && !isLoose ? this.#inline(node.children) : this.#flow([node]),
    );
  }

  #table({ children: [head, ...rows], align }: Table): Content {
    if (!head) return null;
    const labels = head.children.map(({ children }) => labelOf(children));
    const sides = (align ?? []).map((side) => side ?? 'start');
    const cells = (row: TableRow) =>
      row.children.map(
        ({ children }, column) =>
          html`<td class="${sides[column] ?? 'start'}" data-label="${labels[column] ?? ''}" dir="auto">${this.#inline(children)}</td>`,
      );
    const headCells = head.children.map(({ children }, column) => {
      const side = sides[column] ?? 'start';
      if (children.length === 0) return html`<td class="${side}"></td>`;
      return html`<th scope="col" class="${side}" dir="auto">${this.#inline(children)}</th>`;
    });
    return html`<table><thead><tr>${headCells}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`;
  }

  #codeBlock(node: Code): Content {
    const mapped = new MappedText();
    addCodeBlock(mapped, this.#part.text, node);
    return html`<pre dir="ltr"><code>${this.#leaf(mapped)}</code></pre>`;
  }

  #footnote(node: FootnoteDefinition): Content {
    const number = this.#numberOf(node);
    const isFirst = !this.#defined.has(number);
    this.#defined.add(number);
    return html`<div class="footnote"${isFirst && html` id="footnote-${number}"`}><span class="number">${number}</span>${this.#flow(node.children)}</div>`;
  }

  #numberOf({ identifier }: FootnoteDefinition | FootnoteReference): number {
    const number = this.#footnotes.get(identifier) ?? this.#footnotes.size + 1;
    this.#footnotes.set(identifier, number);
    return number;
  }

  #inline(nodes: readonly PhrasingContent[]): Content {
    return nodes.map((node) => this.#phrase(node));
  }

  #phrase(node: PhrasingContent): Content {
    switch (node.type) {
      case 'text': {
        const mapped = new MappedText();
        addText(mapped, this.#part.text, node);
        return this.#leaf(mapped);
      }
      case 'inlineCode':
        return this.#code(node);
      case 'html':
        return effectOf(node.value) === 'line' ? html`<br>` : this.#tag(rangeOf(node));
      case 'break':
        return html`<br>`;
      case 'strong':
        return html`<strong>${this.#inline(node.children)}</strong>`;
      case 'emphasis':
        return html`<em>${this.#inline(node.children)}</em>`;
      case 'delete':
        return html`<del>${this.#inline(node.children)}</del>`;
      case 'link':
      case 'linkReference':
        return this.#link(node);
      case 'image':
      case 'imageReference':
        return this.#image(node);
      case 'footnoteReference': {
        const number = this.#numberOf(node);
        return html`<sup><a href="#footnote-${number}">${number}</a></sup>`;
      }
      default:
        return null;
    }
  }

  #code(node: InlineCode): Content {
    const mapped = new MappedText();
    addInlineCode(mapped, this.#part.text, node);
    return html`<code>${this.#leaf(mapped)}</code>`;
  }

  /** The label, the host unless the label already shows it, and the index among the cited pages. */
  #link(node: Link | LinkReference): Content {
    const url = this.#urlOf(node);
    const target = safeTarget(url);
    const label = this.#inline(node.children);
    if (target === null) return html`<span class="no-link">${label}</span>`;
    const { href, host } = target;
    const shown = labelOf(node.children)
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '');
    const isSaid = shown === host || shown.startsWith(`${host}/`);
    const cited = this.#citations.get(url);
    return html`<a href="${href}" rel="noopener nofollow">${label}</a>${
      isSaid ? null : html`<span class="host" dir="ltr">${host}</span>`
    }${cited === undefined ? null : html`<sup class="cited"><a href="#cited-${cited}">${cited}</a></sup>`}`;
  }

  #image(node: Image | ImageReference): Content {
    const target = safeTarget(this.#urlOf(node));
    const alt = withControlsShown((node.alt ?? '').replaceAll(LITERAL_MARK, ''));
    return html`<span class="image">Image: <bdi>${alt}</bdi>${target === null ? null : html` <span class="host" dir="ltr">${target.host}</span>`}</span>`;
  }

  /** '' for a URL that the parser saw only in part. */
  #urlOf(node: Link | LinkReference | Image | ImageReference): string {
    const isReference = node.type === 'linkReference' || node.type === 'imageReference';
    const url = isReference ? (this.#definitions.get(node.identifier) ?? '') : node.url;
    if (!url.includes(LITERAL_MARK)) return url;
    const { from, to } = rangeOf(node);
    const at = this.#part.text.slice(from, to).lastIndexOf(url);
    if (at === -1) return '';
    return this.#answer.slice(from + at + this.#part.shift, from + at + this.#part.shift + url.length);
  }

  /** Text as it is, with HTML tags as text. */
  #htmlBlock(node: HtmlNode): Content {
    return [...piecesOfHtml(this.#part.text, rangeOf(node))].map((piece) => {
      if (piece.isTag) return this.#tag(piece);
      const mapped = new MappedText();
      addHtmlText(mapped, this.#part.text, piece);
      return this.#leaf(mapped);
    });
  }

  #tag({ from, to }: Range): Content {
    const mapped = new MappedText();
    mapped.addSource(this.#part.text, from, to);
    return html`<span class="source">${this.#leaf(mapped)}</span>`;
  }

  #leaf(mapped: MappedText): Content {
    const { shift } = this.#part;
    const text = this.#shownText(mapped);
    return this.#marker.segmentsOf(mapped, shift, text).map(segmentHtml);
  }

  /** Shows characters that were hidden from the parser. */
  #shownText(mapped: MappedText): string {
    if (!mapped.text.includes(LITERAL_MARK)) return mapped.text;
    const { starts } = mapped.sourceMap();
    return mapped.text.replaceAll(
      LITERAL_MARK,
      (_, at: number) => this.#answer[(starts[at] ?? 0) + this.#part.shift] ?? '',
    );
  }
}

/** One element with all marks on a stretch, so that marks may overlap. */
function segmentHtml({ text, marks, begun, ended }: Segment): Content {
  const shown = withControlsShown(text);
  if (marks.length === 0) return shown;
  const classes = [
    ...new Set(marks.map(({ kind }) => kind)),
    ...(begun.length > 0 ? ['begins'] : []),
    ...(ended.length > 0 ? ['ends'] : []),
  ];
  const [id, ...otherIds] = begun.flatMap((mark) => (mark.id === undefined ? [] : [mark.id]));
  const title = [...new Set(marks.flatMap((mark) => mark.title ?? []))].join('; ');
  const badges = ended.flatMap(({ badge }) => badge ?? []);
  return html`${otherIds.map((each) => html`<span id="${each}"></span>`)}<mark${
    id === undefined ? null : html` id="${id}"`
  } class="${classes.join(' ')}"${title === '' ? null : html` title="${title}"`}>${shown}</mark>${badges.map(
    (badge) => html`<span class="badge">${badge}</span>`,
  )}`;
}

/** The start of a table heading or link label. */
function labelOf(nodes: readonly PhrasingContent[]): string {
  return nodes.map(plainText).join('').replaceAll(LITERAL_MARK, '').trim().slice(0, 80);
}

function plainText(node: PhrasingContent): string {
  if ('value' in node) return node.type === 'html' ? ' ' : node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
