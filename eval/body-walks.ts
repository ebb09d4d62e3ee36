import { isObject, type Json, object, objects } from '../src/engines/json.ts';

/** A body's content, found by a plain walk that shares only JSON parsing with the parsers. */
export interface Walked {
  /** Every visible text, in the body's order. */
  readonly texts: readonly string[];
  /** Every cited URL, in the body's order, each once. */
  readonly urls: readonly string[];
}

/** Recognizes and walks one kind of API's answers. */
interface Walk {
  /** Whether it is this API's answer, and complete. */
  isAnswer(body: Json): boolean;
  textOf(each: Json): unknown;
  urlsOf(each: Json, body: Json): readonly unknown[];
}

const typed = (each: Json, type: string, field: string) => (each.type === type ? each[field] : undefined);

const responses: Walk = {
  isAnswer: (body) => body.object === 'response' && body.status === 'completed',
  textOf: (each) => typed(each, 'output_text', 'text'),
  urlsOf: (each) => [typed(each, 'url_citation', 'url')],
};

const messages: Walk = {
  isAnswer: (body) => body.type === 'message' && body.stop_reason === 'end_turn',
  textOf: (each) => typed(each, 'text', 'text'),
  urlsOf: (each) => [typed(each, 'web_search_result_location', 'url')],
};

const grounded: Walk = {
  isAnswer: (body) => objects(body.candidates).some(({ finishReason }) => finishReason === 'STOP'),
  textOf: (each) => ('thought' in each ? undefined : each.text),
  urlsOf: ({ groundingSupports, groundingChunks }) =>
    objects(groundingSupports).flatMap(({ groundingChunkIndices }) =>
      Array.isArray(groundingChunkIndices)
        ? groundingChunkIndices.map((index) => object(objects(groundingChunks)[index]?.web).uri)
        : [],
    ),
};

const agent: Walk = {
  ...responses,
  urlsOf: (each, body) => {
    const said = typed(each, 'output_text', 'text');
    const results = [...everyObject(body)].filter((one) => one.id !== undefined && one.snippet !== undefined);
    const markers = typeof said === 'string' ? [...said.matchAll(/\[(?:\w+:)?(\d+)\]/g)] : [];
    return markers.map(([, id]) => results.find((result) => String(result.id) === id)?.url);
  },
};

const conversation: Walk = {
  isAnswer: (body) => Array.isArray(body.outputs),
  textOf: (each) =>
    each.type === 'message.output' && typeof each.content === 'string'
      ? each.content
      : typed(each, 'text', 'text'),
  urlsOf: (each) => [typed(each, 'tool_reference', 'url')],
};

/** The engine for a provider's bodies, by the provider's name in the index. */
const ENGINES: Readonly<Record<string, { readonly engine: string; readonly walk: Walk }>> = {
  openai: { engine: 'chatgpt', walk: responses },
  anthropic: { engine: 'claude', walk: messages },
  gemini: { engine: 'gemini', walk: grounded },
  perplexity: { engine: 'perplexity', walk: agent },
  xai: { engine: 'grok', walk: responses },
  mistral: { engine: 'mistral', walk: conversation },
};

/** The engine for a provider's bodies; undefined if no engine here uses it. */
export function engineOfProvider(provider: string): string | undefined {
  return ENGINES[provider]?.engine;
}

/** A body's content; null unless it is a whole answer from the engine's API. */
export function walked(provider: string, body: unknown): Walked | null {
  const walk = ENGINES[provider]?.walk;
  if (walk === undefined || !isObject(body) || !walk.isAnswer(body)) return null;
  const every = [...everyObject(body)];
  const texts = every.map((each) => walk.textOf(each)).filter((each) => typeof each === 'string');
  const urls = every.flatMap((each) => walk.urlsOf(each, body)).filter((url) => typeof url === 'string');
  return { texts, urls: [...new Set(urls)] };
}

/** Every object in a value, outer ones first, in written order. */
function* everyObject(value: unknown): Generator<Json> {
  if (isObject(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    // Supports repeat pieces of the text.
    if (key !== 'segment') yield* everyObject(part);
  }
}
