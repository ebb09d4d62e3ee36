import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnnouncement } from './announcements.ts';

for (const text of [
  'Let me look that up.',
  "I'll search for current prices.",
  'I’ll search for current prices.',
  'Now let me complete the last two searches:',
  'Let me search for more specific news from today (September 26, 2024).',
  'Let me try another search. First, I need to check the vendor’s own page.',
  'Great! Let me also check what Tandemly charges.\n\n',
  'Searching for Tandemly’s plans…',
  'Ich suche nach aktuellen Preisen.',
  'Lassen Sie mich das kurz nachschlagen.',
  'Je vais chercher les prix actuels.',
  'Voy a buscar los precios actuales.',
]) {
  test(`an announcement: ${text.trim()}`, () => assert.equal(isAnnouncement(text), true));
}

for (const text of [
  'I found information about current prices (around $87,000-$88,000 as of late January 2026).',
  'Based on the search results, I can see that the information is a bit dated. Let me search again.',
  'I was unable to find the price. Let me search more specifically.',
  'Tandemly is the cheapest. Let me check Plotwise.',
  'Let me check Plotwise: Tandemly is the cheapest.',
  'Let me check Tandemly, which is the cheapest.',
  'Let me check whether it is still $29.',
  "I'll recommend that you try Tandemly.",
  'Let me summarize what I found.',
  'Ich werde Ihnen Tandemly empfehlen.',
  'Je vais vous recommander Tandemly.',
  'Voy a recomendarte Tandemly.',
  '料金を検索します。',
]) {
  test(`part of the answer: ${text}`, () => assert.equal(isAnnouncement(text), false));
}

test('a long run without an end announces nothing', () =>
  assert.equal(isAnnouncement(`Lassen Sie mich ${'such '.repeat(50_000)}`), false));
