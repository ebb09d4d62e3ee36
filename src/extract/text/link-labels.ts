import { hostOf } from '../../domain/web/host.ts';
import { fold } from './fold.ts';
import { registeredName } from './hosts.ts';

/** A link, and its label's range in a block's visible text. */
export interface LinkInText {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly isReference: boolean;
  /** A reference such as `[The Verge][1]`, the form of engines' citations. */
  readonly isNumbered: boolean;
}

/**
 * Whether a link's label only cites, without being part of a statement: a number, or the linked site's name, alone in
 * parentheses or after a sentence. Any other label is prose, and names in it count.
 */
export function isCitation(link: LinkInText, links: readonly LinkInText[], text: string): boolean {
  const label = text.slice(link.from, link.to).trim();
  if (/^[[(]?\s*\+?\d{1,3}\s*[\])]?$/.test(label)) return true;
  const { before, after } = textAround(link, links, text);
  const isAlone =
    /[(（[【]\s*(?:(?:see|via|per|cf\.)\s)?$/i.test(before) &&
    /^(?:,[\p{L}\d\s.,]{1,20})?\s*[)）\]】]/u.test(after);
  if (isAlone) return link.isReference || isTagged(link.url) || isSiteName(label, link.url);
  const followsSentence =
    /[.!?…。！？][)"'”’*]*\s*$/.test(before) && !/(?:^|[\n\u2028])\W*\d{1,3}\.\s*$/.test(before);
  const endsThere = /^\s*(?:$|[\n\u2028.)]|\p{Lu})/u.test(after);
  if (followsSentence && endsThere)
    return link.isNumbered || isTagged(link.url) || isSiteName(label, link.url);
  return isOwnHostLabel(label, link.url, before, after);
}

/** Whether a host is a link to itself after a complete sentence: `… syncs offline notion.so.` */
function isOwnHostLabel(label: string, url: string, before: string, after: string): boolean {
  if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(label) || hostOf(`https://${label}`) !== hostOf(url))
    return false;
  if (!/^\s*(?:[.!?。！？]|$)/.test(after) || before.trim() === '') return false;
  return !/(?:\b(?:at|on|via|from|to|with|by|of|in|for|and|or|is|are|visit|see|try|use|called|named|like)|[:–—-])\s*$/i.test(
    before,
  );
}

/** The text before and after a row of links with only commas between them. */
function textAround(link: LinkInText, links: readonly LinkInText[], text: string) {
  let { from, to } = link;
  const joined = /^[\s,;·&+、]*$/;
  for (const each of links.toReversed()) {
    if (each.to <= from && joined.test(text.slice(each.to, from))) from = each.from;
  }
  for (const each of links) {
    if (each.from >= to && joined.test(text.slice(to, each.from))) to = each.to;
  }
  return { before: text.slice(Math.max(0, from - 60), from), after: text.slice(to, to + 20) };
}

/** Whether an engine tagged the link as cited. */
function isTagged(url: string): boolean {
  return /[?&]utm_source=(?:openai|chatgpt\.com|perplexity|copilot\.com)\b/.test(url);
}

/** Whether a label is its link's host or the site's name: `Tom's Guide` for tomsguide.com. */
function isSiteName(label: string, url: string): boolean {
  const host = hostOf(url);
  const name = host === null ? null : registeredName(host);
  if (host === null || name === null) return /^[\w-]+(?:\.[\w-]+)+$/.test(label);
  const plain = compact(label);
  const site = compact(name);
  return plain === compact(host) || plain === compact(`www.${host}`) || isSame(plain, site);
}

/** Whether a label is the site's name, perhaps with more text or shortened: `Tech To Time - Free Tools`, `Verge`. */
function isSame(label: string, site: string): boolean {
  const bare = label.replace(/^the/, '');
  return (
    label === site || (site.length > 3 && bare.startsWith(site)) || (bare.length > 3 && site.endsWith(bare))
  );
}

function compact(text: string): string {
  return fold(text).text.replace(/[^\p{L}\p{N}]/gu, '');
}
