import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from './blocks.ts';
import { Outline } from './outline.ts';

/** Each block with the heads above it, nearest first. */
function headsOf(answer: string): string[] {
  const blocks = blocksOf(answer);
  const outline = new Outline(blocks);
  return blocks.map((block) => {
    const texts = [block.text];
    for (let head = outline.above(block); head !== null; head = outline.above(head)) texts.push(head.text);
    return texts.join(' < ');
  });
}

test('headings apply until the next one at their level', () =>
  assert.deepEqual(headsOf('a\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd'), [
    'a',
    'B',
    'b < B',
    'C < B',
    'c < C < B',
    'D',
    'd < D',
  ]));

test('a bold line is a head below the headings, and a label is the head of its list', () =>
  assert.deepEqual(headsOf('## A\n\n**B**\n\nPros:\n\n- c\n- d\n\nCons:\n\n- e\n\nf\n\n**G**\n\ng'), [
    'A',
    'B < A',
    'Pros: < B < A',
    'c < Pros: < B < A',
    'd < Pros: < B < A',
    'Cons: < B < A',
    'e < Cons: < B < A',
    'f < B < A',
    'G < A',
    'g < G < A',
  ]));

test('an item’s head is above its other blocks and its lists', () =>
  assert.deepEqual(headsOf('1. a\n\n   b\n   - c\n     - d\n   - e\n2. f\n   - g\n\nh'), [
    'a',
    'b < a',
    'c < a',
    'd < c < a',
    'e < a',
    'f',
    'g < f',
    'h',
  ]));

test('neither a sentence with a bold word nor the last line is a head', () =>
  assert.deepEqual(headsOf('**a** is here.\n\nb\n\n**c**'), [
    '**a** is here.'.replaceAll('*', ''),
    'b',
    'c',
  ]));

test('a cell has column and row heads', () => {
  const blocks = blocksOf('| x | y |\n|---|---|\n| a | b |\n| c | d |\n');
  const outline = new Outline(blocks);
  const last = blocks.at(-1);
  assert.ok(last);
  assert.deepEqual([outline.columnHead(last)?.text, outline.rowHead(last)?.text], ['y', 'c']);
});

test('a bold line is the head of the lines after it in its paragraph', () =>
  assert.deepEqual(headsOf('**A** ⭐\nb\nc\n**D?**\ne **f** g\n\n1. **H** *i*\n   j &amp; k\n   l'), [
    'A ⭐',
    'b\nc < A ⭐',
    'D?',
    'e f g < D?',
    'H i < D?',
    'j & k\nl < H i < D?',
  ]));

test('a paragraph’s part has its place in the answer', () => {
  const answer = '> **Ä** ✅\n> b &amp; **c**\n> d';
  const [, rest] = blocksOf(answer);
  assert.ok(rest);
  const at = rest.text.indexOf('c');
  assert.equal(answer.slice(rest.offsetOf(0), rest.offsetOf(0) + 1), 'b');
  assert.equal(rest.offsetOf(at), answer.indexOf('c**'));
  assert.deepEqual(rest.sourceOf(at, at + 1), { from: answer.indexOf('**c'), to: answer.indexOf('**c') + 5 });
});
