import type { Engine } from '../../domain/answers/engine.ts';

/** Who searches the web for an answer, with the words in the engine's name. */
export const SEARCHES = {
  /** Nobody: the model answers from its training, without citations. */
  none: 'no search',
  /** The endpoint, unprompted; citations are in `annotations`. */
  endpoint: 'search by the endpoint',
  /** OpenRouter's server tool, with the model vendor's own search. */
  openrouter_native: 'native search',
  /** OpenRouter's server tool, with Exa. */
  openrouter_exa: 'search by Exa',
} as const;

export type SearchBy = keyof typeof SEARCHES;

/** An operator's own engine: a model behind an endpoint compatible with OpenAI's chat completions. */
export interface OwnEngine {
  readonly slug: string;
  /** The model's common name: `DeepSeek V4`. */
  readonly name: string;
  /** The endpoint's owner: `OpenRouter`. A provider's engines share its key. */
  readonly provider: string;
  /** Up to `/chat/completions`, without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly search: SearchBy;
  readonly needsKey: boolean;
  /** Approximate US dollars per answer. */
  readonly costUsd: number;
  /** Highest US dollars per answer, if replies have a cost. */
  readonly mostCostUsd?: number;
  readonly concurrency: number;
  readonly deadlineSeconds: number;
}

/** The engine under its full name: model, endpoint, and who searched. It is never only an app's name. */
export function engineOfOwn({ slug, name, provider, search }: OwnEngine): Engine {
  const shown = {
    slug,
    name: `${name} (${provider}, ${SEARCHES[search]})`,
    method: 'api',
    provider,
  } as const;
  return search === 'none' ? { ...shown, citesNothing: true } : shown;
}

/** The slug for a provider's name; its key's variable contains it. */
export function providerSlugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
