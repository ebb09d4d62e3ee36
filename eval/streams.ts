import { type Json, jsonObject, object, objects } from '../src/engines/json.ts';

/**
 * A recorded stream's body, where that is simple: the Responses API sends it whole at the end, and this
 * reassembles the Messages API's events. Null for every other stream.
 */
export function bodyOfStream(recorded: string): Json | null {
  const events = recorded
    .split('\n')
    .map((line) => line.replace(/^data: */, '').trim())
    .filter((line) => line.startsWith('{'))
    .map(jsonObject);
  const end = events.find(({ type }) => /^response\.(completed|incomplete|failed)$/.test(String(type)));
  if (end !== undefined) return object(end.response);
  return events.at(-1)?.type === 'message_stop' ? joinedMessage(events) : null;
}

function joinedMessage(events: readonly Json[]): Json {
  const blocks = new Map<unknown, Record<string, unknown>>();
  let message: Json = {};
  for (const event of events) {
    if (event.type === 'message_start') message = object(event.message);
    if (event.type === 'message_delta') message = { ...message, ...object(event.delta) };
    if (event.type === 'content_block_start') blocks.set(event.index, { ...object(event.content_block) });
    const block = blocks.get(event.index);
    if (event.type === 'content_block_delta' && block !== undefined) extend(block, object(event.delta));
  }
  return { ...message, content: [...blocks.values()] };
}

function extend(block: Record<string, unknown>, { type, text, citation }: Json): void {
  if (type === 'text_delta') block.text = `${block.text ?? ''}${text}`;
  if (type === 'citations_delta') block.citations = [...objects(block.citations), citation];
}
