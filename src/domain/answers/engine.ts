import type { CardKind } from './card.ts';

/** How answers are collected: a model's API, a scraped consumer app, a search result page, or by another tool. */
export const COLLECTION_METHODS = ['api', 'scraper', 'serp', 'import'] as const;
export type CollectionMethod = (typeof COLLECTION_METHODS)[number];

export interface Engine {
  readonly slug: string;
  /** The name for people; it says which surface was asked. */
  readonly name: string;
  readonly method: CollectionMethod;
  /** The provider's name: the engine's own vendor, or a service that collects from the surface. */
  readonly provider: string;
  /** The slug of the engine for the same surface by another provider; absent for a surface's first engine. */
  readonly surface?: string;
  /** Kinds of cards in its replies; default none. */
  readonly cards?: readonly CardKind[];
  /** Its replies cannot have citations: its citation figures are null, not 0. */
  readonly citesNothing?: true;
}

/**
 * The adapters' declarations, in the order of reports. Reports must not import engines: `npm run docs` copies them here
 * from `engines/registry.ts`, and a test compares the two.
 */
const DECLARED: readonly Engine[] = [
  // <engines>
  {
    slug: 'chatgpt',
    name: 'ChatGPT',
    method: 'api',
    provider: 'OpenAI',
  },
  {
    slug: 'claude',
    name: 'Claude',
    method: 'api',
    provider: 'Anthropic',
  },
  {
    slug: 'gemini',
    name: 'Gemini',
    method: 'api',
    provider: 'Google',
  },
  {
    slug: 'perplexity',
    name: 'Perplexity',
    method: 'api',
    provider: 'Perplexity',
  },
  {
    slug: 'grok',
    name: 'Grok',
    method: 'api',
    provider: 'xAI',
  },
  {
    slug: 'mistral',
    name: 'Mistral',
    method: 'api',
    provider: 'Mistral',
  },
  {
    slug: 'chatgpt_app',
    name: 'ChatGPT app',
    method: 'scraper',
    provider: 'DataForSEO',
    cards: ['ad', 'product'],
  },
  {
    slug: 'gemini_app',
    name: 'Gemini app',
    method: 'scraper',
    provider: 'DataForSEO',
  },
  {
    slug: 'google_ai_overview',
    name: 'Google AI Overview',
    method: 'serp',
    provider: 'DataForSEO',
  },
  {
    slug: 'google_ai_mode',
    name: 'Google AI Mode',
    method: 'serp',
    provider: 'DataForSEO',
    cards: ['ad', 'product'],
  },
  {
    slug: 'copilot_search',
    name: 'Copilot Search (Bing)',
    method: 'serp',
    provider: 'DataForSEO',
  },
  {
    slug: 'chatgpt_app_cloro',
    name: 'ChatGPT app by Cloro',
    method: 'scraper',
    provider: 'Cloro',
    surface: 'chatgpt_app',
  },
  {
    slug: 'gemini_app_cloro',
    name: 'Gemini app by Cloro',
    method: 'scraper',
    provider: 'Cloro',
    surface: 'gemini_app',
  },
  {
    slug: 'google_ai_overview_cloro',
    name: 'Google AI Overview by Cloro',
    method: 'serp',
    provider: 'Cloro',
    surface: 'google_ai_overview',
    cards: ['ad'],
  },
  {
    slug: 'google_ai_mode_cloro',
    name: 'Google AI Mode by Cloro',
    method: 'serp',
    provider: 'Cloro',
    surface: 'google_ai_mode',
    cards: ['ad', 'product'],
  },
  // </engines>
];

/** Engines that every installation has, with names for people. */
const BUILT_IN: readonly Engine[] = DECLARED.map((each) => ({ ...each, name: displayNameOf(each) }));

const engines: Engine[] = [...BUILT_IN];
const slugs: string[] = engines.map(({ slug }) => slug);
const bySlug = new Map(engines.map((each) => [each.slug, each]));

/**
 * Every engine of this installation in the same order, then the operator's own. `declareEngines` changes this list in
 * place, so never copy it.
 */
export const ENGINES: readonly Engine[] = engines;

/** The slugs, in the same order; also changed in place. */
export const ENGINE_SLUGS: readonly string[] = slugs;

/**
 * Adds the operator's own engines, by slug, after the built-in ones. Called at startup once the store is open; replaces
 * earlier declarations.
 */
export function declareEngines(own: readonly Engine[]): void {
  const sorted = [...own].sort((one, other) => (one.slug < other.slug ? -1 : 1));
  engines.splice(BUILT_IN.length, Number.POSITIVE_INFINITY, ...sorted);
  slugs.splice(0, slugs.length, ...engines.map(({ slug }) => slug));
  bySlug.clear();
  for (const each of engines) bySlug.set(each.slug, each);
}

/** The operator's own engines. */
export function ownEngines(): readonly Engine[] {
  return engines.slice(BUILT_IN.length);
}

/** A model's API answers differently from its app, so its name says so: "ChatGPT (API)". */
function displayNameOf({ name, method }: Engine): string {
  return method === 'api' ? `${name} (API)` : name;
}

export function findEngine(slug: string): Engine | undefined {
  return bySlug.get(slug);
}

/** What the slug of an own name begins with. */
export const OWN_PREFIX = 'own:';

/**
 * The slug of an engine that only imported answers have: its name is part of the slug, so a brand's answers are all
 * that there is of it. Sightline never asks it.
 */
export const OWN_NAME = /^own:[\p{L}\p{N}](?:[\p{L}\p{N} ._()+&/-]{0,78}[\p{L}\p{N})+])?$/u;

/** The slug for an own name, without signs that it cannot have; null if nothing is left. */
export function ownSlugOf(name: string): string | null {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{N}._()+&/-]+/gu, ' ');
  const begun = plain.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 80);
  const [slug = ''] = /^own:.*[\p{L}\p{N})+]/u.exec(`${OWN_PREFIX}${begun}`) ?? [];
  return OWN_NAME.test(slug) ? slug : null;
}

/** Whether a text is the slug of an engine that a brand may have answers from. */
export function isEngineSlug(text: string): boolean {
  return bySlug.has(text) || OWN_NAME.test(text);
}

/**
 * Distinct slugs in the order of reports, own names last. Leaves out an engine that this process has not learned of
 * yet: whether it can cite is not known.
 */
export function inEngineOrder(given: Iterable<string>): string[] {
  return [...new Set(given)].filter(isEngineSlug).sort(byEngine);
}

/** Compares slugs by the order of reports. */
export function byEngine(one: string, other: string): number {
  const placeOf = (slug: string) => (bySlug.has(slug) ? slugs.indexOf(slug) : slugs.length);
  return placeOf(one) - placeOf(other) || (one < other ? -1 : Number(one > other));
}

/** The engine's name for people; the slug if this installation has no such engine. */
export function engineNameOf(slug: string): string {
  return engineOf(slug).name;
}

/**
 * The engine of a stored row, whose slug was valid when written. A server that started before the operator defined the
 * engine knows only its slug.
 */
export function engineOf(slug: string): Engine {
  if (OWN_NAME.test(slug)) {
    const name = `${slug.slice(OWN_PREFIX.length).replace(/ \(imported\)$/, '')} (imported)`;
    return { slug, name, method: 'import', provider: 'import' };
  }
  return bySlug.get(slug) ?? { slug, name: slug, method: 'api', provider: slug };
}

/** The first engine of the surface that an engine asks, perhaps through another provider. */
function surfaceOf(slug: string): Engine {
  const engine = engineOf(slug);
  return engine.surface === undefined ? engine : engineOf(engine.surface);
}

export function isSameSurface(one: string, other: string): boolean {
  return surfaceOf(one).slug === surfaceOf(other).slug;
}

/** The product that people use, whichever surface and provider: `ChatGPT` for its API, its app, and its app by another provider. */
function productOf(slug: string): string {
  return surfaceOf(slug).name.replace(/ (?:app|\(API\))$/, '');
}

/** Of some engines, the likest: the same, another provider of its surface, or its product, APIs last; none if unlike all. */
export function likestEngine(slug: string, some: readonly string[]): string | undefined {
  const { name } = engineOf(slug);
  const alike = some.filter((each) => name.startsWith(productOf(each)));
  return (
    some.find((each) => each === slug) ??
    some.find((each) => isSameSurface(each, slug)) ??
    alike.find((each) => engineOf(each).method !== 'api') ??
    alike[0]
  );
}

/** Groups something of engines by product: the surface that customers see first, its API last. */
export function byProduct<Item>(items: readonly Item[], slugOf: (item: Item) => string): Map<string, Item[]> {
  const isApi = (item: Item) => Number(engineOf(slugOf(item)).method === 'api');
  const products = Map.groupBy(items, (item) => productOf(slugOf(item)));
  return new Map([...products].map(([name, own]) => [name, own.toSorted((a, b) => isApi(a) - isApi(b))]));
}
