import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyOf } from '../../test/support/engines.ts';
import { failureOf } from './http-failures.ts';

const messageOf = (message: string, status = 400) =>
  failureOf(replyOf({ error: { type: 'invalid_request_error', message } }, status));

for (const message of [
  'prompt is too long: 210433 tokens > 200000 maximum',
  'The input token count (1200345) exceeds the maximum number of tokens allowed (1048576).',
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  'Prompt contains 34000 tokens, too large for model with 32768 maximum context length',
  'input length and `max_tokens` exceed context limit',
  'Output blocked by content filtering policy: content filter',
  'Your request was rejected as a result of our safety system.',
]) {
  test(`about one prompt, no reason to stop the engine: ${message}`, () =>
    assert.equal(messageOf(message).fault, 'final'));
}

for (const [message, status, fault] of [
  ['max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens', 400, 'config'],
  ['unknown field "tool_choice"', 400, 'config'],
  ['The requested model does not exist', 400, 'config'],
  ['Web search is not enabled for this organization.', 400, 'config'],
  ['Search grounding is not available in this project', 400, 'config'],
  ['Something about this text is odd', 400, 'final'],
  ['', 400, 'final'],
  ['This request would exceed your limit of 30,000 input tokens per minute.', 429, 'rate'],
  ['Request exceeds the maximum size', 413, 'final'],
] as const) {
  test(`${status}, ${fault}: ${message}`, () => assert.equal(messageOf(message, status).fault, fault));
}
