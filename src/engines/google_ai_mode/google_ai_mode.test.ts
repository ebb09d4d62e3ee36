import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerOf,
  fixture,
  nothing,
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

/** The fixture's reply, with changes to its page. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('google_ai_mode', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('a Google AI Mode answer', () => {
  test('has its exact text, its citations with titles, and its cost', () =>
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
      cards: [],
      model: null,
      costUsd: 0.004,
    }));

  test('cites its list in order, then pages only in its text: no page twice, no card, no ad', () => {
    const reading = answerOf(googleAiMode, replyOf(fixture('google_ai_mode', 'partial_list')));
    assert.deepEqual(reading.cited, [
      { url: 'https://listonly.example/agency-tools', title: 'Agency tools' },
      {
        url: 'https://www.studiotools.example/best-project-software-agencies-2026',
        title: 'Best project software for small agencies (2026)',
      },
      { url: FORUM, title: 'Kestrel Boards vs Plotwise' },
      { url: 'https://tandemly.example/pricing', title: 'Pricing – Tandemly' },
      { url: 'https://wiki.agencyowners.example/Tandemly_(software)', title: null },
    ]);
  });

  test('lists advertisements and products separately: not in its text or citations', () => {
    const reading = answerOf(googleAiMode, replyOf(fixture('google_ai_mode', 'partial_list')));
    assert.deepEqual(reading.cards, [
      {
        kind: 'ad',
        title: 'Try Plotwise',
        url: 'https://ads.plotwise.example/start?gclid=1',
        seller: 'Plotwise',
        price: null,
        text: 'Free for five people',
      },
      {
        kind: 'product',
        title: 'Tandemly Wall Planner',
        url: 'https://shop.example/planner',
        seller: 'Paper Shop',
        price: '£24.90',
        text: 'Free delivery',
      },
    ]);
    assert.doesNotMatch(reading.text ?? '', /Sponsored|Try Plotwise|Wall Planner/);
  });

  test('is known to show nothing if its page is empty', () => {
    const reading = googleAiMode.read([replyOf(fixture('google_ai_mode', 'no_items'))]);
    assert.ok(reading.outcome === 'empty');
    assert.deepEqual(reading.cards, []);
  });

  test('reads marks with any URL, and references in any item', () => {
    const markdown = [
      'A [[1]](https://wiki.example/A_(b_(c))) [[2]](https://a.example/x "Title") [[3]](<https://b.example/y>)',
      'and [[4]](/goto?url=x), which leads nowhere [[5]](https://a.example/x#:~:text=again).',
    ].join('\n');
    const deep = {
      type: 'ai_hologram',
      items: [{ references: [{ url: 'https://deep.example/' }] }],
    };
    const page = { items: [{ ...overview(), markdown, items: [deep], references: null }] };
    assert.deepEqual(shortened(googleAiMode.read([replyWith(page)])).cited, [
      'https://deep.example/',
      'https://wiki.example/A_(b_(c))',
      'https://a.example/x',
      'https://b.example/y',
    ]);
  });

  test('treats only Google’s own viewer as a card', () => {
    const urls = [
      'https://google.com.br/searchviewer?x=1',
      'https://www.google.de/search?q=x',
      'https://www.notgoogle.com/searchviewer/1',
      'https://blog.example/searchviewer/1',
    ];
    const references = urls.map((url) => ({ type: 'ai_overview_reference', url }));
    const page = { items: [{ ...overview(), markdown: 'Tandemly.', items: null, references }] };
    assert.deepEqual(shortened(googleAiMode.read([replyWith(page)])).cited, urls.slice(1));
  });

  test('is empty on a page without an answer', () =>
    assert.deepEqual(readFixture(googleAiMode, 'no_items'), nothing('no_ai_overview')));

  test('survives unknown fields and items', () => {
    const { items } = JSON.parse(fixture('google_ai_mode', 'ok')).tasks[0].result[0];
    const reply = replyWith({ mood: 'blue', items: [null, 7, { type: 'ai_hologram' }, ...items] });
    assert.deepEqual(shortened(googleAiMode.read([reply])), readFixture(googleAiMode, 'ok'));
  });

  test('cites its paragraphs’ references without the list beside the text', () => {
    for (const references of [null, [], undefined]) {
      const reading = googleAiMode.read([replyWith({ items: [{ ...overview(), references }] })]);
      assert.deepEqual([reading.outcome, shortened(reading).cited], ['ok', [REVIEW, FORUM]]);
    }
  });

  test('has its items’ text without Markdown, whatever their type, but no advertisement', () => {
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
    const reading = answerOf(
      googleAiMode,
      replyWith({ items: [{ type: 'ai_overview', markdown: null, items }] }),
    );
    assert.equal(reading.text, '**Tandemly** is flat.\n\n\n| a | b |\n\nIn words.\n\nAnd a shape.');
    assert.deepEqual(reading.cited, [{ url: FORUM, title: null }]);
  });

  test('is empty if its text is blank, and cites nothing', () => {
    const reading = googleAiMode.read([
      replyWith({ items: [{ ...overview(), markdown: ' \n', items: null }] }),
    ]);
    assert.deepEqual(shortened(reading), nothing('blank'));
  });

  test('is unreadable without an item list, or without anything like a text', () => {
    assert.throws(() => googleAiMode.read([replyWith({ items: undefined })]), /no items/);
    assert.throws(() => googleAiMode.read([replyWith({ items: [{ type: 'ai_overview' }] })]), /no markdown/);
  });
});
