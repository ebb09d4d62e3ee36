import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scoreThemes, themeCasesIn } from '../eval/theme-sets.ts';

const cases = await themeCasesIn(fileURLToPath(new URL('../eval/themes/sentences.jsonl', import.meta.url)));
const { counts, misses } = scoreThemes(cases);
const [all] = counts;
assert.ok(all);

test('sentences in at least 8 languages are labeled, each with an id of its own', () => {
  assert.ok(cases.length >= 150 && counts.length > 8, `${cases.length} in ${counts.length - 1}`);
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  for (const { id, text, brand } of cases) assert.ok(text.includes(brand), id);
});

test('of what is read by theme at least 9 of 10 are right, theme and framing', () => {
  assert.ok(
    all.right * 10 >= 9 * all.read,
    `${all.right} of ${all.read}\n${JSON.stringify(misses, null, 1)}`,
  );
});

test('of what is labeled at least half is found', () => {
  assert.ok(all.found * 2 >= all.labeled, `${all.found} of ${all.labeled}`);
});
