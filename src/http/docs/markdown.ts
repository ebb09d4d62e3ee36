import type { Link, Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

export interface Article {
  readonly title: string;
  readonly html: string;
}

/** A link's target in the page; null shows only its text. */
export type LinkTo = (target: string) => string | null;

export function parseDocument(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

/** A document as HTML. Drops HTML in it: documents contain only comments. */
export function articleOf(markdown: string, linkTo: LinkTo): Article {
  const root = parseDocument(markdown);
  const title = root.children.find((node) => node.type === 'heading' && node.depth === 1);
  const writer = new Writer(linkTo);
  return { title: title ? textOf(title) : '', html: writer.all(root.children) };
}

export function textOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
}

/** A heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

class Writer {
  readonly #linkTo: LinkTo;
  readonly #anchors = new Map<string, number>();

  constructor(linkTo: LinkTo) {
    this.#linkTo = linkTo;
  }

  all(nodes: readonly Nodes[]): string {
    return nodes.map((node) => this.#node(node)).join('');
  }

  #node(node: Nodes): string {
    switch (node.type) {
      case 'heading':
        return this.#heading(node.depth, textOf(node), this.all(node.children));
      case 'paragraph':
        return `<p>${this.all(node.children)}</p>\n`;
      case 'list': {
        const tag = node.ordered ? 'ol' : 'ul';
        return `<${tag}>\n${this.all(node.children)}</${tag}>\n`;
      }
      case 'listItem': {
        const [only, ...others] = node.children;
        const isShort = only?.type === 'paragraph' && others.every(({ type }) => type === 'list');
        return `<li>${isShort ? this.all(only.children) + this.all(others) : this.all(node.children)}</li>\n`;
      }
      case 'table':
        return this.#table(node);
      case 'code':
        return `<pre tabindex="0"><code>${escaped(node.value)}</code></pre>\n`;
      case 'inlineCode':
        return `<code>${breakable(escaped(node.value))}</code>`;
      case 'strong':
        return `<strong>${this.all(node.children)}</strong>`;
      case 'emphasis':
        return `<em>${this.all(node.children)}</em>`;
      case 'link':
        return this.#link(node, this.all(node.children));
      case 'image':
        return `<img src="${escaped(this.#linkTo(node.url) ?? '')}" alt="${escaped(node.alt ?? '')}" loading="lazy">`;
      case 'blockquote':
        return `<blockquote>${this.all(node.children)}</blockquote>\n`;
      case 'text':
        return escaped(node.value);
      case 'break':
        return '<br>';
      default:
        return '';
    }
  }

  #heading(depth: number, text: string, html: string): string {
    if (depth === 1) return `<h1>${html}</h1>\n`;
    const anchor = anchorOf(text);
    const before = this.#anchors.get(anchor) ?? 0;
    this.#anchors.set(anchor, before + 1);
    const id = before === 0 ? anchor : `${anchor}-${before}`;
    return `<h${depth} id="${id}"><a href="#${id}">${html.replaceAll(/<\/?a\b[^<>]*>/g, '')}</a></h${depth}>\n`;
  }

  #table({ children: [head, ...rows] }: Table): string {
    const row = (cells: readonly Nodes[] = [], tag: 'th' | 'td' = 'td') =>
      `<tr>${cells.map((cell) => `<${tag}>${'children' in cell ? this.all(cell.children) : ''}</${tag}>`).join('')}</tr>\n`;
    const isNamed = head?.children.some((cell) => textOf(cell) !== '');
    const top = isNamed ? `<thead>${row(head?.children, 'th')}</thead>` : '';
    const body = rows.map(({ children }) => row(children)).join('');
    // On a phone, a table with few columns becomes a list of records; a wide one scrolls.
    const few = (head?.children.length ?? 0) <= 4 ? ' class="few"' : '';
    return `<div class="table" tabindex="0"><table${few}>${top}<tbody>${body}</tbody></table></div>\n`;
  }

  #link({ url, title }: Link, html: string): string {
    const target = this.#linkTo(url);
    if (target !== null) return `<a href="${escaped(target)}">${html}</a>`;
    return title ? `<span title="${escaped(title)}">${html}</span>` : html;
  }
}

/** A long field name may break after its dots, but not inside a word. */
function breakable(code: string): string {
  return code.replace(/\.(?=\w)/g, '.<wbr>');
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
