import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerOf, fixture, readFixture, replyOf } from '../../../test/support/engines.ts';
import { pluck } from '../../../test/support/pluck.ts';
import { chatgptApp } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';

/** The fixture's reply, with changes to its answer. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('chatgpt_app', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('a ChatGPT app answer', () => {
  test('has its exact text, its citations and search results, its model and its cost', () =>
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
      searches: ['project management software small agency 2026', 'Tandemly pricing'],
      cards: [],
      model: 'gpt-5-6',
      costUsd: 0.004,
    }));

  test('made no search if it has neither sources nor search results', () =>
    assert.deepEqual(readFixture(chatgptApp, 'nosources'), {
      outcome: 'ok',
      detail: 'no_search',
      characters: 'Tandemly and Plotwise are common choices.\n'.length,
      cited: [],
      retrieved: [],
    }));

  test('has businesses in its text, products and advertisements apart from it, and cites its items’ sources', () => {
    const reading = answerOf(chatgptApp, replyOf(fixture('chatgpt_app', 'cards')));
    assert.equal(reading.text, '- **Plotwise Forge** · Anvils and hammers');
    assert.deepEqual(pluck(reading.cited, 'url'), [`${REVIEW}?utm_source=chatgpt.com`]);
    assert.deepEqual(reading.searches, ['anvil for a small workshop', 'anvil shops near me']);
  });

  test('lists products and advertisements separately, without hidden ones', () => {
    const reading = answerOf(chatgptApp, replyOf(fixture('chatgpt_app', 'cards')));
    assert.deepEqual(reading.cards, [
      {
        kind: 'product',
        title: 'Tandemly Anvil 20',
        url: 'https://shop.example/tandemly',
        seller: 'Anvil World + others',
        price: '129 USD',
        text: 'Best value',
      },
      {
        kind: 'product',
        title: 'Kestrel [Pro] Anvil',
        url: 'https://shop.example/kestrel',
        seller: 'Forge Shop',
        price: '310 USD',
        text: null,
      },
      {
        kind: 'ad',
        title: 'Rival',
        url: 'https://ads.example/anvils?utm_source=chatgpt.com',
        seller: 'Rival Anvils Ltd',
        price: null,
        text: 'Buy Rival',
      },
    ]);
  });

  test('survives a card with an unknown shape', () => {
    const items = [
      {
        type: 'chat_gpt_products',
        items: [null, 7, { title: 3 }, { title: ' A  B ', price: '9', rating: {} }],
      },
      { type: 'chat_gpt_ad', title: 'Nobody’s' },
      { type: 'chat_gpt_ad', advertiser: { url: 'https://only.example' } },
    ];
    const reading = answerOf(chatgptApp, replyWith({ items }));
    const none = { url: null, seller: null, price: null, text: null };
    assert.deepEqual(reading.cards, [
      { ...none, kind: 'product', title: 'A B' },
      { ...none, kind: 'ad', title: null, url: 'https://only.example' },
    ]);
  });

  test('has neither the words nor the sources of products', () => {
    const products = {
      type: 'chat_gpt_products',
      markdown: '- **Tandemly Anvil 20**',
      items: [{ title: 'Tandemly Anvil 20' }],
      sources: [{ url: 'https://shop.example/tandemly' }],
    };
    for (const markdown of ['An anvil lasts for decades.', null]) {
      const said = { type: 'chat_gpt_text', markdown: 'An anvil lasts for decades.' };
      const reading = answerOf(chatgptApp, replyWith({ markdown, sources: null, items: [said, products] }));
      assert.deepEqual([reading.text, reading.cited], ['An anvil lasts for decades.', []]);
      assert.equal(reading.cards?.length, 1);
    }
  });

  test('that shows nothing but products is empty, and keeps them', () => {
    const items = [{ type: 'chat_gpt_products', items: [{ title: 'Tandemly Anvil 20' }] }];
    const reading = chatgptApp.read([replyWith({ markdown: null, items })]);
    assert.ok(reading.outcome === 'empty');
    assert.deepEqual([reading.detail, reading.cards?.length], ['blank', 1]);
  });

  test('has businesses below its text, unless the text has them all', () => {
    const { items } = JSON.parse(fixture('chatgpt_app', 'cards')).tasks[0].result[0];
    const textWith = (markdown: string) => {
      const reading = chatgptApp.read([replyWith({ markdown, items: [items[1]] })]);
      return reading.outcome === 'ok' && reading.text;
    };
    assert.equal(textWith('Near you:'), 'Near you:\n\n- **Plotwise Forge** · Anvils and hammers');
    assert.equal(textWith('Near you: **Plotwise Forge**.'), 'Near you: **Plotwise Forge**.');
  });

  test('does not cite its uncited search results', () => {
    const reading = answerOf(chatgptApp, replyWith({ sources: null, items: [] }));
    assert.deepEqual([reading.detail, reading.cited, reading.retrieved.length], [null, [], 2]);
  });
});
