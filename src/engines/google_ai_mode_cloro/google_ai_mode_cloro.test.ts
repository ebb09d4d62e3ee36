import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, fixture, readFixture, replyOf } from '../../../test/support/engines.ts';
import { googleAiModeByCloro } from './adapter.ts';

test('an AI Mode answer cites its list and pages only in its text; Google’s cards are nobody’s pages', () =>
  assert.deepEqual(readFixture(googleAiModeByCloro, 'ok'), {
    outcome: 'ok',
    detail: null,
    characters: 'The usual shortlist is **Tandemly** and **Kestrel Boards**.\n'.length,
    cited: [
      'https://www.studiotools.example/best-project-software-agencies-2026',
      'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417',
    ],
    retrieved: [],
  }));

test('advertisements and products are kept apart; Google’s own address is not the seller’s', () => {
  const reading = answerOf(googleAiModeByCloro, replyOf(fixture('google_ai_mode_cloro', 'cards')));
  assert.equal(reading.text, 'The usual shortlist is **Tandemly** and **Kestrel Boards**.\n');
  assert.equal(reading.cited.length, 1);
  assert.deepEqual(reading.cards, [
    { kind: 'ad', title: 'Plotwise Pro', url: null, seller: 'Plotwise', price: '$49', text: null },
    {
      kind: 'ad',
      title: 'Try Kestrel Boards',
      url: 'https://kestrel.example/try?gclid=1',
      seller: null,
      price: null,
      text: null,
    },
    {
      kind: 'product',
      title: 'Tandemly Wall Planner',
      url: 'https://shop.example/planner',
      seller: 'Paper Shop',
      price: '£24.9',
      text: 'A year on one sheet.',
    },
    { kind: 'product', title: 'Plain planner', url: null, seller: null, price: '9 GBP', text: null },
  ]);
});

test('cards of another form are left out, and lose no answer', () => {
  const { response, ...rest } = JSON.parse(fixture('google_ai_mode_cloro', 'cards'));
  for (const [ads, products] of [
    [null, null],
    ['Buy', { title: 'x' }],
    [{ ads: [null, 7, { title: 'Nobody’s' }] }, [null, { price: '$9' }]],
  ]) {
    const reply = replyOf({ ...rest, response: { ...response, ads, shopping_cards: products } });
    assert.deepEqual(answerOf(googleAiModeByCloro, reply).cards, []);
  }
});
