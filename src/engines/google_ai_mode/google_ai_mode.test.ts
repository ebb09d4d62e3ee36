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
import { googleAiMode } from './adapter.ts';

const REVIEW =
  'https://www.studiotools.example/best-project-software-agencies-2026#:~:text=Tandemly%20charges%20a%20flat';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const TEXT = `For a five-person agency the usual shortlist is **Tandemly** and **Kestrel Boards**. [[1]](${REVIEW})

- Tandemly: flat workspace price
- Kestrel Boards: cheapest per seat [[2]](${FORUM})
`;

function overview() {
  return JSON.parse(fixture('google_ai_mode', 'ok')).tasks[0].result[0].items[0];
}

/** A reply with the page of the fixture, changed. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('google_ai_mode', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('what Google AI Mode is sent', () => {
  const task = {
    keyword: 'best “C%2B%2B” editor?',
    location_code: 2826,
    language_code: 'en',
    device: 'desktop',
    os: 'windows',
  };

  test('live, a list of one task in the location and language of the market', () => {
    assert.deepEqual(googleAiMode.next(ask('best “C++” editor?'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/serp/google/ai_mode/live/advanced',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [task],
      },
    ]);
  });

  test('in the queue, the same task at the standard price, and then a look for its id', () => {
    const access = { ...ACCESS, mode: 'queue' } as const;
    assert.deepEqual(googleAiMode.next(ask('best “C++” editor?'), access, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v3/serp/google/ai_mode/task_post',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        body: [{ ...task, priority: 1 }],
      },
    ]);
    const posted = replyOf({ status_code: 20000, tasks: [{ id: 'an id/7', status_code: 20100 }] });
    assert.deepEqual(googleAiMode.next(ask('best “C++” editor?'), access, [posted]), [
      {
        method: 'GET',
        url: 'http://127.0.0.1:1/v3/serp/google/ai_mode/task_get/advanced/an%20id%2F7',
        headers: { authorization: 'Basic c2VjcmV0LWtleQ==' },
        delayMs: 30_000,
      },
    ]);
  });

  test('without a market the United States in English, which is not called applied', () => {
    const [request] = googleAiMode.next(ask('x', NOWHERE), ACCESS, []);
    assert.deepEqual(request?.body, [{ ...task, keyword: 'x', location_code: 2840, language_code: 'en' }]);
    assert.deepEqual(googleAiMode.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(googleAiMode.marketApplied(BRITAIN), { location: true, language: true });
  });

  test('one request only when live', () =>
    assert.deepEqual(googleAiMode.next(ask('x'), ACCESS, [replyOf(fixture('google_ai_mode', 'ok'))]), []));

  test('a prompt of 700 characters at most', () => assert.equal(googleAiMode.mostPromptCharacters, 700));
});

describe('what Google AI Mode answers', () => {
  test('its text to the character, what it cites with titles, and its cost', () => {
    assert.deepEqual(googleAiMode.read([replyOf(fixture('google_ai_mode', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: TEXT,
      cited: [
        { url: REVIEW, title: 'Best project software for small agencies (2026)' },
        { url: FORUM, title: 'Kestrel Boards vs Plotwise' },
      ],
      retrieved: [],
      searches: [],
      model: null,
      costUsd: 0.004,
    });
  });

  test('a page without an answer says nothing', () => {
    assert.deepEqual(readFixture(googleAiMode, 'no_items'), {
      outcome: 'empty',
      detail: 'no_ai_overview',
      characters: null,
      cited: [],
      retrieved: [],
    });
  });

  test('a field and an item of a kind that is not known lose nothing', () => {
    const { items } = JSON.parse(fixture('google_ai_mode', 'ok')).tasks[0].result[0];
    const reply = replyWith({ mood: 'blue', items: [null, 7, { type: 'ai_hologram' }, ...items] });
    assert.deepEqual(shortened(googleAiMode.read([reply])), readFixture(googleAiMode, 'ok'));
  });

  test('without the list beside the text it cites what its paragraphs refer to', () => {
    for (const references of [null, [], undefined]) {
      const reading = googleAiMode.read([replyWith({ items: [{ ...overview(), references }] })]);
      assert.deepEqual([reading.outcome, shortened(reading).cited], ['ok', [REVIEW, FORUM]]);
    }
  });

  test('without markdown its text is that of its items, whatever they are, but no advertisement', () => {
    const items = [
      { type: 'ai_overview_element', markdown: '**Tandemly** is flat.\n', text: 'Tandemly is flat.' },
      { type: 'ai_overview_paid', markdown: 'Buy Plotwise!', references: [{ url: 'https://ads.example/' }] },
      { type: 'ai_overview_video_element', markdown: null },
      {
        type: 'ai_overview_expanded_element',
        components: [
          { markdown: '| a | b |', references: [{ url: FORUM, title: ' ' }] },
          { markdown: null, text: 'In words.' },
        ],
      },
      { type: 'ai_hologram', text: 'And a shape.' },
    ];
    const reading = googleAiMode.read([
      replyWith({ items: [{ type: 'ai_overview', markdown: null, items }] }),
    ]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, '**Tandemly** is flat.\n\n\n| a | b |\n\nIn words.\n\nAnd a shape.');
    assert.deepEqual(reading.cited, [{ url: FORUM, title: null }]);
  });

  test('a blank text is empty, and cites nothing', () => {
    const reading = googleAiMode.read([
      replyWith({ items: [{ ...overview(), markdown: ' \n', items: null }] }),
    ]);
    assert.deepEqual(shortened(reading), {
      outcome: 'empty',
      detail: 'blank',
      characters: null,
      cited: [],
      retrieved: [],
    });
  });

  test('a page without a list of items, or an answer without anything like a text, cannot be read', () => {
    assert.throws(() => googleAiMode.read([replyWith({ items: undefined })]), /no items/);
    assert.throws(() => googleAiMode.read([replyWith({ items: [{ type: 'ai_overview' }] })]), /no markdown/);
  });
});
