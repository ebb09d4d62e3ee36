import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FramingCounts, type FramingMiss, framingCasesIn, scoreFraming } from '../eval/framing-sets.ts';

/** Passages in plain wording, none from a training set. */
const cases = await framingCasesIn(fileURLToPath(new URL('../eval/unseen/plain.jsonl', import.meta.url)));
const { counts, misses } = scoreFraming(cases);
const all = countsOf(counts);
const byLists = countsOf(scoreFraming(cases, null).counts);

function countsOf(groups: readonly FramingCounts[]): FramingCounts {
  const found = groups.find(({ name }) => name === 'all');
  assert.ok(found);
  return found;
}

function missesOf(read: FramingMiss['read']): string {
  return misses
    .filter((miss) => miss.read === read)
    .map(({ id, brand, label }) => `${id}: ${brand} is ${label}, read ${read}`)
    .join('\n');
}

test('every passage has an id of its own, and labels only brands that it names', () => {
  assert.ok(cases.length >= 400, `${cases.length} passages`);
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  for (const { id, text, labels } of cases) {
    for (const brand of Object.keys(labels)) assert.ok(text.includes(brand), `${id}: ${brand}`);
  }
});

for (const [direction, percent] of [
  ['recommended', 90],
  ['negative', 85],
] as const) {
  test(`of 100 passages read as ${direction}, at least ${percent} are`, () => {
    const [right, read] = all[direction];
    assert.ok(read > 0 && right * 100 >= percent * read, `${right} of ${read}\n${missesOf(direction)}`);
  });

  test(`finds more ${direction} than the cue lists alone`, () => {
    assert.ok(all[direction][0] > byLists[direction][0], `${all[direction]} and ${byLists[direction]}`);
  });
}

test('misreads at most 3.5 of 100', () => {
  assert.ok(all.wrong * 1000 <= 35 * all.labels, `${all.wrong} of ${all.labels}`);
});
