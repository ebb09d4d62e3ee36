import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_SLUGS } from '../domain/answers/engine.ts';
import { dayOf } from '../domain/time/period.ts';
import { changesOn, type Instrument, OUTSIDE_CHANGES } from './outside-changes.ts';
import { PRODUCTS } from './products.ts';

for (const [day, instrument, engine, expected] of [
  ['2026-09-14', 'crawls', undefined, null],
  ['2026-09-15', 'crawls', undefined, 'Cloudflare’s default'],
  ['2026-11-29', 'crawls', undefined, 'Cloudflare’s default'],
  ['2025-05-12', 'search_console', undefined, null],
  ['2025-05-13', 'search_console', undefined, 'Google counted'],
  ['2026-04-27', 'search_console', undefined, 'Google counted'],
  ['2026-04-28', 'search_console', undefined, null],
  ['2026-09-27', 'answers', 'perplexity', 'Perplexity ended'],
  ['2026-09-27', 'answers', 'mistral', null],
  ['2026-09-27', 'visits', undefined, null],
] as [string, Instrument, string | undefined, string | null][]) {
  test(`${instrument} of ${engine ?? 'everything'} on ${day}: ${expected ?? 'no change'}`, () => {
    const found = changesOn(dayOf(Date.parse(day)), instrument, engine).map(({ what }) => what);
    assert.deepEqual(
      found.map((what) => what.startsWith(expected ?? '–')),
      expected === null ? [] : [true],
    );
  });
}

test('changes are in order, have sources, and name known engines, as products do', () => {
  const days = OUTSIDE_CHANGES.map(({ from }) => from);
  assert.deepEqual(
    days,
    days.toSorted((one, other) => one - other),
  );
  assert.ok(OUTSIDE_CHANGES.every(({ source, what }) => URL.canParse(source) && what.endsWith('.')));
  const engines = [
    ...OUTSIDE_CHANGES.flatMap(({ engines: own }) => own),
    ...PRODUCTS.flatMap(({ engine }) => engine ?? []),
  ];
  assert.deepEqual(
    engines.filter((each) => !ENGINE_SLUGS.includes(each)),
    [],
  );
});
