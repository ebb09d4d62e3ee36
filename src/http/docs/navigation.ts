import type { Link, Nodes } from 'mdast';
import { parseDocument, textOf } from './markdown.ts';

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly file: string }[];
}

/** The groups of docs/index.md: its second-level headings with the links in the lists below them, in their order. */
export function navigationOf(index: string): NavigationGroup[] {
  const groups: { title: string; pages: { title: string; file: string }[] }[] = [];
  for (const node of parseDocument(index).children) {
    if (node.type === 'heading' && node.depth === 2) groups.push({ title: textOf(node), pages: [] });
    if (node.type !== 'list') continue;
    const links = node.children.flatMap((item) => linksIn(item).slice(0, 1));
    groups.at(-1)?.pages.push(...links.map((link) => ({ title: textOf(link), file: link.url })));
  }
  return groups.filter(({ pages }) => pages.length > 0);
}

function linksIn(node: Nodes): Link[] {
  if (node.type === 'link') return [node];
  return 'children' in node ? node.children.flatMap((child) => linksIn(child)) : [];
}
