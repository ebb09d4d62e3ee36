import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyOf } from '../../test/support/engines.ts';
import type { Access } from './engine.ts';
import { tokensIn } from './reader.ts';
import { READERS } from './readers.ts';

const ACCESS: Access = { baseUrl: 'http://127.0.0.1:1', key: 'k', model: 'm', settings: {} };
const TASK = { instructions: 'Read it.', schema: { type: 'object' } };
const QUESTION = { prompt: 'P', market: { country: null, languageCode: null } as never, task: TASK };
const JSON_TEXT = '{"names":[]}';

const chat = (content: unknown, finish_reason = 'stop', more: object = {}) => ({
  choices: [{ message: { content }, finish_reason }],
  ...more,
});
const candidate = (finishReason: string) => ({
  candidates: [{ content: { parts: [{ text: JSON_TEXT }] }, finishReason }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, thoughtsTokenCount: 3 },
});
const message = (stop_reason: string) => ({
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: JSON_TEXT },
  ],
  stop_reason,
  usage: { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 5 },
});
const response = (content: object, more: object = {}) => ({
  status: 'completed',
  output: [{ type: 'reasoning' }, { type: 'message', content: [content] }],
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
});

/** By reader: where its request has what, and replies that are read, refused, and cut. */
const CASES = {
  reader_openai: {
    path: '/v1/responses',
    has: { instructions: 'Read it.', input: 'P', max_output_tokens: 8000 },
    read: response({ type: 'output_text', text: JSON_TEXT }),
    refused: response({ type: 'refusal', refusal: 'no' }),
    cut: response({}, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
  },
  reader_anthropic: {
    path: '/v1/messages',
    has: { system: 'Read it.', max_tokens: 8000 },
    read: message('end_turn'),
    refused: message('refusal'),
    cut: message('max_tokens'),
  },
  reader_google: {
    path: '/v1beta/models/m:generateContent',
    has: { systemInstruction: { parts: [{ text: 'Read it.' }] } },
    read: candidate('STOP'),
    refused: candidate('SAFETY'),
    cut: candidate('MAX_TOKENS'),
  },
  reader_own: {
    path: '/chat/completions',
    has: { temperature: 0, max_tokens: 8000 },
    read: chat(`<think>hm</think>${JSON_TEXT}`, 'stop', {
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }),
    refused: chat('', 'content_filter'),
    cut: chat('{"na', 'length'),
  },
};

for (const reader of READERS) {
  const { path, has, read, refused, cut } = CASES[reader.slug as keyof typeof CASES];
  const readingOf = (body: object) => reader.read([replyOf(JSON.stringify(body), 200)]);
  describe(reader.slug, () => {
    test('asks with instructions, the prompt, and the schema, and without tools', () => {
      const [request] = reader.next(QUESTION, ACCESS, []);
      assert.equal(request?.url, `${ACCESS.baseUrl}${path}`);
      const body = request?.body as Record<string, unknown>;
      assert.partialDeepStrictEqual(body, has);
      const sent = JSON.stringify(body);
      assert.ok(sent.includes('"P"') && sent.includes(JSON.stringify(TASK.schema)) && !('tools' in body));
    });

    test('may be asked for twice as much, once', () => {
      const [request] = reader.next({ ...QUESTION, isLonger: true }, ACCESS, []);
      assert.match(JSON.stringify(request?.body), /16000/);
    });

    test('reads the text without reasoning, and counts tokens with it', () => {
      const reading = readingOf(read);
      assert.ok('text' in reading);
      assert.equal(reading.text, JSON_TEXT);
      assert.deepEqual(tokensIn({ body: JSON.stringify(read) }), { input: 10, output: 5 });
    });

    test('tells a refusal from a cut reply', () => {
      const [one, other] = [readingOf(refused), readingOf(cut)];
      assert.deepEqual([one.outcome, 'text' in one && one.text], ['empty', null]);
      assert.equal('fault' in other && other.fault, 'length');
    });
  });
}

test('a reply without counts tells no tokens', () =>
  assert.deepEqual(tokensIn({ body: 'no JSON' }), { input: null, output: null }));
