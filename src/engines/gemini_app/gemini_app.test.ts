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
import { geminiApp } from './adapter.ts';

/** A reply with the answer of the fixture, changed. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('gemini_app', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('what the Gemini app is sent', () => {
  const task = {
    keyword: 'best “C%2B%2B” editor?',
    location_code: 2826,
    language_code: 'en',
  };

  test('live, a list of one task in the location and language of the market', () => {
    assert.deepEqual(geminiApp.next(ask('best “C++” editor?'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/ai_optimization/gemini/llm_scraper/live/advanced',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [task],
      },
    ]);
  });

  test('in the queue, the same task at the standard price, and then a look for its id', () => {
    const access = { ...ACCESS, mode: 'queue' } as const;
    assert.deepEqual(geminiApp.next(ask('best “C++” editor?'), access, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/ai_optimization/gemini/llm_scraper/task_post',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [{ ...task, priority: 1 }],
      },
    ]);
    const posted = replyOf({ status_code: 20000, tasks: [{ id: 'an id/7', status_code: 20100 }] });
    assert.deepEqual(geminiApp.next(ask('best “C++” editor?'), access, [posted]), [
      {
        method: 'GET',
        url: 'http://127.0.0.1:1/v3/ai_optimization/gemini/llm_scraper/task_get/advanced/an%20id%2F7',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        delayMs: 30_000,
      },
    ]);
  });

  test('without a market the United States in English, which is not called applied', () => {
    const [request] = geminiApp.next(ask('x', NOWHERE), ACCESS, []);
    assert.deepEqual(request?.body, [{ ...task, keyword: 'x', location_code: 2840, language_code: 'en' }]);
    assert.deepEqual(geminiApp.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(geminiApp.marketApplied(BRITAIN), { location: true, language: true });
  });

  test('one request only when live', () =>
    assert.deepEqual(geminiApp.next(ask('x'), ACCESS, [replyOf(fixture('gemini_app', 'ok'))]), []));

  test('a prompt of 2000 characters at most', () => assert.equal(geminiApp.mostPromptCharacters, 2000));
});

describe('what the Gemini app answers', () => {
  test('its text to the character, what it cites, its model and its cost', () => {
    assert.deepEqual(geminiApp.read([replyOf(fixture('gemini_app', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: '**Tandemly** suits agencies with many freelancers.\n',
      cited: [
        {
          url: 'https://www.studiotools.example/best-project-software-agencies-2026',
          title: 'Best project software for small agencies (2026)',
        },
      ],
      retrieved: [],
      searches: [],
      model: 'gemini-3.5-flash',
      costUsd: 0.004,
    });
  });

  test('without sources it has not searched', () => {
    const reading = geminiApp.read([replyWith({ sources: null })]);
    assert.deepEqual([reading.outcome, reading.detail], ['ok', 'no_search']);
  });

  test('without markdown its text is that of its items, but no advertisement', () => {
    const items = [
      { type: 'gemini_text', markdown: 'Tandemly.' },
      { type: 'gemini_ad', markdown: 'Buy Plotwise!' },
      { type: 'gemini_images', markdown: null },
      { type: 'gemini_hologram', markdown: '| a | b |' },
    ];
    const reading = geminiApp.read([replyWith({ markdown: null, items })]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly.\n\n| a | b |');
  });

  test('a blank text is empty, and cites nothing', () => {
    for (const markdown of ['', ' \n']) {
      const reading = shortened(geminiApp.read([replyWith({ markdown })]));
      assert.ok('cited' in reading);
      assert.deepEqual([reading.outcome, reading.detail, reading.cited], ['empty', 'blank', []]);
    }
    const reading = geminiApp.read([replyWith({ markdown: null, items: null })]);
    assert.deepEqual([reading.outcome, reading.detail], ['empty', 'blank']);
  });

  test('fields that are not known, and sources of other kinds, lose nothing', () => {
    const { sources } = JSON.parse(fixture('gemini_app', 'ok')).tasks[0].result[0];
    const reply = replyWith({ mood: 'blue', sources: [null, 'x', { type: 'hologram' }, ...sources] });
    assert.deepEqual(shortened(geminiApp.read([reply])), readFixture(geminiApp, 'ok'));
  });

  test('an answer without anything like a text cannot be read', () => {
    assert.throws(
      () => geminiApp.read([replyWith({ markdown: undefined, items: undefined })]),
      /no markdown/,
    );
  });
});
