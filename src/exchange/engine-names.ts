import { ENGINES, findEngine } from '../domain/answers/engine.ts';
import type { EngineChoice } from './mapping.ts';

/** Products, by the words that name them. The first that fits counts. */
const PRODUCTS: readonly {
  readonly names: RegExp;
  readonly name: string;
  readonly app?: string;
  readonly api?: string;
}[] = [
  {
    names:
      /\bai ?overviews?\b|\baio\b|\bgoogle sge\b|\bki ?übersicht|\baperçus? ia\b|\bvistas? creadas? con ia\b/,
    name: 'Google AI Overview',
    app: 'google_ai_overview',
  },
  { names: /\bai ?mode\b|\bki ?modus\b|\bmod[eo] ia\b/, name: 'Google AI Mode', app: 'google_ai_mode' },
  { names: /\bcopilot search\b|\bbing copilot\b/, name: 'Copilot Search', app: 'copilot_search' },
  { names: /\bcopilot\b|\bbing chat\b/, name: 'Copilot' },
  { names: /\bperplexity\b|\bsonar\b|\bpplx\b/, name: 'Perplexity', api: 'perplexity' },
  { names: /\bchat ?gpt\b|\bopenai\b|\bgpt\b/, name: 'ChatGPT', app: 'chatgpt_app', api: 'chatgpt' },
  { names: /\bgemini\b|\bbard\b/, name: 'Gemini', app: 'gemini_app', api: 'gemini' },
  { names: /\bclaude\b|\banthropic\b/, name: 'Claude', api: 'claude' },
  { names: /\bgrok\b|\bxai\b/, name: 'Grok', api: 'grok' },
  { names: /\bmistral\b|\ble chat\b/, name: 'Mistral', api: 'mistral' },
];

/** Words that say that a consumer's app was read, some of them services that do. Cloro's are engines of their own. */
const APP =
  /\b(?:app|web(?! search)|ui|website|browser|scraper|scraped|consumer|frontend|front end|brightdata|bright data|oxylabs|olostep)\b/;
const CLORO = /\bcloro\b/;
/** Words that say that a model's API was asked, and that it searched, as Sightline makes every API. */
const API = /\b(?:api|sonar|pplx)\b/;
const SEARCHES = /\b(?:search|grounded|grounding|online)\b|\b(?:sonar|perplexity|pplx)\b/;

/**
 * Which engine of ours another tool's name surely is: the same surface, not only the same product. Else a product that
 * Sightline knows gets a name of its own, so its answers are never mixed with ours; an unknown one is left out.
 *
 * @param name as the file says; empty if it says nothing
 * @param tool the other tool's name, or that of a table's file, which own names end with
 */
export function proposedEngine(name: string, tool: string): EngineChoice {
  const exact = ENGINES.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  if (exact !== undefined) return { slug: exact.slug };
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .replace(/\bgpt(?=\d)/g, 'gpt ')
    .trim();
  const product = PRODUCTS.find(({ names }) => names.test(words));
  if (product === undefined) return null;
  const slug = surfaceOf(product, words);
  return slug === null ? { own: ownEngineName(saidName(name, product.name), tool) } : { slug };
}

function surfaceOf({ app, api }: (typeof PRODUCTS)[number], words: string): string | null {
  // A search result page has one surface, whoever reads it.
  const isPage = app !== undefined && api === undefined;
  if (CLORO.test(words)) return app !== undefined && findEngine(`${app}_cloro`) ? `${app}_cloro` : null;
  if (isPage) return app;
  if (API.test(words)) return SEARCHES.test(words) ? (api ?? null) : null;
  return APP.test(words) ? (app ?? null) : null;
}

/** A name for an engine of the brand's own: the file's words, without the sign that a mapping divides by. */
export function ownEngineName(words: string, tool: string): string {
  return `${words.replaceAll('=', ' ').trim().slice(0, LONGEST_OWN)} (${tool})`;
}

const LONGEST_OWN = 50;

/** The product's name in its own spelling, unless the file says more than it. */
function saidName(name: string, product: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
  return plain(name) === plain(product) ? product : name;
}
