import assert from 'node:assert/strict';
import test from 'node:test';
import { saysMore } from './quotes.ts';

test('the name alone, as an item of a list has it, is no sentence about a competitor', () => {
  for (const snippet of [
    'Kestrel Boards',
    '**Kestrel Boards**',
    '1. Kestrel Boards:',
    '- Kestrel  Boards.',
  ]) {
    assert.equal(saysMore(snippet, 'Kestrel Boards'), /1/.test(snippet), snippet);
  }
  assert.equal(saysMore('**Kestrel Boards** is slow.', 'Kestrel Boards'), true);
  assert.equal(saysMore('+++', '+++'), false);
});
