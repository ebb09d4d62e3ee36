import type { EngineAdapter, EngineRequest, Question } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { engineOfOwn, type OwnEngine, providerSlugOf, type SearchBy } from './definition.ts';
import { readReply } from './parser.ts';

/**
 * An operator's own engine: any endpoint compatible with OpenAI's chat completions, such as OpenRouter, Ollama,
 * llama.cpp, or vLLM. It takes neither a location nor a language.
 */
export function openaiCompatible(own: OwnEngine): EngineAdapter {
  const { slug, name, method } = engineOfOwn(own);
  const { provider, baseUrl, model, search, needsKey } = own;
  const { costUsd, mostCostUsd, concurrency, deadlineSeconds } = own;
  return {
    slug,
    name,
    method,
    provider: {
      slug: providerSlugOf(provider),
      name: provider,
      baseUrl,
      keyHelp: needsKey ? `an API key of ${provider}` : 'no key',
      isOwn: true,
      needsKey,
    },
    defaults: {
      model,
      concurrency,
      deadlineSeconds,
      costUsd,
      ...(mostCostUsd !== undefined && { mostCostUsd }),
    },
    mostPromptCharacters: null,
    omittable: ['max_tokens'],
    marketApplied: () => ({ location: false, language: false }),
    ...byOneRequest(
      (question, access): EngineRequest => ({
        method: 'POST',
        url: `${access.baseUrl}/chat/completions`,
        headers: access.key === '' ? {} : { authorization: `Bearer ${access.key}` },
        body: bodyOf(question, access.model, search),
      }),
      (reply) => readReply(reply, search),
    ),
  };
}

function bodyOf(question: Question, model: string, search: SearchBy): object {
  return {
    model,
    messages: [{ role: 'user', content: question.prompt }],
    max_tokens: lengthCap(question, 8000),
    ...toolsOf(search),
  };
}

/** OpenRouter's own tool. Without an engine's name, OpenRouter would choose one without telling. */
function toolsOf(search: SearchBy): object {
  const engine = { openrouter_native: 'native', openrouter_exa: 'exa', none: null, endpoint: null }[search];
  return engine === null ? {} : { tools: [{ type: 'openrouter:web_search', parameters: { engine } }] };
}
