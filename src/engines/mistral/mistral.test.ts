import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  ask,
  BRITAIN,
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

describe('what Mistral is sent', () => {
  test('the prompt as it is, with web search, wherever it is asked for, and nothing kept', () => {
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

  test('one request only', () => assert.deepEqual(mistral.next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('what Mistral answers', () => {
  test('ok', () => {
    assert.deepEqual(readFixture(mistral, 'ok'), {
      outcome: 'ok',
      detail: null,
      characters: 37,
      cited: [REVIEW],
      retrieved: [],
    });
  });

  test('what it searched for, from the arguments of its tool', () => {
    const reading = mistral.read([replyOf(fixture('mistral', 'ok'))]);
    assert.ok(reading.outcome === 'ok');
    assert.deepEqual(reading.searches, ['best project management software small agency']);
  });

  test('its chunks of text to the character, with the titles between them', () => {
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
      detail: null,
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

  test('a content that is a text', () => {
    const reading = read(SEARCH, { type: 'agent.handoff' }, said('Tandemly.\n'));
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly.\n');
  });

  test('an answer without a web search is marked so', () => {
    for (const outputs of [[], [{ type: 'tool.execution', name: 'code_interpreter' }]]) {
      const reading = read(...outputs, said('Tandemly.'));
      assert.deepEqual([reading.outcome, reading.detail], ['ok', 'no_search']);
    }
  });

  test('a blank text is empty, and so is a message without content', () => {
    for (const content of ['', ' \n', [], [{ type: 'text', text: ' ' }]]) {
      const reading = shortened(read(SEARCH, said(content)));
      assert.deepEqual([reading.outcome, reading.detail], ['empty', 'blank']);
    }
  });
});

describe('how Mistral fails', () => {
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
      const reading = mistral.read([replyOf(body, status, headers)]);
      assert.ok('fault' in reading);
      assert.deepEqual([reading.detail, reading.fault, reading.retryAfterMs], expected);
    });
  }

  test('an unknown body cannot be read, and is not a blank answer', () => {
    for (const body of [
      '<html></html>',
      '[]',
      { hello: 'world' },
      { outputs: [] },
      { outputs: [SEARCH] },
      { outputs: [said([{ type: 'rich_text', value: 'Tandemly' }])] },
      { outputs: [said({ text: 'Tandemly' })] },
    ]) {
      assert.throws(() => mistral.read([replyOf(body)]), JSON.stringify(body));
    }
  });
});
