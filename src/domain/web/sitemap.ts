import { decodeXML } from 'entities';

/** What a file of a sitemap lists: pages, or, as an index, further files. */
export interface SitemapFile {
  readonly isIndex: boolean;
  /** As written, without entities. */
  readonly addresses: readonly string[];
}

/** A file may list as many (sitemaps.org/protocol.html). */
export const MOST_IN_SITEMAP = 50_000;

/** Longer addresses are cut: no page that Sightline counts has one. */
const LONGEST_LISTED = 4096;

/**
 * Reads a file of a sitemap: XML with any prefix, or text with an address per line. Of XML, it reads what `loc` elements hold and no more:
 * no entity is declared, no reference followed, and an end that is missing ends the list. Linear in the text.
 *
 * @returns null for any other file, such as a feed or the HTML that some sites answer instead, and for XML that declares entities
 */
export function sitemapIn(text: string): SitemapFile | null {
  if (text.includes('<!ENTITY')) return null;
  const [root = ''] = tagsIn(text);
  const [, prefix = '', kind] = /^(\w+:)?(urlset|sitemapindex)$/.exec(root) ?? [];
  if (kind !== undefined)
    return { isIndex: kind === 'sitemapindex', addresses: locsIn(text, `${prefix}loc`) };
  const lines = root === '' ? linesIn(text) : [];
  return lines.length === 0 ? null : { isIndex: false, addresses: lines };
}

function* tagsIn(xml: string): Generator<string> {
  for (const { tag } of piecesIn(xml)) if (tag !== null) yield tag;
}

function locsIn(xml: string, name: string): string[] {
  const found: string[] = [];
  let loc: string | null = null;
  for (const { tag, text } of piecesIn(xml)) {
    if (tag === null) loc &&= (loc + text).slice(0, LONGEST_LISTED);
    else if (tag === name) loc = ' ';
    else if (tag === `/${name}` && loc !== null) {
      found.push(loc.trim());
      loc = null;
    }
    if (found.length === MOST_IN_SITEMAP) break;
  }
  return found;
}

interface Piece {
  /** The beginning of a tag, `loc` or `/loc`; null for text. */
  readonly tag: string | null;
  readonly text: string;
}

/** What ends a piece of markup that begins so. */
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<', '>'],
] as const;

/** Tags and texts, without comments, declarations, and instructions. */
function* piecesIn(xml: string): Generator<Piece> {
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (open > at) yield { tag: null, text: decodeXML(xml.slice(at, Math.min(open, at + LONGEST_LISTED))) };
    const [begin, end] = ENDS.find(([sign]) => xml.startsWith(sign, open)) ?? ['<', '>'];
    const from = open + begin.length;
    const to = xml.indexOf(end, from);
    if (to < 0) return;
    const held = xml.slice(from, Math.min(to, from + LONGEST_LISTED));
    const [tag] = /^\/?[\w.:-]{1,60}(?![\w.:-])/.exec(held) ?? [];
    if (begin === '<![CDATA[') yield { tag: null, text: held };
    else if (begin === '<' && tag !== undefined) yield { tag, text: '' };
    at = to + end.length;
  }
}

/** A text's lines, if the first is an address. */
function linesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/, MOST_IN_SITEMAP).map((line) => line.slice(0, LONGEST_LISTED).trim());
  const filled = lines.filter((line) => line !== '');
  return /^https?:\/\//i.test(filled[0] ?? '') ? filled : [];
}
