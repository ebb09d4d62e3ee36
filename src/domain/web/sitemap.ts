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
 * @param isCut whether the text goes on
 * @returns null for any other file, such as a feed or the HTML that some sites answer instead, and for XML that declares entities
 */
export function sitemapIn(text: string, isCut = false): SitemapFile | null {
  if (text.includes('<!ENTITY')) return null;
  const root = rootOf(text);
  const [, prefix = '', kind] = /^(\w+:)?(urlset|sitemapindex)$/.exec(root) ?? [];
  if (kind !== undefined)
    return { isIndex: kind === 'sitemapindex', addresses: locsIn(text, `${prefix}loc`) };
  const lines = root === '' ? linesIn(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text) : [];
  return lines.length === 0 ? null : { isIndex: false, addresses: lines };
}

function rootOf(xml: string): string {
  for (const { tag } of piecesIn(xml)) if (tag !== '') return tag;
  return '';
}

function locsIn(xml: string, name: string): string[] {
  const found: string[] = [];
  let loc: string | null = null;
  for (const { tag, text, isWritten } of piecesIn(xml)) {
    if (tag === name) loc = ' ';
    else if (loc !== null && tag === `/${name}`) {
      found.push(loc.slice(0, LONGEST_LISTED).trim());
      loc = null;
    } else if (loc !== null && loc.length < LONGEST_LISTED) loc += isWritten ? text : decodeXML(text);
    if (found.length === MOST_IN_SITEMAP) break;
  }
  return found;
}

interface Piece {
  /** `loc` or `/loc`; '' for text, and for what is neither. */
  readonly tag: string;
  readonly text: string;
  /** Whether its references are only characters. */
  readonly isWritten: boolean;
}

/** What ends a piece of markup that begins so. */
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;
const TAG = ['<', '>'] as const;

/** Tags and texts, each cut. */
function* piecesIn(xml: string): Generator<Piece> {
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (open > at) yield { tag: '', text: beginning(xml, at, open), isWritten: false };
    const [begin, end] =
      xml[open + 1] === '!' ? (ENDS.find(([sign]) => xml.startsWith(sign, open)) ?? TAG) : TAG;
    const from = open + begin.length;
    const to = xml.indexOf(end, from);
    if (to < 0) return;
    if (begin === '<![CDATA[') yield { tag: '', text: beginning(xml, from, to), isWritten: true };
    else if (begin === '<')
      yield { tag: NAME.exec(beginning(xml, from, to))?.[0] ?? '', text: '', isWritten: true };
    at = to + end.length;
  }
}

const NAME = /^\/?[\w.:-]{1,60}(?![\w.:-])/;

function beginning(xml: string, from: number, to: number): string {
  return xml.slice(from, Math.min(to, from + LONGEST_LISTED));
}

/** A text's lines, if the first is an address. */
function linesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/, MOST_IN_SITEMAP).map((line) => line.slice(0, LONGEST_LISTED).trim());
  const filled = lines.filter((line) => line !== '');
  return /^https?:\/\//i.test(filled[0] ?? '') ? filled : [];
}
