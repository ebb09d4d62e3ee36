import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyOf } from '../../test/support/engines.ts';
import { DAY_MS } from '../domain/time/period.ts';
import { chatgpt } from './chatgpt/adapter.ts';
import { modelEnds } from './chatgpt/model-ends.ts';
import { ADAPTERS } from './registry.ts';
import { type KnownEnds, retirementsMarkdown, retiringModels } from './retirements.ts';

const LAST_DAY = Date.parse('2027-01-14') - DAY_MS;

const endOf = (model: string, now: number) =>
  retiringModels([{ adapter: chatgpt, model }], now).map(({ on, isRetired }) => [on, isRetired]);

test('the day before, the day itself and any day after it', () => {
  assert.deepEqual(endOf('gpt-4o', LAST_DAY), [['2027-01-14', false]]);
  assert.deepEqual(endOf('gpt-4o', LAST_DAY + DAY_MS), [['2027-01-14', true]]);
  assert.deepEqual(endOf('gpt-4o', LAST_DAY + 400 * DAY_MS), [['2027-01-14', true]]);
});

test('notice comes exactly 60 days ahead, not a millisecond earlier', () => {
  assert.equal(endOf('gpt-4o', LAST_DAY - 59 * DAY_MS).length, 1);
  assert.equal(endOf('gpt-4o', LAST_DAY - 59 * DAY_MS - 1).length, 0);
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

test('no engine’s default model has an announced end', () => {
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

describe('the vendor’s own list', () => {
  const now = Date.parse('2026-12-05');
  const told = (model: string, known: KnownEnds) =>
    retiringModels([{ adapter: chatgpt, model }], now, known).map(({ on }) => on);

  test('overrides announcements, even if it has no end', () => {
    assert.deepEqual(told('gpt-5-pro', []), ['2026-12-11']);
    assert.deepEqual(told('gpt-5-pro', [{ provider: 'openai', model: 'gpt-5-pro', on: '2027-01-05' }]), [
      '2027-01-05',
    ]);
    assert.deepEqual(told('gpt-5-pro', [{ provider: 'openai', model: 'gpt-5-pro', on: null }]), []);
    assert.deepEqual(told('gpt-7', [{ provider: 'openai', model: 'gpt-7', on: '2026-12-24' }]), [
      '2026-12-24',
    ]);
  });

  test('does not affect another model, or another provider’s', () => {
    const known = [
      { provider: 'openai', model: 'gpt-5', on: null },
      { provider: 'xai', model: 'gpt-5-pro', on: null },
    ];
    assert.deepEqual(told('gpt-5-pro', known), ['2026-12-11']);
  });

  const read = (body: unknown) => modelEnds.read(replyOf(body));

  test('comes from the model list, whatever its other fields contain', () => {
    const model = (id: string) => ({ id, object: 'model', created: 1_759_300_000, owned_by: 'system' });
    const data = [
      { ...model('gpt-5-pro'), shutdown_date: '2026-12-11' },
      { ...model('gpt-4o-mini'), shutdown_date: '2027-01-14' },
      { ...model('gpt-5.6-terra'), shutdown_date: null },
      model('ft:gpt-4o:acme'),
    ];
    assert.deepEqual(read({ object: 'list', data }), [
      { model: 'gpt-5-pro', on: '2026-12-11' },
      { model: 'gpt-4o-mini', on: '2027-01-14' },
      { model: 'gpt-5.6-terra', on: null },
    ]);
  });

  test('has no end for a field that is missing or not a day', () => {
    const models = [undefined, '', 'soon', '2026-02-30', 1796083200, {}].map((end, index) => ({
      id: `m${index}`,
      shutdown_date: end,
    }));
    assert.deepEqual(read({ data: [...models, { shutdown_date: null }, null, 'x'] }), []);
  });

  test('is not empty if the body has another format', () => {
    for (const body of ['<html>', '[]', {}, { data: {} }]) assert.throws(() => read(body));
  });
});
