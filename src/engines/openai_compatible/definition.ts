import type { Engine } from '../../domain/answers/engine.ts';

/** Who searches the web for an answer, each with the words for it in the name of the engine. */
export const SEARCHES = {
  /** Nobody: the model answers from what it learned. Its replies have no citations. */
  none: 'no search',
  /** The endpoint, without being asked to; citations are in `annotations`. */
  endpoint: 'search by the endpoint',
  /** OpenRouter's server tool, by the search of the model's own vendor. */
  openrouter_native: 'native search',
  /** OpenRouter's server tool, by Exa. */
  openrouter_exa: 'search by Exa',
} as const;

export type SearchBy = keyof typeof SEARCHES;

/** An engine that an operator defines: a model behind an endpoint that is compatible with OpenAI's chat completions. */
export interface OwnEngine {
  readonly slug: string;
  /** The model as people know it: `DeepSeek V4`. */
  readonly name: string;
  /** Whose endpoint it is: `OpenRouter`. Engines of one provider share its key. */
  readonly provider: string;
  /** Up to `/chat/completions`, without a slash at the end. */
  readonly baseUrl: string;
  /** As the endpoint calls it. */
  readonly model: string;
  readonly search: SearchBy;
  readonly needsKey: boolean;
  /** US dollars per answer, about. */
  readonly costUsd: number;
  /** US dollars per answer at most, where its replies say what they cost. */
  readonly mostCostUsd?: number;
  readonly concurrency: number;
  readonly deadlineSeconds: number;
}

/** How such an engine is named everywhere: by its model, whose endpoint was asked, and who searched. It is never only the name of an app. */
export function engineOfOwn({ slug, name, provider, search }: OwnEngine): Engine {
  const shown = {
    slug,
    name: `${name} (${provider}, ${SEARCHES[search]})`,
    method: 'api',
    provider,
  } as const;
  return search === 'none' ? { ...shown, citesNothing: true } : shown;
}

/** The slug of the provider with this name; the variable of its key is made of it. */
export function providerSlugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
