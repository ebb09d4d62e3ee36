import { storableText } from '../domain/text.ts';
import { hostOf } from '../domain/web/host.ts';
import { CsvSplitter } from './csv.ts';
import { isObject, type JsonObject } from './json-records.ts';
import type { ImportRow } from './rows.ts';

/** What one cell, or one value of a JSON row, means as a field of an import. Null: it says nothing. */

const MOST_CITATIONS = 2000;
const MOST_SEARCHES = 1000;
const LONGEST_URL = 16_000;
const LONGEST_SEARCH = 10_000;

/** What tools write where they have nothing. */
const NOTHING = /^(?:[-–—]|n\/?a|null|none|nan|undefined|\\n)?$/i;

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && NOTHING.test(value.trim()));
}

/** A text, also of a number; null for lists and objects. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && !isNothing(value) ? storableText(value).trim() : null;
}

/** A list as such, as JSON in a text, or as PostgreSQL writes one; null if the text is none. */
export function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return [value];
  const text = textIn(value);
  if (text === null || !/^[[{]/.test(text)) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : isObject(list) ? [list] : null;
  } catch {
    return text.startsWith('{') && text.endsWith('}') ? bracedTexts(text.slice(1, -1)) : null;
  }
}

/** `a,"b, c"` as PostgreSQL writes a list of texts: CSV, but for its escaped marks. */
function bracedTexts(text: string): readonly string[] {
  const csv = text.replace(/\\(.)/gs, (_, sign: string) => (sign === '"' ? '""' : sign));
  return new CsvSplitter(',').take(`${csv}\n\n`)[0]?.cells ?? [];
}

type Citation = NonNullable<ImportRow['citations']>[number];

/** Names of a URL, and of its title, in tools' objects. */
const URL_NAMES = ['url', 'uri', 'link', 'href', 'source_url', 'page'];
export const TITLE_NAMES = ['title', 'name'];

export function namedText(value: JsonObject, names: readonly string[]): string | null {
  return names.map((name) => textIn(value[name])).find((text) => text !== null) ?? null;
}

/** Where the next URL begins, after a blank, comma, semicolon, or bar; those within a URL stay. */
const BETWEEN_URLS = /(?<=[\s,;|])(?=https?:\/\/)/i;
const MARKDOWN_LINK = /\[([^[\]\n]{1,1000})\]\((https?:\/\/[^\s)[]{1,16000})\)/g;

/** Cited pages: a list, JSON, one per line, or with commas, semicolons, or bars between; also Markdown links. */
export function citationsIn(value: unknown): Citation[] | null {
  const list = listIn(value);
  if (list !== null) return pagesOf(list.map((each) => citationOf(each)));
  const text = textIn(value);
  if (text === null) return null;
  const links = [...text.matchAll(MARKDOWN_LINK)].map(([, title = '', url = '']) => ({ url, title }));
  if (links.length > 0) return pagesOf(links);
  return pagesOf(text.split(BETWEEN_URLS).map((part) => citationOf(part)));
}

function citationOf(value: unknown): Citation | null {
  if (isObject(value)) {
    const url = namedText(value, URL_NAMES);
    return url === null ? null : { url, title: namedText(value, TITLE_NAMES) };
  }
  const [url] = /https?:\/\/[^\s"'<>]+/i.exec(textIn(value) ?? '') ?? [];
  return url === undefined ? null : { url: url.replace(/[,;|.]{1,10}$/, ''), title: null };
}

function pagesOf(citations: readonly (Citation | null)[]): Citation[] {
  return citations
    .filter((each) => each !== null)
    .filter(({ url }) => url.length <= LONGEST_URL && hostOf(url) !== null)
    .slice(0, MOST_CITATIONS)
    .map(({ url, title }) => ({ url, title: title?.slice(0, LONGEST_URL).toWellFormed() ?? null }));
}

/** An engine's searches: a list, JSON, one per line, or with semicolons or bars between. */
export function searchesIn(value: unknown): string[] | null {
  if (isNothing(value)) return null;
  const parts = listIn(value) ?? textIn(value)?.split(/[\n;|]+/) ?? [];
  return parts
    .map((each) => (isObject(each) ? namedText(each, ['query', 'text', 'search_query', 'q']) : textIn(each)))
    .filter((each) => each !== null)
    .filter((each) => each.length <= LONGEST_SEARCH)
    .slice(0, MOST_SEARCHES);
}

const YES =
  /^(?:true|t|yes|y|1|ja|oui|s[ií]|wahr|vrai|verdadero|x|✓|mentioned|named|present|found|erwähnt|mentionnée?|mencionad[oa])$/i;
const NO =
  /^(?:false|f|no|n|0|nein|non|falsch|faux|falso|not[ -](?:mentioned|named|present|found)|absent|nicht erwähnt|no mencionad[oa])$/i;

/**
 * Whether the other tool found the brand: yes or no in four languages, a count of its mentions, or a list of brands,
 * which `names` is looked up in.
 *
 * @param names the brand's own, lower case
 */
export function namedIn(value: unknown, names: readonly string[]): boolean | null {
  const list = listIn(value);
  if (list !== null) {
    return names.length === 0 ? null : list.some((each) => isNamed(each, names));
  }
  const text = textIn(value);
  if (text === null) return null;
  if (YES.test(text)) return true;
  if (NO.test(text)) return false;
  return /^[1-9]\d{0,5}$/.test(text) ? true : null;
}

function isNamed(value: unknown, names: readonly string[]): boolean {
  const name = isObject(value) ? namedText(value, TITLE_NAMES) : textIn(value);
  return names.includes((name ?? '').toLowerCase());
}

/**
 * A position from 1: `2`, `#2`, `2nd`, `2.0`, or that of the brand in a list of brands. An average, or a third of the
 * answer such as `top`, is none.
 */
export function positionIn(value: unknown, names: readonly string[]): number | null {
  const list = listIn(value);
  if (list !== null) {
    const own = list.filter((each) => isObject(each)).find((each) => isNamed(each, names));
    return own === undefined ? null : positionIn(own.position ?? null, []);
  }
  const [, digits] = /^#?([1-9]\d{0,3})(?:\.0*|st|nd|rd|th)?$/i.exec(textIn(value) ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
