/** How answers are collected: a model's API, a scraped consumer app, or a search result page. */
export type CollectionMethod = 'api' | 'scraper' | 'serp';

export interface Engine {
  readonly slug: string;
  /** What a person reads: it says what was asked. */
  readonly name: string;
  readonly method: CollectionMethod;
}

/** Every engine of this installation, in the order reports list them. */
export const ENGINES: readonly Engine[] = [
  engine('chatgpt', 'ChatGPT', 'api'),
  engine('claude', 'Claude', 'api'),
  engine('gemini', 'Gemini', 'api'),
  engine('perplexity', 'Perplexity', 'api'),
  engine('grok', 'Grok', 'api'),
  engine('mistral', 'Mistral', 'api'),
  engine('chatgpt_app', 'ChatGPT app', 'scraper'),
  engine('gemini_app', 'Gemini app', 'scraper'),
  engine('google_ai_overview', 'Google AI Overview', 'serp'),
  engine('google_ai_mode', 'Google AI Mode', 'serp'),
];

/** An API of a model does not answer as its app does, so its name says which of the two was asked: "ChatGPT (API)". */
function engine(slug: string, product: string, method: CollectionMethod): Engine {
  return { slug, name: method === 'api' ? `${product} (API)` : product, method };
}

/** The slugs, in the same order. */
export const ENGINE_SLUGS: readonly string[] = ENGINES.map(({ slug }) => slug);

const bySlug = new Map(ENGINES.map((each) => [each.slug, each]));

/** The engine with this slug, or undefined when this installation has none. */
export function findEngine(slug: string): Engine | undefined {
  return bySlug.get(slug);
}

/** The engine of a stored row, whose slug was checked when it was written. */
export function engineOf(slug: string): Engine {
  const known = bySlug.get(slug);
  if (!known) throw new Error(`a stored row names an engine that is not registered: ${slug}`);
  return known;
}
