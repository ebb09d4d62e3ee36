import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadLines, lineNumbersText, MOST_REASONS } from './bad-lines.ts';

test('a reason that every line repeats is one group, with a count and the first lines', () => {
  const bad = new BadLines();
  bad.add(1, 'is not valid JSON');
  for (let line = 2; line <= 4510; line += 1) bad.add(line, 'brand "acme2" is not known');
  assert.deepEqual(bad.groups.map(lineNumbersText), ['line 1', '4509 lines (2, 3, 4, 5, 6, …)']);
});

test('names every line up to the limit', () => {
  const bad = new BadLines();
  for (const line of [3, 4, 8, 9, 10]) bad.add(line, 'is not valid JSON');
  assert.deepEqual(bad.groups.map(lineNumbersText), ['lines 3, 4, 8, 9, 10']);
});

test('counts further reasons, and a known reason continues', () => {
  const bad = new BadLines();
  for (let line = 1; line <= MOST_REASONS + 7; line += 1) bad.add(line, `brand "${line}" is not known`);
  assert.equal(bad.add(200, 'brand "1" is not known')?.count, 2);
  assert.deepEqual([bad.groups.length, bad.others], [MOST_REASONS, 7]);
});
