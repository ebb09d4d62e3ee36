import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import type { AddressList } from '../verdict.ts';

/** Where operators publish the lists, by the names in the table of crawlers (domain/web/crawlers.ts). */
export const ADDRESS_SOURCES: Readonly<Record<string, string>> = {
  GPTBot: 'https://openai.com/gptbot.json',
  'OAI-SearchBot': 'https://openai.com/searchbot.json',
  'ChatGPT-User': 'https://openai.com/chatgpt-user.json',
  'OAI-AdsBot': 'https://openai.com/adsbot.json',
  'OpenAI-MCP': 'https://openai.com/chatgpt-connectors.json',
  ClaudeBot: 'https://claude.com/crawling/bots.json',
  PerplexityBot: 'https://www.perplexity.com/perplexitybot.json',
  'Perplexity-User': 'https://www.perplexity.com/perplexity-user.json',
  Googlebot: 'https://developers.google.com/static/crawling/ipranges/common-crawlers.json',
  'Google-Agent': 'https://developers.google.com/static/crawling/ipranges/user-triggered-agents.json',
  'Google-GeminiNotebook':
    'https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers-google.json',
  'AdsBot-Google': 'https://developers.google.com/static/crawling/ipranges/special-crawlers.json',
  Bingbot: 'https://www.bing.com/toolbox/bingbot.json',
  Applebot: 'https://search.developer.apple.com/applebot.json',
  CCBot: 'https://index.commoncrawl.org/ccbot.json',
  DuckDuckBot: 'https://duckduckgo.com/duckduckbot.json',
  DuckAssistBot: 'https://duckduckgo.com/duckassistbot.json',
  'MistralAI-User': 'https://mistral.ai/mistralai-user-ips.json',
  'MistralAI-Index': 'https://mistral.ai/mistralai-index-ips.json',
  ShapBot: 'https://docs.parallel.ai/resources/shapbot.json',
};

/**
 * A file beside this one: days as `2026-08-17`. `read` is inferred from the dates of public copies: the newest one with
 * these networks. Nobody recorded when the copies themselves were read.
 */
interface ShippedFile {
  readonly published: string;
  readonly read: string;
  readonly sha256: string;
  readonly prefixes: readonly string[];
}

let shipped: readonly AddressList[] | undefined;

/** The lists that this version brings along, read on first use: of most operators, not of all. */
export function shippedLists(): readonly AddressList[] {
  shipped ??= readdirSync(new URL('.', import.meta.url))
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { published, read, sha256, prefixes } = JSON.parse(
        readFileSync(new URL(file, import.meta.url), 'utf8'),
      ) as ShippedFile;
      const days = { published: dayOf(Date.parse(published)), fetched: dayOf(Date.parse(read)) };
      return { name: file.slice(0, -'.json'.length), ...days, digest: sha256, prefixes };
    });
  return shipped;
}

/** SHA-256 of a list's prefixes, sorted, a line each. */
export function digestOf(prefixes: readonly string[]): string {
  return hash('sha256', [...prefixes].sort().join('\n'), 'hex');
}

/** Five times the longest list of today. */
const MOST_PREFIXES = 5000;
/** A shorter prefix has more addresses than any operator. */
const SHORTEST = { ipv4: 8, ipv6: 19 } as const;

/**
 * A list as operators publish it: `{creationTime, prefixes: [{ipv4Prefix} | {ipv6Prefix}]}`.
 *
 * @param day UTC day of today, in days since 1970
 * @returns null for a text of another form, or one that would verify nobody or nearly everybody
 */
export function readPublishedList(name: string, text: string, day: number): AddressList | null {
  const { creationTime, prefixes } = objectIn(text);
  const at =
    typeof creationTime === 'string' ? Date.parse(creationTime.slice(0, '2026-08-17'.length)) : Number.NaN;
  // An operator's clock may be ahead of ours.
  if (Number.isNaN(at) || at > (day + 2) * DAY_MS || !Array.isArray(prefixes)) return null;
  if (prefixes.length === 0 || prefixes.length > MOST_PREFIXES) return null;
  const read = prefixes.map(prefixIn);
  if (read.includes(null)) return null;
  const own = [...new Set(read as string[])].sort();
  return { name, published: Math.min(dayOf(at), day), fetched: day, digest: digestOf(own), prefixes: own };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function prefixIn(entry: unknown): string | null {
  const { ipv4Prefix, ipv6Prefix } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const prefix = ipv4Prefix ?? ipv6Prefix;
  if (typeof prefix !== 'string' || (ipv4Prefix !== undefined && ipv6Prefix !== undefined)) return null;
  if (!ipaddr.isValidCIDR(prefix)) return null;
  const [address, bits] = ipaddr.parseCIDR(prefix);
  const kind = ipv4Prefix === undefined ? 'ipv6' : 'ipv4';
  return address.kind() === kind && bits >= SHORTEST[kind] ? prefix : null;
}
