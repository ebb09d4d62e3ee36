import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  BRITAIN,
  failureOf,
  fixture,
  NOWHERE,
  readFixture,
  replyOf,
  shortened,
} from '../../../test/support/engines.ts';
import { mistral } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const SEARCH = { type: 'tool.execution', name: 'web_search' };

function said(content: unknown) {
  return { type: 'message.output', model: 'mistral-medium-latest', content };
}

function read(...outputs: object[]) {
  return mistral.read([replyOf({ object: 'conversation.response', outputs })]);
}

describe('a Mistral request', () => {
  test('has the exact prompt and web search in any market, and forbids storage', () => {
    for (const market of [BRITAIN, NOWHERE]) {
      assert.deepEqual(mistral.next(ask('best “C++” editor?\n', market), ACCESS, []), [
        {
          method: 'POST',
          url: 'http://127.0.0.1:1/v1/conversations',
          headers: { authorization: 'Bearer secret-key' },
          body: {
            model: 'some-model',
            inputs: 'best “C++” editor?\n',
            tools: [{ type: 'web_search' }],
            completion_args: { max_tokens: 8000 },
            store: false,
          },
        },
      ]);
      assert.deepEqual(mistral.marketApplied(market), { location: false, language: false });
    }
  });

  test('is the only one', () => assert.deepEqual(mistral.next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('a Mistral answer', () => {
  test('has its text and citations', () =>
    assert.deepEqual(readFixture(mistral, 'ok'), {
      outcome: 'ok',
      detail: null,
      characters: 37,
      cited: [REVIEW],
      retrieved: [],
    }));

  test('has its searches from its tool’s arguments', () =>
    assert.deepEqual(answerOf(mistral, replyOf(fixture('mistral', 'ok'))).searches, [
      'best project management software small agency',
    ]));

  test('has its exact text chunks, with the titles between them', () => {
    const reading = read(
      SEARCH,
      said([
        { type: 'text', text: '\n Tandemly' },
        { type: 'tool_reference', tool: 'web_search', title: 'B', url: 'https://b.example/' },
        { type: 'tool_reference', tool: 'web_search', title: ' ', url: 'https://a.example/' },
        { type: 'something_new', text: 'not said' },
        { type: 'tool_reference', tool: 'web_search', title: 'no page', url: null },
        { type: 'text', text: ', or Plotwise. ' },
        { type: 'tool_reference', tool: 'web_search', title: 'B again', url: 'https://b.example/' },
      ]),
    );
    assert.deepEqual(reading, {
      outcome: 'ok',
      detail: 'unread_citations:1',
      text: '\n Tandemly, or Plotwise. ',
      cited: [
        { url: 'https://b.example/', title: 'B' },
        { url: 'https://a.example/', title: null },
      ],
      retrieved: [],
      searches: [],
      model: 'mistral-medium-latest',
      costUsd: null,
    });
  });

  test('may have plain text as its content', () => {
    const reading = read(SEARCH, { type: 'agent.handoff' }, said('Tandemly.\n'));
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly.\n');
  });

  test('says that it made no web search', () => {
    for (const outputs of [[], [{ type: 'tool.execution', name: 'code_interpreter' }]]) {
      const reading = read(...outputs, said('Tandemly.'));
      assert.deepEqual([reading.outcome, reading.detail], ['ok', 'no_search']);
    }
  });

  test('is empty if its text is blank or its message has no content', () => {
    for (const content of ['', ' \n', [], [{ type: 'text', text: ' ' }]]) {
      const reading = shortened(read(SEARCH, said(content)));
      assert.deepEqual([reading.outcome, reading.detail], ['empty', 'blank']);
    }
  });
});

describe('a Mistral failure', () => {
  const error = (type: string, code: string) => ({ object: 'error', message: 'x', type, param: null, code });
  for (const [status, headers, body, expected] of [
    [401, {}, { detail: 'Unauthorized' }, ['http_401', 'auth', null]],
    [402, {}, { detail: 'Payment required' }, ['http_402', 'quota', null]],
    [400, {}, error('invalid_model', 'unknown_model'), ['unknown_model', 'config', null]],
    [422, {}, { detail: [{ msg: 'Field required' }] }, ['http_422', 'config', null]],
    [429, { 'retry-after': '7' }, error('rate_limited', '1300'), ['1300', 'rate', 7000]],
    [500, {}, error('internal_server_error', '3000'), ['3000', 'transient', null]],
    [503, {}, '<html>Service unavailable</html>', ['http_503', 'transient', null]],
    [504, {}, '', ['http_504', 'timeout', null]],
  ] as const) {
    test(`${status}: ${expected.join(', ')}`, () => {
      const reading = failureOf(mistral, replyOf(body, status, headers));
      assert.deepEqual([reading.detail, reading.fault, reading.retryAfterMs], expected);
    });
  }

  test('is unreadable with an unknown body, not a blank answer', () => {
    for (const body of [
      { outputs: [] },
      { outputs: [SEARCH] },
      { outputs: [said([{ type: 'rich_text', value: 'Tandemly' }])] },
      { outputs: [said({ text: 'Tandemly' })] },
    ]) {
      assert.throws(() => mistral.read([replyOf(body)]), JSON.stringify(body));
    }
  });
});
