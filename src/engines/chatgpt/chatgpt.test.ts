import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  BRITAIN,
  failed,
  failureOf,
  fixture,
  kindOf,
  NOWHERE,
  nothing,
  readFixture,
  replyOf,
  shortened,
  testRefusals,
} from '../../../test/support/engines.ts';
import { chatgpt } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const PRICING = 'https://tandemly.example/pricing';
const FOUND = [REVIEW, FORUM, 'https://www.neverquoted.example/top-50-tools', PRICING];
const CITED = [`${REVIEW}?utm_source=openai`, FORUM, `${PRICING}?utm_source=openai`];

describe('a ChatGPT request', () => {
  test('has the exact prompt and web search in the market’s country, and forbids storage', () =>
    assert.deepEqual(chatgpt.next(ask('best “C++” editor?\n'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v1/responses',
        headers: { authorization: 'Bearer secret-key' },
        body: {
          model: 'some-model',
          input: 'best “C++” editor?\n',
          tools: [
            {
              type: 'web_search',
              search_context_size: 'low',
              user_location: { type: 'approximate', country: 'GB' },
            },
          ],
          include: ['web_search_call.action.sources'],
          max_output_tokens: 8000,
          max_tool_calls: 4,
          store: false,
        },
      },
    ]));

  test('has an empty location without a market, because none means the United States', () => {
    const [request] = chatgpt.next(ask('x', NOWHERE), ACCESS, []);
    assert.ok(request);
    assert.deepEqual((request.body as { tools: object[] }).tools[0], {
      type: 'web_search',
      search_context_size: 'low',
      user_location: { type: 'approximate' },
    });
    assert.deepEqual(chatgpt.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(chatgpt.marketApplied(BRITAIN), { location: true, language: false });
  });

  test('is the only one', () => assert.deepEqual(chatgpt.next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('a ChatGPT answer', () => {
  for (const [name, expected] of Object.entries({
    ok: { outcome: 'ok', detail: null, characters: 681, cited: CITED, retrieved: FOUND },
    drift_action: { outcome: 'ok', detail: null, characters: 681, cited: CITED, retrieved: [PRICING] },
    drift_title: { outcome: 'ok', detail: null, characters: 681, cited: [CITED[0]], retrieved: FOUND },
    nosearch: { outcome: 'ok', detail: 'no_search', characters: 74, cited: [], retrieved: [] },
    search_failed: { outcome: 'ok', detail: 'no_search', characters: 91, cited: [], retrieved: [] },
    content_filter: nothing('content_filter'),
    refusal: nothing('refusal'),
    incomplete_max_tokens: cutShort(),
    incomplete_empty: cutShort(),
    failed: failed('server_error', 'transient'),
    failed_invalid_prompt: failed('invalid_prompt'),
  })) {
    test(name, () => assert.deepEqual(readFixture(chatgpt, name), expected));
  }

  test('has its exact text, its citations with titles, and its model', () => {
    const body = JSON.parse(fixture('chatgpt', 'ok'));
    const reading = answerOf(chatgpt, replyOf(body));
    assert.equal(reading.text, body.output.at(-1).content[0].text);
    assert.equal(reading.cited[0]?.title, 'Best project software for small agencies (2026)');
    assert.equal(reading.model, 'gpt-5.6-terra');
    assert.deepEqual(reading.searches, ['best project management software small agency 2026']);
  });

  for (const code of [
    'invalid_prompt',
    'bio_policy',
    'misalignment_policy_violation',
    'data_residency_mismatch',
  ]) {
    test(`a run refused as ${code} is never retried, inside a 200 or not`, () => {
      const body = { status: 'failed', error: { code, message: 'x' }, output: [] };
      for (const reply of [replyOf(body), replyOf({ error: { code, message: 'x' } }, 400)]) {
        const reading = failureOf(chatgpt, reply);
        assert.deepEqual([reading.detail, reading.fault], [code, 'final']);
      }
    });
  }

  test('has its searches: a query list or one query, each once, and the number of blank ones', () => {
    const call = (action: object) => ({ type: 'web_search_call', status: 'completed', action });
    const output = [
      call({ type: 'search', query: 'a', queries: ['a', 'b ', '', ' '] }),
      call({ type: 'search', query: 'c' }),
      call({ type: 'open_page', url: null }),
      call({ type: 'search', queries: ['a', 7] }),
      { type: 'message', content: [{ type: 'output_text', text: 'Tandemly.' }] },
    ];
    const reading = answerOf(chatgpt, replyOf({ status: 'completed', output }));
    assert.deepEqual([reading.searches, reading.detail], [['a', 'b ', 'c'], 'blank_searches:2']);
  });

  test('counts citations without a page, of an unknown kind, and as marks in the text', () => {
    const annotations = [
      { type: 'url_citation', url: 'https://a.example/' },
      { type: 'url_citation', url: null },
      { type: 'page_citation', url: 'https://b.example/' },
    ];
    const text = 'Tandemly \uE200cite\uE202turn0search1\uE201 [1].';
    const output = [{ type: 'message', content: [{ type: 'output_text', text, annotations }] }];
    const reading = shortened(chatgpt.read([replyOf({ status: 'completed', output })]));
    assert.deepEqual([reading.detail, reading.cited], ['unread_citations:3', ['https://a.example/']]);
  });

  test('is cut short if it says why, without a status', () => {
    const body = JSON.parse(fixture('chatgpt', 'incomplete_max_tokens'));
    assert.deepEqual(shortened(chatgpt.read([replyOf({ ...body, status: undefined })])), cutShort());
  });

  test('is empty if its text is blank', () => {
    const body = {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: ' \n' }] }],
    };
    assert.deepEqual(kindOf(chatgpt, replyOf(body)), ['empty', 'blank']);
  });

  test('has no text from its search phase', () => {
    const said = (text: string, phase: string) => ({
      type: 'message',
      phase,
      content: [{ type: 'output_text', text }],
    });
    const output = [said('Let me look.', 'commentary'), said('Tandemly.', 'final_answer')];
    assert.equal(answerOf(chatgpt, replyOf({ status: 'completed', output })).text, 'Tandemly.');
  });

  testRefusals(chatgpt, [
    ['err401', 401, {}, ['invalid_api_key', 'auth', null]],
    ['err404_model', 404, {}, ['model_not_found', 'config', null]],
    ['err429_quota', 429, {}, ['insufficient_quota', 'quota', null]],
    ['err429_rate', 429, { 'retry-after': '2' }, ['rate_limit_exceeded', 'rate', 2000]],
    [
      'err429_rate',
      429,
      { 'retry-after-ms': '2310', 'retry-after': '3' },
      ['rate_limit_exceeded', 'rate', 2310],
    ],
    ['err429_spend_limit', 429, {}, ['project_spend_limit_exceeded', 'quota', null]],
    ['err500', 500, {}, ['server_error', 'transient', null]],
  ]);

  test('is unreadable if its body has no known content', () =>
    assert.throws(() => chatgpt.read([replyOf({ hello: 'world' })]), /no output/));
});

function cutShort() {
  return failed('truncated:max_output_tokens', 'length');
}
