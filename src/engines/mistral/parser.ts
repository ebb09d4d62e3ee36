import type { EngineReading, Reply } from '../engine.ts';
import { answered, sourceOf } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, jsonObjectOrEmpty, objects, text, texts } from '../json.ts';

/** Reads a reply from Mistral's Conversations API. It gives neither a stop reason nor uncited search results. */
export function readReply(reply: Reply): EngineReading {
  return reply.status === 200 ? readConversation(jsonObject(reply.body)) : failureOf(reply);
}

/** @throws Error without text or an empty message: another kind of body isn't a blank answer */
function readConversation(body: Json): EngineReading {
  const outputs = objects(body.outputs);
  const messages = outputs.filter(({ type }) => type === 'message.output');
  const chunks = messages.flatMap(chunksOf);
  const words = chunks.filter(({ type }) => type === 'text').flatMap((each) => text(each.text) ?? []);
  if (words.length === 0 && (messages.length === 0 || chunks.length > 0)) {
    throw new Error('the body has no known text');
  }
  return answered(words.join(''), {
    cited: chunks
      .filter(({ type }) => /reference$/.test(text(type) ?? ''))
      .map(({ url, title }) => sourceOf(url, title)),
    model: messages.map(({ model }) => text(model)).find((model) => model !== undefined),
    detail: outputs.some(isSearch) ? null : 'no_search',
    searches: outputs.filter(isSearch).flatMap(searchesIn),
  });
}

/** A message's content: a string, or text chunks with references between them. */
function chunksOf({ content }: Json): Json[] {
  return Array.isArray(content) ? objects(content) : [{ type: 'text', text: content }];
}

function isSearch({ type, name }: Json): boolean {
  return type === 'tool.execution' && name === 'web_search';
}

/** The query in the tool's arguments, which are JSON in a string. */
function searchesIn({ arguments: given }: Json): string[] {
  return texts([jsonObjectOrEmpty(text(given) ?? '').query]);
}
