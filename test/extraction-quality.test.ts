import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { casesIn } from '../eval/cases.ts';
import { type Score, scoreCases } from '../eval/score.ts';
import { isNightly } from './support/effort.ts';

const cases = await casesIn(fileURLToPath(new URL('../eval/cases', import.meta.url)));
const scores = scoreCases(cases.filter((_, index) => isNightly || index % 2 === 0));
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
];

/** Fails below this percentage, and for a score of nothing. */
function assertAtLeast(percent: number, { right, of }: Score, what: Parameters<typeof missesOf>[0]) {
  assert.ok(of > 0 && right * 100 >= percent * of, `${right} of ${of}\n${missesOf(what)}`);
}

function missesOf(what: 'mention' | 'count' | 'rank' | 'framing' | 'snippet' | 'outcome'): string {
  const misses = scores.misses.filter((miss) => miss.what === what);
  return misses
    .map(({ id, brand, expected, read }) => `${id}: ${brand} is ${expected}, read ${read}`)
    .join('\n');
}

test('the labeled set is as large and varied as its page says', () => {
  const answers = cases.map(({ answer }) => answer).join('\n');
  const scripts = SCRIPTS.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(answers));
  assert.ok(cases.length >= 150, `${cases.length} cases`);
  assert.ok(scores.languages.length >= 6, scores.languages.join());
  assert.ok(scripts.length >= 4, scripts.join());
});

test('every case has its own id, and a label for each of its brands and no others', () => {
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  for (const { id, brands, expect } of cases) {
    assert.deepEqual(Object.keys(expect).sort(), brands.map(({ name }) => name).sort(), id);
  }
});

test('of 100 brands read as named, at least 99 are', () => {
  const { truePositives, falsePositives } = scores.mentions;
  assertAtLeast(99, { right: truePositives, of: truePositives + falsePositives }, 'mention');
});

test('of 100 named brands, it finds at least 99', () => {
  const { truePositives, falseNegatives } = scores.mentions;
  assertAtLeast(99, { right: truePositives, of: truePositives + falseNegatives }, 'mention');
});

for (const what of ['count', 'rank', 'outcome'] as const) {
  test(`finds every labeled ${what}`, () => assertAtLeast(100, scores[what], what));
}

test('of 100 labeled snippets, it finds at least 98', () => assertAtLeast(98, scores.snippet, 'snippet'));

for (const [framing, percent] of [
  ['recommended', 95],
  ['negative', 95],
] as const) {
  test(`of 100 framings read as ${framing}, at least ${percent} are`, () =>
    assertAtLeast(percent, scores.precision[framing] ?? { right: 0, of: 0 }, 'framing'));
}
