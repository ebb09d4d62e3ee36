import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCESS, ask, BRITAIN, fixture, NOWHERE, replyOf, shortened } from '../../../test/support/engines.ts';
import { chatgptApp } from '../chatgpt_app/adapter.ts';
import { geminiApp } from '../gemini_app/adapter.ts';
import { googleAiMode } from '../google_ai_mode/adapter.ts';
import { googleAiOverview } from '../google_ai_overview/adapter.ts';

const HEADERS = { authorization: 'Basic c2VjcmV0LWtleQ==' };
const QUEUE = { ...ACCESS, settings: { mode: 'queue' } };

for (const { adapter, path, fields, limit, usd } of [
  {
    adapter: chatgptApp,
    path: '/v3/ai_optimization/chat_gpt/llm_scraper',
    fields: { force_web_search: true },
    limit: 2000,
    usd: { queue: 0.0012, live: 0.004 },
  },
  {
    adapter: geminiApp,
    path: '/v3/ai_optimization/gemini/llm_scraper',
    fields: {},
    limit: 2000,
    usd: { queue: 0.0012, live: 0.004 },
  },
  {
    adapter: googleAiMode,
    path: '/v3/serp/google/ai_mode',
    fields: { device: 'desktop', os: 'windows' },
    limit: 700,
    usd: { queue: 0.0012, live: 0.004 },
  },
  {
    adapter: googleAiOverview,
    path: '/v3/serp/google/organic',
    fields: { device: 'desktop', depth: 10, load_async_ai_overview: true },
    limit: 700,
    usd: { queue: 0.0012, live: 0.004 },
  },
] as const) {
  describe(`a request to ${adapter.slug}`, () => {
    const url = `http://127.0.0.1:1${path}`;
    const task = { keyword: 'best “C%2B%2B” editor?', location_code: 2826, language_code: 'en', ...fields };

    test('is live a list with one task in the market’s location and language', () =>
      assert.deepEqual(adapter.next(ask('best “C++” editor?'), ACCESS, []), [
        { method: 'POST', url: `${url}/live/advanced`, headers: HEADERS, body: [task] },
      ]));

    test('posts the same task to the queue at the standard price, then polls its id', () => {
      assert.deepEqual(adapter.next(ask('best “C++” editor?'), QUEUE, []), [
        { method: 'POST', url: `${url}/task_post`, headers: HEADERS, body: [{ ...task, priority: 1 }] },
      ]);
      const posted = replyOf({ status_code: 20000, tasks: [{ id: 'an id/7', status_code: 20100 }] });
      assert.deepEqual(adapter.next(ask('best “C++” editor?'), QUEUE, [posted]), [
        {
          method: 'GET',
          url: `${url}/task_get/advanced/an%20id%2F7`,
          headers: HEADERS,
          delayMs: 30_000,
        },
      ]);
    });

    test('uses the United States in English without a market, which does not count as applied', () => {
      const [request] = adapter.next(ask('x', NOWHERE), ACCESS, []);
      assert.deepEqual(request?.body, [{ ...task, keyword: 'x', location_code: 2840, language_code: 'en' }]);
      assert.deepEqual(adapter.marketApplied(NOWHERE), { location: false, language: false });
      assert.deepEqual(adapter.marketApplied(BRITAIN), { location: true, language: true });
    });

    test('is the only one when live', () =>
      assert.deepEqual(adapter.next(ask('x'), ACCESS, [replyOf(fixture(adapter.slug, 'ok'))]), []));

    test(`has a prompt with ${limit} characters at most`, () =>
      assert.equal(adapter.mostPromptCharacters, limit));

    test('costs about its mode’s price', () => {
      const { costUsd, costUsdWith } = adapter.defaults;
      assert.equal(costUsd, usd.queue);
      const found = ['queue', 'live'].map((mode) => costUsdWith?.({ mode }));
      assert.deepEqual(found, [usd.queue, usd.live]);
    });
  });
}

for (const adapter of [chatgptApp, geminiApp]) {
  describe(`an answer from ${adapter.slug}`, () => {
    const body = JSON.parse(fixture(adapter.slug, 'ok'));
    const answer = body.tasks[0].result[0];
    const read = (changes: object) =>
      adapter.read([
        replyOf({ ...body, tasks: [{ ...body.tasks[0], result: [{ ...answer, ...changes }] }] }),
      ]);

    test('has its items’ text without Markdown, but no advertisement', () => {
      const items = [
        { type: 'some_text', markdown: 'Tandemly.' },
        { type: 'some_ad', markdown: 'Buy Plotwise!' },
        { type: 'some_images', markdown: null },
        { type: 'some_hologram', markdown: '| a | b |' },
      ];
      const reading = read({ markdown: null, items });
      assert.ok(reading.outcome === 'ok');
      assert.equal(reading.text, 'Tandemly.\n\n| a | b |');
    });

    test('is empty if its text is blank, and cites nothing', () => {
      for (const changes of [{ markdown: '' }, { markdown: ' \n' }, { markdown: null, items: null }]) {
        const reading = shortened(read(changes));
        assert.ok('cited' in reading);
        assert.deepEqual([reading.outcome, reading.detail, reading.cited], ['empty', 'blank', []]);
      }
    });

    test('survives unknown fields and sources', () => {
      const sources = [null, 'x', { type: 'hologram' }, ...answer.sources];
      assert.deepEqual(shortened(read({ mood: 'blue', sources })), shortened(read({})));
    });

    test('is unreadable without anything like a text', () =>
      assert.throws(() => read({ markdown: undefined, items: undefined }), /no markdown/));
  });
}
