import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  failureOf,
  fixture,
  kindOf,
  NOWHERE,
  replyOf,
} from '../../../test/support/engines.ts';
import { chatgptApp } from '../chatgpt_app/adapter.ts';
import type { Access, Reply } from '../engine.ts';
import { googleAiMode } from '../google_ai_mode/adapter.ts';

const QUEUE: Access = { ...ACCESS, settings: { mode: 'queue' } };
const ID = '112009015-1535-0139-0000-0000000000015';
const POSTED = replyOf(fixture('chatgpt_app', 'task_post'));
const WAITING = replyOf(fixture('chatgpt_app', 'task_in_queue'));
const DONE = looked({ cost: 0 });

/** The `task_get` reply for a finished task, with these changes. */
function looked(task: object = {}): Reply {
  const body = JSON.parse(fixture('chatgpt_app', 'ok'));
  const path = ['v3', 'ai_optimization', 'chat_gpt', 'llm_scraper', 'task_get', 'advanced', ID];
  return replyOf({ ...body, cost: 0, tasks: [{ ...body.tasks[0], path, ...task }] });
}

/** An AI Mode reply with these changes to its only task. */
function live(task: object, envelope: object = {}): Reply {
  const body = JSON.parse(fixture('google_ai_mode', 'ok'));
  return replyOf({ ...body, tasks: [{ ...body.tasks[0], ...task }], ...envelope });
}

/** The reply to a posted task, with these changes. */
function answeredPost(task: object): Reply {
  const body = JSON.parse(POSTED.body);
  return replyOf({ ...body, tasks: [{ ...body.tasks[0], ...task }] });
}

/** The task in a live request. */
function taskOf(prompt: string, market = ask('').market) {
  const [request] = googleAiMode.next(ask(prompt, market), ACCESS, []);
  assert.ok(request && Array.isArray(request.body));
  assert.equal(request.body.length, 1);
  return request.body[0];
}

function codeOf(reply: Reply) {
  const reading = failureOf(googleAiMode, reply);
  return [reading.detail, reading.fault, reading.outcome, reading.retryAfterMs];
}

describe('a DataForSEO request', () => {
  for (const [prompt, keyword] of [
    ['best C++ editor', 'best C%2B%2B editor'],
    ['50% off', '50%25 off'],
    ['what is %2B and %25+?', 'what is %252B and %2525%2B?'],
    ['beste Büroküche & “mehr”?\n', 'beste Büroküche & “mehr”?\n'],
  ] as const) {
    test(`${JSON.stringify(prompt)} arrives unchanged`, () => {
      const { keyword: sent } = taskOf(prompt);
      assert.equal(sent, keyword);
      assert.equal(decodeURIComponent(sent.replaceAll('+', ' ')), prompt);
    });
  }

  test('has login and password, also beyond ASCII', () => {
    const [request] = googleAiMode.next(ask('x'), { ...ACCESS, key: 'me@plotwise.example:schlüssel' }, []);
    assert.equal(request?.headers.authorization, 'Basic bWVAcGxvdHdpc2UuZXhhbXBsZTpzY2hsw7xzc2Vs');
  });

  for (const [name, market, sent, applied] of [
    ['no market', NOWHERE, [2840, 'en'], { location: false, language: false }],
    [
      'a language only',
      { ...NOWHERE, languageCode: 'de' },
      [2840, 'de'],
      { location: false, language: true },
    ],
    [
      'a location only',
      { ...NOWHERE, locationCode: 2276 },
      [2276, 'en'],
      { location: true, language: false },
    ],
    [
      'a city without a known country',
      { locationCode: 1006886, languageCode: 'pt-BR', country: null },
      [1006886, 'pt-BR'],
      { location: true, language: true },
    ],
  ] as const) {
    test(`${name}: a substitute market does not count as applied`, () => {
      const { location_code, language_code } = taskOf('x', market);
      assert.deepEqual([location_code, language_code], sent);
      assert.deepEqual(googleAiMode.marketApplied(market), applied);
    });
  }
});

describe('a task of the queue', () => {
  test('goes from posting to polling by id after half a minute, then to completion', () => {
    const [look, ...others] = chatgptApp.next(ask('x'), QUEUE, [POSTED]);
    assert.deepEqual(look, {
      method: 'GET',
      url: `http://127.0.0.1:1/v3/ai_optimization/chat_gpt/llm_scraper/task_get/advanced/${ID}`,
      headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
      delayMs: 30_000,
    });
    assert.deepEqual([others, chatgptApp.next(ask('x'), QUEUE, [POSTED, DONE])], [[], []]);
  });

  test('continues in live mode if the mode changed after posting', () =>
    assert.deepEqual(
      chatgptApp.next(ask('x'), ACCESS, [POSTED]),
      chatgptApp.next(ask('x'), QUEUE, [POSTED]),
    ));

  for (const [name, reply, expected] of [
    ['its posting', POSTED, false],
    ['in queue', WAITING, true],
    ['handed over', looked({ status_code: 40601, result: null }), true],
    ['created, says looking for it', looked({ status_code: 20100, result: null }), true],
    ['in queue, by an envelope without tasks', replyOf({ status_code: 40602, tasks: null }), true],
    ['a throttled poll', replyOf({ status_code: 40202, tasks: null }), true],
    ['a poll that failed on their side', replyOf({ status_code: 50000, tasks: null }), true],
    ['a look without a right to it', replyOf({ status_code: 40100, tasks: null }), false],
    ['done', DONE, false],
    ['failed', looked({ status_code: 40103, result: null }), false],
    ['a live task', live({}), false],
    ['a waiting live task: another request would cost again', live({ status_code: 40602 }), false],
    ['a waiting posting', answeredPost({ status_code: 40601 }), false],
    ['an HTML page', replyOf('<html></html>', 502), false],
    ['no envelope', replyOf({}), false],
  ] as const) {
    test(`${expected ? 'is' : 'is not'} pending: ${name}`, () =>
      assert.equal(chatgptApp.isPending(reply), expected));
  }

  test('is readable when done, and costs once', () => {
    for (const cost of [0, 0.0012]) {
      assert.equal(answerOf(chatgptApp, POSTED, looked({ cost })).costUsd, 0.0012);
    }
  });

  test('costs the poll’s figure if its posting has no cost', () => {
    const { tasks, ...envelope } = JSON.parse(POSTED.body);
    const posted = replyOf({ ...envelope, cost: null, tasks: [{ ...tasks[0], cost: null }] });
    assert.equal(answerOf(chatgptApp, posted, looked({ cost: 0.0012 })).costUsd, 0.0012);
  });

  test('that DataForSEO did not create is a failure without polling', () => {
    const refused = answeredPost({ status_code: 40501, result: null });
    assert.deepEqual(chatgptApp.next(ask('x'), QUEUE, [refused]), []);
    assert.deepEqual(chatgptApp.read([refused]), {
      outcome: 'error',
      detail: 'dfs:40501',
      fault: 'final',
      retryAfterMs: null,
      costUsd: 0.0012,
    });
  });

  test('that DataForSEO refused with the whole call is a failure without polling', () => {
    const refused = replyOf(fixture('google_ai_mode', 'top_40202'));
    assert.deepEqual(chatgptApp.next(ask('x'), QUEUE, [refused]), []);
    assert.deepEqual(codeOf(refused), ['dfs:40202', 'rate', 'error', 60_000]);
  });

  test('that failed after posting is a failure', () =>
    assert.deepEqual(kindOf(chatgptApp, POSTED, looked({ status_code: 40103, result: null })), [
      'error',
      'dfs:40103',
    ]));

  test('that is gone is a final failure', () => {
    const gone = replyOf({ status_code: 40401, status_message: 'Task Not Found.', tasks: null }, 404);
    const reading = failureOf(chatgptApp, POSTED, gone);
    assert.deepEqual([reading.detail, reading.fault], ['dfs:40401', 'final']);
  });

  test('its posting is not a blank answer', () => {
    assert.throws(() => chatgptApp.read([POSTED]), /not yet done/);
    assert.throws(() => chatgptApp.read([answeredPost({ status_code: 20000 })]), /not yet done/);
  });

  test('a posting without an id is never polled, and unreadable', () => {
    const nameless = answeredPost({ id: null });
    assert.deepEqual(chatgptApp.next(ask('x'), QUEUE, [nameless]), []);
    assert.throws(() => chatgptApp.read([nameless]), /not yet done/);
  });

  test('an exchange without replies is unreadable', () =>
    assert.throws(() => chatgptApp.read([]), /nothing/));
});

describe('a status code of DataForSEO', () => {
  for (const [name, status, expected] of [
    ['task_40101', 200, ['dfs:40101', 'transient', 'error', null]],
    ['task_40209', 200, ['dfs:40209', 'rate', 'error', null]],
    ['task_40501', 200, ['dfs:40501', 'final', 'error', null]],
    ['task_50401', 200, ['dfs:50401', 'timeout', 'timeout', null]],
    ['top_40202', 200, ['dfs:40202', 'rate', 'error', 60_000]],
    ['http_401', 401, ['dfs:40100', 'auth', 'error', null]],
    ['http_402', 402, ['dfs:40200', 'quota', 'error', null]],
  ] as const) {
    test(`${name}: ${expected.join(', ')}`, () =>
      assert.deepEqual(codeOf(replyOf(fixture('google_ai_mode', name), status)), expected));
  }

  test('for no search results means an empty answer, at its cost', () =>
    assert.deepEqual(googleAiMode.read([replyOf(fixture('google_ai_mode', 'task_40102'))]), {
      outcome: 'empty',
      detail: 'no_results',
      text: null,
      cited: [],
      retrieved: [],
      searches: [],
      model: null,
      costUsd: 0.004,
    }));

  for (const [fault, codes] of Object.entries({
    auth: [40100, 40104, 40201, 40207],
    quota: [40200, 40203, 40204, 40210],
    rate: [40202, 40205, 40209],
    config: [40400, 40402],
    final: [40206, 40401, 40403, 40501, 40502, 40503, 40504, 40505, 40506],
    timeout: [50401],
    transient: [40101, 40103, 50000, 50001, 50100, 50301, 50303, 50304, 50402, 40000, 60000],
  })) {
    for (const code of codes) {
      test(`${code} is ${fault}, for the task or the whole call`, () => {
        assert.equal(codeOf(live({ status_code: code, result: null }))[1], fault);
        assert.equal(codeOf(replyOf({ status_code: code, tasks: null }))[1], fault);
      });
    }
  }

  for (const [name, body, status, expected] of [
    ['an unknown code, by its HTTP status', { status_code: 40299 }, 402, ['dfs:40299', 'quota']],
    ['an internal error', { status_code: 50000, tasks: null }, 500, ['dfs:50000', 'transient']],
    ['no such endpoint', { status_code: 40400, tasks: null }, 404, ['dfs:40400', 'config']],
    ['a valid envelope', { status_code: 20000, tasks: [] }, 500, ['http_500', 'transient']],
    ['a gateway that gave up', '', 504, ['http_504', 'timeout']],
  ] as const) {
    test(`HTTP ${status}, ${name}: ${expected.join(', ')}`, () =>
      assert.deepEqual(codeOf(replyOf(body, status)).slice(0, 2), expected));
  }
});

describe('an unreadable reply', () => {
  for (const [name, reply] of [
    ['nothing', replyOf('')],
    ['a status code that is not a number', replyOf({ status_code: '20000', tasks: [] })],
    ['an envelope without a task', replyOf({ status_code: 20000, tasks: [] })],
    ['a task without a status code', live({ status_code: undefined })],
    ['a task without a result', live({ result: undefined })],
    ['a task with another kind of result', live({ result: 'Tandemly.' })],
  ] as const) {
    test(`${name} is not a blank answer`, () => assert.throws(() => googleAiMode.read([reply])));
  }

  test('a successful task without a result found nothing', () => {
    for (const result of [null, []]) {
      assert.deepEqual(kindOf(googleAiMode, live({ result })), ['empty', 'no_results']);
    }
  });

  test('the envelope’s cost counts if the task has none', () =>
    assert.equal(answerOf(googleAiMode, live({ cost: undefined }, { cost: 0.003 })).costUsd, 0.003));

  test('a missing cost is not zero', () =>
    assert.equal(answerOf(googleAiMode, live({ cost: null }, { cost: null })).costUsd, null));
});
