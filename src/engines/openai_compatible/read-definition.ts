import ipaddr from 'ipaddr.js';
import { storableText } from '../../domain/text.ts';
import { isObject, type Json } from '../json.ts';
import { READER_PREFIX } from '../reader.ts';
import { BUILT_IN } from '../registry.ts';
import { baseUrlOf } from '../settings.ts';
import { type OwnEngine, providerSlugOf, SEARCHES, type SearchBy } from './definition.ts';

const SLUG = /^[a-z][a-z0-9_]{1,39}$/;
const MOST_ENGINES = 50;
const FIELDS = [
  'slug',
  'name',
  'provider',
  'base_url',
  'model',
  'search',
  'needs_key',
  'cost_usd',
  'most_cost_usd',
  'concurrency',
  'deadline_seconds',
];

/**
 * Reads an operator's engine definitions.
 *
 * @param text a JSON list of objects; blank for none
 * @returns the engines, or a few words about the problem
 */
export function readOwnEngines(text: string): readonly OwnEngine[] | string {
  if (text.trim() === '') return [];
  const list = jsonOf(text);
  if (!Array.isArray(list) || list.length > MOST_ENGINES)
    return `a JSON list of at most ${MOST_ENGINES} engines`;
  const read: OwnEngine[] = [];
  for (const [index, each] of list.entries()) {
    const engine = isObject(each) ? ownEngineOf(each) : 'must be an object';
    const problem = typeof engine === 'string' ? engine : conflictWith(engine, read);
    if (problem !== null) return `a list of engines; of engine ${index + 1}, ${problem}`;
    if (typeof engine !== 'string') read.push(engine);
  }
  return read;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function ownEngineOf(given: Json): OwnEngine | string {
  const unknown = Object.keys(given).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `\`${unknown}\` is not a field; there are ${FIELDS.join(', ')}`;
  const { slug, name, provider, base_url: base, model, search } = given;
  const { needs_key: needsKey = true, cost_usd: cost, most_cost_usd: most } = given;
  const { concurrency = 2, deadline_seconds: deadline = 120 } = given;
  if (typeof slug !== 'string' || !SLUG.test(slug))
    return '`slug` must be 2 to 40 of a-z, 0-9, and _, beginning with a letter';
  if (!isLabel(name)) return '`name` must be the model as people know it, such as DeepSeek V4';
  if (!isLabel(provider)) return '`provider` must say whose endpoint it is, such as OpenRouter';
  if (!isLabel(model)) return '`model` must be the id of a model as the endpoint knows it';
  const endpoint = endpointUrl(typeof base === 'string' ? base : '');
  if ('must' in endpoint) return `\`base_url\` must ${endpoint.must}`;
  if (!isSearch(search)) return `\`search\` must be one of ${Object.keys(SEARCHES).join(', ')}`;
  if (typeof needsKey !== 'boolean') return '`needs_key` must be true or false';
  if (!isWithin(cost, 0, 100)) return '`cost_usd` must be a number from 0 to 100: about what an answer costs';
  if (most !== undefined && !isWithin(most, cost, 100))
    return '`most_cost_usd` must be a number from `cost_usd` to 100';
  if (!isWithin(concurrency, 1, 30) || !Number.isInteger(concurrency))
    return '`concurrency` must be a whole number from 1 to 30';
  if (!isWithin(deadline, 1, 240) || !Number.isInteger(deadline))
    return '`deadline_seconds` must be a whole number from 1 to 240';
  return {
    slug,
    name,
    provider,
    baseUrl: endpoint.url,
    model,
    search,
    needsKey,
    concurrency,
    costUsd: cost,
    ...(most !== undefined && { mostCostUsd: most }),
    deadlineSeconds: deadline,
  };
}

/** An engine's conflict with the others; null for none. */
function conflictWith(
  { slug, name, provider, baseUrl, needsKey }: OwnEngine,
  others: readonly OwnEngine[],
): string | null {
  const providerSlug = providerSlugOf(provider);
  if (isTaken(slug) || others.some((each) => each.slug === slug)) return `\`slug\` ${slug} is another engine`;
  if (isAppName(name)) return `\`name\` ${name} is an app; name the model`;
  if (providerSlug === '' || BUILT_IN.some((each) => each.provider.slug === providerSlug))
    return `\`provider\` ${provider} has engines of its own here; give this endpoint another name`;
  const same = others.find((each) => providerSlugOf(each.provider) === providerSlug);
  if (
    same !== undefined &&
    (same.baseUrl !== baseUrl || same.needsKey !== needsKey || same.provider !== provider)
  )
    return `\`provider\` ${provider} has another \`base_url\`, \`needs_key\`, or spelling in ${same.slug}`;
  return null;
}

/** Whether an engine, a provider, or a reader has this slug: variables for all begin with `SIGHTLINE_<slug>_`. */
function isTaken(slug: string): boolean {
  if (slug.startsWith(READER_PREFIX)) return true;
  return BUILT_IN.some((each) => each.slug === slug || each.provider.slug === slug);
}

/** Apps that Sightline does not ask. */
const OTHER_APPS = ['Copilot', 'AI Mode', 'AI Overview', 'AI Overviews', 'Le Chat', 'Meta AI'];

/** Whether a name is only an app's: API answers must never look like the app's. */
function isAppName(name: string): boolean {
  const plain = (text: string) => text.replace(/^(?:Google|Microsoft) | \(.*\)$| app$/gi, '').toLowerCase();
  const apps = [...BUILT_IN.map((each) => each.name), ...OTHER_APPS];
  return apps.some((each) => plain(each) === plain(name));
}

function isLabel(value: unknown): value is string {
  const isText = typeof value === 'string' && value.trim() === value && value !== '' && value.length <= 80;
  return isText && !/\p{C}/u.test(value) && storableText(value) === value;
}

function isSearch(value: unknown): value is SearchBy {
  return typeof value === 'string' && Object.hasOwn(SEARCHES, value);
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Addresses that no public network carries. */
const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Names reserved for this machine or a private network, like any name without a dot. */
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.home.arpa'];

/** An endpoint's base URL without a trailing slash, or what it must be. */
export function endpointUrl(text: string): { readonly url: string } | { readonly must: string } {
  const url = baseUrlOf(text, isPrivateHost);
  if (url === null)
    return {
      must: 'be an https:// URL, or http:// to this machine or a private network, such as http://127.0.0.1:11434/v1',
    };
  return /\/chat\/completions$/.test(url)
    ? { must: 'end before /chat/completions, which Sightline adds' }
    : { url };
}

/** Whether a URL's host is this machine or on a private network, judged by its name without a lookup. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return PRIVATE_RANGES.includes(ipaddr.process(host).range());
  return !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
