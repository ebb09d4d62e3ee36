import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolated, placed, shortened } from './labels.ts';

const heights = (wanted: number[], gap = 10, height = 100) =>
  placed(
    wanted.map((at) => ({ at })),
    gap,
    height,
  );

test('labels with room stay where they want to stand', () => {
  assert.deepEqual(heights([80, 5, 40]), [80, 5, 40]);
});

test('labels that would overlap are a gap apart, in the order of their lines', () => {
  assert.deepEqual(heights([50, 50, 52]), [50, 60, 70]);
});

test('labels at the bottom push those above them up', () => {
  assert.deepEqual(heights([99, 100, 98]), [90, 100, 80]);
});

test('more labels than fit share the height evenly', () => {
  assert.deepEqual(heights([0, 0, 0, 0, 0], 50, 100), [0, 25, 50, 75, 100]);
});

test('cuts a long name between characters, also outside the first plane', () => {
  assert.equal(shortened('Acme', 4), 'Acme');
  assert.equal(shortened('Acme Boards', 6), 'Acme…');
  assert.equal(shortened('🙂🙂🙂🙂', 3), '🙂🙂…');
});

test('isolates only a right-to-left name', () => {
  for (const name of ['Acme', 'Ærø & Sønner', '東京', 'Горизонт', '']) assert.equal(isolated(name), name);
  for (const name of ['אופק חדש', 'شركة Acme', '𐤀']) assert.equal(isolated(name), `\u2068${name}\u2069`);
});
