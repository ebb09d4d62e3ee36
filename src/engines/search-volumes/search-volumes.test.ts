import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCESS, fixture, replyOf } from '../../../test/support/engines.ts';
import { searchVolumes } from './adapter.ts';
import type { VolumeReading } from './volume-adapter.ts';

const KEYWORDS = ['project management software', 'agency project software'];

/** A reading in the short form of test tables. */
function shortened(reading: VolumeReading) {
  if ('volumes' in reading) return { volumes: Object.fromEntries(reading.volumes), costUsd: reading.costUsd };
  const { failure, costUsd, isAboutKeywords } = reading;
  return [failure.detail, failure.fault, failure.retryAfterMs, costUsd, isAboutKeywords];
}

function readFixture(name: string, status = 200, keywords: readonly string[] = KEYWORDS) {
  return shortened(searchVolumes.read(replyOf(fixture('search-volumes', name), status), keywords));
}

/** The fixture's reply with another result. */
function replyWith(result: unknown) {
  const body = JSON.parse(fixture('search-volumes', 'ok'));
  body.tasks[0].result = result;
  return replyOf(body);
}

function readRows(rows: unknown, keywords: readonly string[] = KEYWORDS) {
  return shortened(searchVolumes.read(replyWith(rows), keywords));
}

describe('a question’s keyword', () => {
  for (const [question, keyword] of [
    ['Best  project management\nsoftware?', 'best project management software'],
    ['best CRM for Köln', 'best crm for köln'],
    ['¿Cuál es el mejor CRM?', 'cuál es el mejor crm'],
    ['おすすめの会計ソフト？', 'おすすめの会計ソフト'],
    ['which is best?!…', 'which is best'],
    ['what’s the best t-shirt & hoodie brand', "what's the best t-shirt & hoodie brand"],
    ['e\u0301tude', 'étude'],
    ['one two three four five six seven eight nine ten', 'one two three four five six seven eight nine ten'],
    ['a'.repeat(80), 'a'.repeat(80)],
  ] as const) {
    test(`is ${JSON.stringify(question)} itself, without the punctuation around it`, () =>
      assert.deepEqual(searchVolumes.keywordOf(question), { keyword }));
  }

  for (const [question, problem] of [
    ['a'.repeat(81), 'too_long'],
    ['one two three four five six seven eight nine ten eleven', 'too_many_words'],
    ['best CRM, cheap', 'characters'],
    ['is 50% off a good deal?', 'characters'],
    ['C++ or Rust', 'characters'],
    ['best "exact" match', 'characters'],
    ['best [exact] match', 'characters'],
    ['best (free) CRM', 'characters'],
    ['CRM? ERP? which first', 'characters'],
    ['best 🎉 venue', 'characters'],
    ['𠮷野家 near me', 'characters'],
    ['a\u0000b', 'characters'],
    ['???', 'characters'],
  ] as const) {
    test(`does not exist for ${JSON.stringify(question.slice(0, 30))}: ${problem}`, () =>
      assert.deepEqual(searchVolumes.keywordOf(question), { problem }));
  }
});

describe('a volume request', () => {
  test('is one signed task with all keywords and the market', () => {
    const question = { keywords: KEYWORDS, locationCode: 2826, languageCode: 'en' };
    assert.deepEqual(searchVolumes.request(question, ACCESS), {
      method: 'POST',
      url: 'http://127.0.0.1:1/v3/keywords_data/google_ads/search_volume/live',
      headers: { authorization: `Basic ${btoa('secret-key')}` },
      body: [{ keywords: KEYWORDS, location_code: 2826, language_code: 'en' }],
    });
  });

  test('covers the whole world without a location, not another market', () => {
    const question = { keywords: KEYWORDS, locationCode: null, languageCode: null };
    assert.deepEqual(searchVolumes.request(question, ACCESS).body, [{ keywords: KEYWORDS }]);
  });
});

describe('a volume reply', () => {
  test('has figures, none for null, and the cost', () =>
    assert.deepEqual(readFixture('ok'), {
      volumes: { 'project management software': 14_800, 'agency project software': null },
      costUsd: 0.075,
    }));

  test('has no figure for a keyword that the result omits', () => {
    const [first] = JSON.parse(fixture('search-volumes', 'ok')).tasks[0].result;
    assert.deepEqual(readRows([first, null, 7, {}]), {
      volumes: { 'project management software': 14_800, 'agency project software': null },
      costUsd: 0.075,
    });
  });

  test('has no figure for a keyword if the spelling differs', () => {
    const keywords = ['projct management software', 'agency project software'];
    assert.deepEqual(readFixture('spelled', 200, keywords), {
      volumes: { 'projct management software': null, 'agency project software': null },
      costUsd: 0.075,
    });
    const same = { keyword: 'Étude', spell: 'étude', search_volume: 10 };
    assert.deepEqual(readRows([same], ['étude']), { volumes: { étude: 10 }, costUsd: 0.075 });
  });

  test('may have 0 as a figure', () => {
    const row = { keyword: KEYWORDS[0], search_volume: 0 };
    assert.deepEqual(readRows([row], KEYWORDS.slice(0, 1)), {
      volumes: { 'project management software': 0 },
      costUsd: 0.075,
    });
  });

  for (const [name, rows] of [
    ['no result', 'no_result'],
    ['no search results (40102)', 'task_40102'],
  ] as const) {
    test(`${name}: every keyword was looked up and has no figure`, () =>
      assert.deepEqual(readFixture(rows), {
        volumes: { 'project management software': null, 'agency project software': null },
        costUsd: 0.075,
      }));
  }

  for (const volume of [undefined, '14800', -1, 1.5, 1e12, true, [], {}]) {
    test(`omits a keyword whose figure ${JSON.stringify(volume)} is unreadable`, () => {
      const rows = [
        { keyword: KEYWORDS[0], search_volume: 5 },
        { keyword: KEYWORDS[1], search_volume: volume },
      ];
      assert.deepEqual(readRows(rows), { volumes: { 'project management software': 5 }, costUsd: 0.075 });
      assert.throws(() => readRows(rows.slice(1), KEYWORDS.slice(1)), /no figure that can be read/);
    });
  }

  test('is unreadable if its result has other keywords, or is not a list', () => {
    assert.throws(() => readRows([{ keyword: 'something else', search_volume: 5 }]), /of other keywords/);
    for (const result of [undefined, 'x', 7, {}]) assert.throws(() => readRows(result), /no result/);
  });

  for (const body of ['', '<html>', '[]', 'null', '{}', '{"status_code":20000,"tasks":[]}']) {
    test(`is unreadable with the body ${JSON.stringify(body)}`, () =>
      assert.throws(() => searchVolumes.read(replyOf(body), KEYWORDS)));
  }

  test('is unreadable while its task is only created', () => {
    const body = JSON.parse(fixture('search-volumes', 'ok'));
    body.tasks[0].status_code = 20100;
    assert.throws(() => searchVolumes.read(replyOf(body), KEYWORDS), /only created/);
  });
});

describe('a failed volume request', () => {
  for (const [name, status, expected] of [
    ['http_401', 401, ['dfs:40100', 'auth', null, 0, false]],
    ['http_402', 402, ['dfs:40200', 'quota', null, 0, false]],
    ['top_40202', 200, ['dfs:40202', 'rate', 60_000, 0, false]],
    ['top_40210', 200, ['dfs:40210', 'quota', null, 0, false]],
    ['task_40101', 200, ['dfs:40101', 'transient', null, 0.075, false]],
    ['task_40209', 200, ['dfs:40209', 'rate', null, 0, false]],
    ['task_50301', 200, ['dfs:50301', 'transient', null, 0, false]],
    ['task_50401', 200, ['dfs:50401', 'timeout', null, 0.075, false]],
    ['task_40501_keywords', 200, ['dfs:40501', 'final', null, 0, true]],
    ['task_40501_location', 200, ['dfs:40501', 'final', null, 0, false]],
  ] as const) {
    test(`${name} with status ${status}`, () => assert.deepEqual(readFixture(name, status), expected));
  }

  for (const [status, expected] of [
    [400, ['http_400', 'final', null, 0, false]],
    [401, ['http_401', 'auth', null, 0, false]],
    [402, ['http_402', 'quota', null, 0, false]],
    [404, ['http_404', 'config', null, 0, false]],
    [429, ['http_429', 'rate', 7000, 0, false]],
    [408, ['http_408', 'timeout', null, null, false]],
    [500, ['http_500', 'transient', null, null, false]],
    [503, ['http_503', 'transient', null, null, false]],
  ] as const) {
    test(`a gateway’s ${status} without an envelope`, () => {
      const headers = status === 429 ? { 'retry-after': '7' } : {};
      assert.deepEqual(shortened(searchVolumes.read(replyOf('<html>', status, headers), KEYWORDS)), expected);
    });
  }
});
