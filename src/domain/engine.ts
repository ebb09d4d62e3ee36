/** How answers are collected: a model's API, a scraped consumer app, or a search result page. */
export type CollectionMethod = 'api' | 'scraper' | 'serp';

export interface Engine {
  readonly slug: string;
  /** What a person reads: it says what was asked. */
  readonly name: string;
  readonly method: CollectionMethod;
}

/**
 * What the adapters declare, in the order in which reports list them. Reports must not import engines: `npm run docs`
 * copies them here from `engines/registry.ts`, and a test compares the two.
 */
const DECLARED: readonly Engine[] = [
  // <engines>
  { slug: 'chatgpt', name: 'ChatGPT', method: 'api' },
  { slug: 'claude', name: 'Claude', method: 'api' },
  { slug: 'gemini', name: 'Gemini', method: 'api' },
  { slug: 'perplexity', name: 'Perplexity', method: 'api' },
  { slug: 'grok', name: 'Grok', method: 'api' },
  { slug: 'mistral', name: 'Mistral', method: 'api' },
  { slug: 'chatgpt_app', name: 'ChatGPT app', method: 'scraper' },
  { slug: 'gemini_app', name: 'Gemini app', method: 'scraper' },
  { slug: 'google_ai_overview', name: 'Google AI Overview', method: 'serp' },
  { slug: 'google_ai_mode', name: 'Google AI Mode', method: 'serp' },
  { slug: 'copilot_search', name: 'Copilot Search (Bing)', method: 'serp' },
  // </engines>
];

/** Every engine of this installation, in the same order. */
export const ENGINES: readonly Engine[] = DECLARED.map((each) => ({ ...each, name: displayNameOf(each) }));

/** An API of a model does not answer as its app does, so its name says which of the two was asked: "ChatGPT (API)". */
function displayNameOf({ name, method }: Engine): string {
  return method === 'api' ? `${name} (API)` : name;
}

/** The slugs, in the same order. */
export const ENGINE_SLUGS: readonly string[] = ENGINES.map(({ slug }) => slug);

const bySlug = new Map(ENGINES.map((each) => [each.slug, each]));

/** The engine with this slug, or undefined when this installation has none. */
export function findEngine(slug: string): Engine | undefined {
  return bySlug.get(slug);
}

/** The name of the engine with this slug, as a person reads it; the slug where this installation has no such engine. */
export function engineNameOf(slug: string): string {
  return findEngine(slug)?.name ?? slug;
}

/** The engine of a stored row, whose slug was checked when it was written. */
export function engineOf(slug: string): Engine {
  const known = bySlug.get(slug);
  if (!known) throw new Error(`a stored row names an engine that is not registered: ${slug}`);
  return known;
}
