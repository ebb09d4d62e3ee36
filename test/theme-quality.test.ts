import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scoreThemes, themeCasesIn } from '../eval/theme-sets.ts';

const cases = await themeCasesIn(fileURLToPath(new URL('../eval/themes/sentences.jsonl', import.meta.url)));
const { counts, misses } = scoreThemes(cases);
const [all] = counts;
assert.ok(all);

test('has labeled sentences in at least 8 languages, each with its own id', () => {
  assert.ok(cases.length >= 150 && counts.length > 8, `${cases.length} in ${counts.length - 1}`);
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  for (const { id, text, brand } of cases) assert.ok(text.includes(brand), id);
});

test('of 10 themes read, at least 9 are right, with their framing', () => {
  assert.ok(
    all.right * 10 >= 9 * all.read,
    `${all.right} of ${all.read}\n${JSON.stringify(misses, null, 1)}`,
  );
});

test('finds at least half of the labeled themes', () => {
  assert.ok(all.found * 2 >= all.labeled, `${all.found} of ${all.labeled}`);
});
