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
import { chatgptApp } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';

/** A reply with the answer of the fixture, changed. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('chatgpt_app', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('what the ChatGPT app is sent', () => {
  const task = {
    keyword: 'best “C%2B%2B” editor?',
    location_code: 2826,
    language_code: 'en',
    force_web_search: true,
  };

  test('live, a list of one task in the location and language of the market', () => {
    assert.deepEqual(chatgptApp.next(ask('best “C++” editor?'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [task],
      },
    ]);
  });

  test('in the queue, the same task at the standard price, and then a look for its id', () => {
    const access = { ...ACCESS, mode: 'queue' } as const;
    assert.deepEqual(chatgptApp.next(ask('best “C++” editor?'), access, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/ai_optimization/chat_gpt/llm_scraper/task_post',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [{ ...task, priority: 1 }],
      },
    ]);
    const posted = replyOf({ status_code: 20000, tasks: [{ id: 'an id/7', status_code: 20100 }] });
    assert.deepEqual(chatgptApp.next(ask('best “C++” editor?'), access, [posted]), [
      {
        method: 'GET',
        url: 'http://127.0.0.1:1/v3/ai_optimization/chat_gpt/llm_scraper/task_get/advanced/an%20id%2F7',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        delayMs: 30_000,
      },
    ]);
  });

  test('without a market the United States in English, which is not called applied', () => {
    const [request] = chatgptApp.next(ask('x', NOWHERE), ACCESS, []);
    assert.deepEqual(request?.body, [{ ...task, keyword: 'x', location_code: 2840, language_code: 'en' }]);
    assert.deepEqual(chatgptApp.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(chatgptApp.marketApplied(BRITAIN), { location: true, language: true });
  });

  test('one request only when live', () =>
    assert.deepEqual(chatgptApp.next(ask('x'), ACCESS, [replyOf(fixture('chatgpt_app', 'ok'))]), []));

  test('a prompt of 2000 characters at most', () => assert.equal(chatgptApp.mostPromptCharacters, 2000));
});

describe('what the ChatGPT app answers', () => {
  test('its text to the character, what it cites and found, its model and its cost', () => {
    assert.deepEqual(chatgptApp.read([replyOf(fixture('chatgpt_app', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: `For a five-person agency I would shortlist **Tandemly** and **Kestrel Boards**. ([StudioTools](${REVIEW}?utm_source=chatgpt.com))\n`,
      cited: [
        { url: `${REVIEW}?utm_source=chatgpt.com`, title: 'Best project software for small agencies (2026)' },
        { url: `${FORUM}?utm_source=chatgpt.com`, title: 'Kestrel Boards vs Plotwise' },
      ],
      retrieved: [
        { url: 'https://www.neverquoted.example/top-50-tools', title: 'Top 50 tools' },
        { url: REVIEW, title: 'Best project software for small agencies (2026)' },
      ],
      searches: [],
      model: 'gpt-5-6',
      costUsd: 0.004,
    });
  });

  test('without sources and search results it has not searched', () => {
    assert.deepEqual(readFixture(chatgptApp, 'nosources'), {
      outcome: 'ok',
      detail: 'no_search',
      characters: 'Tandemly and Plotwise are common choices.\n'.length,
      cited: [],
      retrieved: [],
    });
  });

  test('what it found and did not cite is no citation', () => {
    const reading = chatgptApp.read([replyWith({ sources: null })]);
    assert.ok(reading.outcome === 'ok');
    assert.deepEqual([reading.detail, reading.cited, reading.retrieved.length], [null, [], 2]);
  });

  test('without markdown its text is that of its items, but no advertisement', () => {
    const items = [
      { type: 'chat_gpt_text', markdown: 'Tandemly.' },
      { type: 'chat_gpt_ad', markdown: 'Buy Plotwise!' },
      { type: 'chat_gpt_images', markdown: null },
      { type: 'chat_gpt_hologram', markdown: '| a | b |' },
    ];
    const reading = chatgptApp.read([replyWith({ markdown: null, items })]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly.\n\n| a | b |');
  });

  test('a blank text is empty, and cites nothing', () => {
    for (const markdown of ['', ' \n']) {
      const reading = shortened(chatgptApp.read([replyWith({ markdown })]));
      assert.ok('cited' in reading);
      assert.deepEqual([reading.outcome, reading.detail, reading.cited], ['empty', 'blank', []]);
    }
    const reading = chatgptApp.read([replyWith({ markdown: null, items: null })]);
    assert.deepEqual([reading.outcome, reading.detail], ['empty', 'blank']);
  });

  test('fields that are not known, and sources of other kinds, lose nothing', () => {
    const { sources } = JSON.parse(fixture('chatgpt_app', 'ok')).tasks[0].result[0];
    const reply = replyWith({ mood: 'blue', sources: [null, 'x', { type: 'hologram' }, ...sources] });
    assert.deepEqual(shortened(chatgptApp.read([reply])), readFixture(chatgptApp, 'ok'));
  });

  test('an answer without anything like a text cannot be read', () => {
    assert.throws(
      () => chatgptApp.read([replyWith({ markdown: undefined, items: undefined })]),
      /no markdown/,
    );
  });
});
