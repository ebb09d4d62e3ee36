import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { framingCasesIn, scoreFraming } from '../eval/framing-sets.ts';
import { effort } from './support/effort.ts';

/** Passages and whole answers that no rule was written for. `npm test` reads the hard ones and the whole answers. */
const SETS = ['plain', 'misleading', 'hard', 'second-plain', 'answers', 'whole-answers'];
const sets = await Promise.all(
  SETS.map((name) => framingCasesIn(fileURLToPath(new URL(`../eval/unseen/${name}.jsonl`, import.meta.url)))),
);
const cases = sets.flat();

test('every passage has an id of its own in its set, and labels only brands that it names', () => {
  assert.ok(cases.length >= 1400, `${cases.length} passages`);
  for (const set of sets) assert.equal(new Set(set.map(({ id }) => id)).size, set.length);
  for (const { id, text, labels } of cases) {
    for (const brand of Object.keys(labels)) assert.ok(text.includes(brand), `${id}: ${brand}`);
  }
});

const { counts, misses } = scoreFraming(
  effort(
    [2, 5].flatMap((index) => sets[index] ?? []),
    cases,
  ),
);
const all = counts.find(({ name }) => name === 'all');

for (const [direction, least] of [
  ['recommended', effort(115, 190)],
  ['negative', effort(55, 110)],
] as const) {
  test(`of 100 readings of unseen passages as ${direction}, at least 95 are right, ${least} in all`, () => {
    const [right = 0, read = 0] = all?.[direction] ?? [];
    const wrong = misses.filter((miss) => miss.read === direction).map(({ id, brand }) => `${id}: ${brand}`);
    assert.ok(right >= least && right * 100 >= 95 * read, `${right} of ${read}: ${wrong.join(', ')}`);
  });
}
