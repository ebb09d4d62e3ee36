import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorOf, contrastWithWhite, LEAST_CONTRAST } from './color.ts';

test('black has a contrast of 21 with white, and white 1', () =>
  assert.deepEqual([contrastWithWhite('#000000'), contrastWithWhite('#ffffff')], [21, 1]));

test('#767676 is the lightest gray that text may have on white', () => {
  assert.ok(contrastWithWhite('#767676') >= LEAST_CONTRAST);
  assert.ok(contrastWithWhite('#777777') < LEAST_CONTRAST);
});

test('a color has six hexadecimal digits', () => {
  assert.equal(colorOf(' #1F4FD8 '), '#1f4fd8');
  for (const text of ['', '1f4fd8', '#1f4', '#1f4fd8;', 'red']) assert.equal(colorOf(text), null);
});
