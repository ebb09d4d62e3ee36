import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCESS, ask, BRITAIN, failureOf, fixture, NOWHERE, replyOf } from '../../../test/support/engines.ts';
import { chatgptAppByCloro } from '../chatgpt_app_cloro/adapter.ts';
import { geminiAppByCloro } from '../gemini_app_cloro/adapter.ts';
import { googleAiModeByCloro } from '../google_ai_mode_cloro/adapter.ts';
import { googleAiOverviewByCloro } from '../google_ai_overview_cloro/adapter.ts';

const HEADERS = { authorization: 'Bearer secret-key' };
const URL = 'http://127.0.0.1:1/v1/async/task';
const POSTED = replyOf(fixture('chatgpt_app_cloro', 'task_post'));
const PROCESSING = replyOf(fixture('chatgpt_app_cloro', 'task_processing'));
const DONE = replyOf(fixture('chatgpt_app_cloro', 'ok'));

const markdown = { markdown: true };

for (const { adapter, task, language, credits } of [
  {
    adapter: chatgptAppByCloro,
    language: {},
    credits: 5,
    task: { taskType: 'CHATGPT', payload: { prompt: 'best editor?', country: 'GB', include: markdown } },
  },
  {
    adapter: geminiAppByCloro,
    language: {},
    credits: 4,
    task: { taskType: 'GEMINI', payload: { prompt: 'best editor?', country: 'GB', include: markdown } },
  },
  {
    adapter: googleAiModeByCloro,
    language: { hl: 'en' },
    credits: 4,
    task: {
      taskType: 'AIMODE',
      payload: { prompt: 'best editor?', country: 'GB', hl: 'en', device: 'desktop', include: markdown },
    },
  },
  {
    adapter: googleAiOverviewByCloro,
    language: { hl: 'en' },
    credits: 5,
    task: {
      taskType: 'GOOGLE',
      payload: {
        query: 'best editor?',
        country: 'GB',
        hl: 'en',
        device: 'desktop',
        include: { aioverview: markdown },
      },
    },
  },
]) {
  describe(`a request to ${adapter.slug}`, () => {
    test('posts a task for the market’s country, then polls it by id', () => {
      assert.deepEqual(adapter.next(ask('best editor?'), ACCESS, []), [
        { method: 'POST', url: URL, headers: HEADERS, body: task },
      ]);
      const taskRequest = replyOf({ success: true, task: { id: 'an id/7', status: 'QUEUED' } });
      assert.deepEqual(adapter.next(ask('best editor?'), ACCESS, [taskRequest]), [
        { method: 'GET', url: `${URL}/an%20id%2F7`, headers: HEADERS, delayMs: 20_000 },
      ]);
      assert.deepEqual(adapter.next(ask('best editor?'), ACCESS, [taskRequest, DONE]), []);
    });

    test('goes to the United States without a market, which does not count as applied', () => {
      const [request] = adapter.next(ask('best editor?', NOWHERE), ACCESS, []);
      const { hl, ...payload } = task.payload as Record<string, unknown>;
      assert.deepEqual(request?.body, { ...task, payload: { ...payload, country: 'US' } });
      assert.deepEqual(adapter.marketApplied(NOWHERE), { location: false, language: false });
    });

    test('applies the market as far as it can; a city has no country', () => {
      assert.deepEqual(adapter.marketApplied(BRITAIN), { location: true, language: 'hl' in language });
      const city = { ...BRITAIN, locationCode: 1006886, country: null };
      assert.equal(adapter.marketApplied(city).location, false);
    });

    test('costs its credits', () => {
      const { costUsd, costUsdWith } = adapter.defaults;
      assert.equal(costUsd, credits * 0.0008);
      assert.equal(costUsdWith?.({ credit_usd: '0.0004' }), credits * 0.0004);
    });
  });
}

test('ChatGPT’s searches cost extra credits', () => {
  const settings = { fan_out: 'on', credit_usd: '0.001' };
  const [request] = chatgptAppByCloro.next(ask('x'), { ...ACCESS, settings }, []);
  const include = { markdown: true, searchQueries: true };
  const payload = { prompt: 'x', country: 'GB', include };
  assert.deepEqual(request?.body, { taskType: 'CHATGPT', payload });
  assert.equal(chatgptAppByCloro.defaults.costUsdWith?.(settings), 0.007);
});

describe('a task', () => {
  for (const [name, reply, expected] of [
    ['in the queue', POSTED, true],
    ['being worked on', PROCESSING, true],
    ['with an unknown status', replyOf({ task: { status: 'SCHEDULED' } }), true],
    ['a throttled poll', replyOf(fixture('chatgpt_app_cloro', 'err429_rate'), 429), true],
    ['a poll that failed on their side', replyOf('', 503), true],
    ['a look without a body', replyOf('', 204), true],
    ['a look without a right to it', replyOf(fixture('chatgpt_app_cloro', 'err401'), 401), false],
    ['a poll for a deleted task', replyOf({ error: { code: 'RESOURCE_NOT_FOUND' } }, 404), false],
    ['done', DONE, false],
    ['failed', replyOf(fixture('chatgpt_app_cloro', 'failed')), false],
    ['no task', replyOf({}), false],
    ['an HTML page', replyOf('<html></html>'), false],
  ] as const) {
    test(`${expected ? 'is' : 'is not'} pending: ${name}`, () =>
      assert.equal(chatgptAppByCloro.isPending(reply), expected));
  }

  test('is readable when done, wherever its result is', () => {
    const { response, ...rest } = JSON.parse(DONE.body);
    const wrapped = replyOf({ ...rest, response: { success: true, result: response } });
    assert.deepEqual(chatgptAppByCloro.read([POSTED, wrapped]), chatgptAppByCloro.read([POSTED, DONE]));
  });

  test('is no answer before it is done', () => {
    for (const replies of [[POSTED], [POSTED, PROCESSING], []])
      assert.throws(() => chatgptAppByCloro.read(replies));
  });

  test('without an id is never polled, and unreadable', () => {
    const nameless = replyOf({ success: true, task: { status: 'QUEUED' } });
    assert.deepEqual(chatgptAppByCloro.next(ask('x'), ACCESS, [nameless]), []);
    assert.throws(() => chatgptAppByCloro.read([nameless]), /not yet done/);
  });

  test('that is gone is never polled again, and stops nothing', () => {
    const gone = replyOf({ success: false, error: { code: 'RESOURCE_NOT_FOUND' } }, 404);
    const reading = failureOf(chatgptAppByCloro, POSTED, gone);
    assert.deepEqual([reading.detail, reading.fault], ['RESOURCE_NOT_FOUND', 'final']);
  });

  test('that failed cost nothing', () => {
    const reading = chatgptAppByCloro.read([POSTED, replyOf(fixture('chatgpt_app_cloro', 'failed'))]);
    assert.deepEqual(reading, {
      outcome: 'error',
      detail: 'INTERNAL_SERVER_ERROR',
      fault: 'transient',
      retryAfterMs: null,
      costUsd: 0,
    });
  });
});

describe('a failure', () => {
  for (const [name, body, status, fault] of [
    ['a wrong key', fixture('chatgpt_app_cloro', 'err401'), 401, 'auth'],
    ['no credits left', fixture('chatgpt_app_cloro', 'err403_credits'), 403, 'quota'],
    ['another 403', {}, 403, 'auth'],
    ['payment required', {}, 402, 'quota'],
    ['a full queue', fixture('chatgpt_app_cloro', 'err429_queue'), 429, 'rate'],
    ['too many requests', fixture('chatgpt_app_cloro', 'err429_rate'), 429, 'rate'],
    ['an unsupported country', fixture('chatgpt_app_cloro', 'err400_country'), 400, 'final'],
    ['a field that is not known', fixture('chatgpt_app_cloro', 'err400_field'), 400, 'config'],
    ['no such path', { error: { code: 'RESOURCE_NOT_FOUND' } }, 404, 'config'],
    ['a failure over there', fixture('chatgpt_app_cloro', 'err500'), 500, 'transient'],
    ['out of service', {}, 503, 'transient'],
  ] as const) {
    test(`${name} is ${fault}`, () =>
      assert.equal(failureOf(chatgptAppByCloro, replyOf(body, status)).fault, fault));
  }
});

describe('an unreadable reply', () => {
  for (const [name, body] of [
    ['a task without a result', { task: { status: 'COMPLETED' } }],
    ['a result of another kind', { task: { status: 'COMPLETED' }, response: 'Tandemly.' }],
    ['an answer without text', { task: { status: 'COMPLETED' }, response: { sources: [] } }],
  ] as const) {
    for (const adapter of [chatgptAppByCloro, googleAiModeByCloro, googleAiOverviewByCloro])
      test(`${name} is not a blank answer of ${adapter.slug}`, () =>
        assert.throws(() => adapter.read([replyOf(body)])));
  }
});
