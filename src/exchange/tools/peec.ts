import { isObject, type JsonObject, valueAt } from '../json-records.ts';
import { textIn } from '../values.ts';
import type { Tool } from './tool.ts';

/**
 * Peec's chats, each with its content: what `GET /chats/{id}/content` gives, in the chat of `GET /chats` or merged into
 * it. The question is the user's message; positions are among brands, from 1.
 */
export const PEEC: Tool = {
  id: 'peec',
  name: 'Peec',
  has: ['messages', 'brands_mentioned', 'model_channel'],
  columns: {
    question: 'question',
    engine: 'engine',
    time: 'date',
    market: 'country_code',
    answer: 'answer',
    citations: 'sources',
    searches: 'queries',
    model: 'model.id',
    id: 'id',
    named: 'brands_mentioned',
    position: 'brands_mentioned',
  },
  hasIds: true,
  prepare: (chat) => {
    const row: JsonObject = isObject(chat.content) ? { ...chat, ...chat.content } : chat;
    const channel = valueAt(row, 'model_channel.id') ?? row.model_channel;
    return { ...row, engine: channel, question: said(row, 'user'), answer: said(row, 'assistant') };
  },
};

/** All that one side of a chat said. */
function said({ messages }: JsonObject, role: string): string | null {
  const texts = (Array.isArray(messages) ? messages : [])
    .filter((each) => isObject(each) && each.role === role)
    .map((each) => textIn(each.content))
    .filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join('\n\n');
}
