import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, here, parametersIn } from './visit.ts';

test('an address has a parameter for each value in a list, and none for null or undefined', () => {
  const query = { days: '7', tag: ['a', 'b&c'], page: null, until: undefined, question: [] };
  assert.equal(addressOf('/p', query), '/p?days=7&tag=a&tag=b%26c');
  assert.equal(addressOf('/p', { page: null }), '/p');
});

test("an address's parameters make the same address again", () => {
  const address = 'days=7&tag=a&tag=b%26c&find=';
  assert.deepEqual(parametersIn(new URLSearchParams(address)), { days: '7', tag: ['a', 'b&c'], find: '' });
  assert.equal(addressOf('/p', parametersIn(new URLSearchParams(address))), `/p?${address}`);
});

test('a link on a page keeps its repeated parameters, but for those that it changes', () => {
  const visit = { path: '/p', query: new URLSearchParams('tag=a&tag=b&page=2') };
  assert.equal(here(visit, { page: null }), '/p?tag=a&tag=b');
  assert.equal(here(visit, { tag: 'c', page: '3' }), '/p?tag=c&page=3');
});
