import { isObject, type Json, object, objects } from '../src/engines/json.ts';

/** What a body says, found by a plain walk that shares nothing with the parsers but the reading of JSON. */
export interface Walked {
  /** Every piece of text that a reader could see, in the order of the body. */
  readonly texts: readonly string[];
  /** Every URL that is cited, in the order of the body, each once. */
  readonly urls: readonly string[];
}

/** How the answers of one kind of API are recognized and walked. */
interface Walk {
  /** Whether it is an answer of this API, and complete. */
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
    const markers = typeof said === 'string' ? [...said.matchAll(/\[(\d+)\]/g)] : [];
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

/** Which engine's the bodies of a provider are, by the provider's name in the index of recorded bodies. */
const ENGINES: Readonly<Record<string, { readonly engine: string; readonly walk: Walk }>> = {
  openai: { engine: 'chatgpt', walk: responses },
  anthropic: { engine: 'claude', walk: messages },
  gemini: { engine: 'gemini', walk: grounded },
  perplexity: { engine: 'perplexity', walk: agent },
  xai: { engine: 'grok', walk: responses },
  mistral: { engine: 'mistral', walk: conversation },
};

/** The engine whose bodies a provider's are; undefined where no engine here asks it. */
export function engineOfProvider(provider: string): string | undefined {
  return ENGINES[provider]?.engine;
}

/** What a body says; null where it is not a whole answer of the API that the engine asks. */
export function walked(provider: string, body: unknown): Walked | null {
  const walk = ENGINES[provider]?.walk;
  if (walk === undefined || !isObject(body) || !walk.isAnswer(body)) return null;
  const every = [...everyObject(body)];
  const texts = every.map((each) => walk.textOf(each)).filter((each) => typeof each === 'string');
  const urls = every.flatMap((each) => walk.urlsOf(each, body)).filter((url) => typeof url === 'string');
  return { texts, urls: [...new Set(urls)] };
}

/** Every object in a value, outer ones first, in the order in which they are written. */
function* everyObject(value: unknown): Generator<Json> {
  if (isObject(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    // Supports hold pieces of the text again.
    if (key !== 'segment') yield* everyObject(part);
  }
}
