import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../domain/period.ts';
import { chatgpt } from './chatgpt/adapter.ts';
import { ADAPTERS } from './registry.ts';
import { retirementsMarkdown, retiringModels } from './retirements.ts';

const LAST_DAY = Date.parse('2027-01-14') - DAY_MS;

const endOf = (model: string, now: number, withinDays?: number) =>
  retiringModels([{ adapter: chatgpt, model }], now, withinDays).map(({ on, isRetired }) => [on, isRetired]);

test('the day before, the day itself and any day after it', () => {
  assert.deepEqual(endOf('gpt-4o', LAST_DAY, 1), [['2027-01-14', false]]);
  assert.deepEqual(endOf('gpt-4o', LAST_DAY + DAY_MS, 1), [['2027-01-14', true]]);
  assert.deepEqual(endOf('gpt-4o', LAST_DAY + 400 * DAY_MS, 1), [['2027-01-14', true]]);
});

test('exactly so many days ahead is reported, one millisecond more is not', () => {
  assert.equal(endOf('gpt-4o', LAST_DAY - 9 * DAY_MS, 10).length, 1);
  assert.equal(endOf('gpt-4o', LAST_DAY - 9 * DAY_MS - 1, 10).length, 0);
});

for (const [model, isTold] of [
  ['gpt-4o-2024-08-06', true],
  ['gpt-4o-latest', true],
  ['gpt-4o-audio-preview', false],
  ['gpt-4o-search-preview', false],
  ['gpt-5.6-terra', false],
  ['my-own/gpt-4o', false],
  ['', false],
] as const) {
  test(`${model || 'no model'} ${isTold ? 'is' : 'is not'} gpt-4o`, () =>
    assert.equal(endOf(model, LAST_DAY).length, isTold ? 1 : 0));
}

test('no engine is set to a model whose end is announced, unless its operator chose it', () => {
  const asked = ADAPTERS.map((adapter) => ({ adapter, model: adapter.defaults.model }));
  assert.deepEqual(retiringModels(asked, Date.parse('2100-01-01')), []);
});

test('every end is a day, and the table has each once, the nearest first', () => {
  const rows = retirementsMarkdown(ADAPTERS).split('\n').slice(2);
  const days = rows.map((row) => /^\| (\d{4}-\d\d-\d\d) \|/.exec(row)?.[1] ?? row);
  assert.deepEqual(days, days.toSorted());
  assert.equal(new Set(rows).size, rows.length);
  for (const day of days) assert.equal(new Date(day).toISOString().slice(0, 10), day);
});
