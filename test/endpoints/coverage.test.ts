import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage } from '../../src/reports/traffic/coverage.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { type Log, storeLog } from '../support/traffic.ts';
import { acmeWith, DAY_MS, HOUR_MS, iso, line, NOW, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(coverage);

/** An answer or a failed attempt, so many days before NOW's. */
function on(age: number, fields: object = {}): object {
  return line({ collected_at: iso(NOW - age * DAY_MS - HOUR_MS), answer: `Acme ${age}`, ...fields });
}

const failed = (age: number) => on(age, { answer: undefined, outcome: 'error' });

onReusedStore('GET /coverage', (fresh) => {
  async function get({
    lines = [],
    log,
    brand = {},
  }: {
    lines?: readonly object[];
    log?: Log;
    brand?: object;
  }) {
    const { store, createKey } = await setUp(fresh, acmeWith({ engines: ['chatgpt'], ...brand }), lines);
    // An import has no reasons.
    await store.main
      .updateTable('collections')
      .set({ detail: 'http_429' })
      .where('outcome', '=', 'error')
      .execute();
    if (log) await storeLog(store, log);
    const { key } = await createKey();
    return (query = '?days=5') => reportsOn(store).get(`/coverage${query}`, key);
  }

  const cells = (data: readonly Record<string, unknown>[], kind: string) =>
    data
      .filter((row) => row.kind === kind)
      .map(({ day, state, reason }) => [`${day}`.slice(8), state, reason]);

  test('200: an engine day by day: not asked, observed, failed in part, failed, not asked though it should be, not over', async () => {
    const ask = await get({ lines: [on(4), on(3), failed(3), failed(2), on(0)] });
    const { status, body } = await ask('?days=6');
    assert.equal(status, 200);
    assert.deepEqual(cells(body.data, 'engine'), [
      ['15', null, null],
      ['16', 'observed', null],
      [
        '17',
        'partly',
        '1 of 2 questions have no answer. Requests came faster than the engine allows, or you have used up a quota.',
      ],
      [
        '18',
        'not_observed',
        '1 of 1 question has no answer. Requests came faster than the engine allows, or you have used up a quota.',
      ],
      ['19', 'not_observed', 'Nothing was asked, though it is asked daily.'],
      ['20', 'partly', 'The day is not over.'],
    ]);
  });

  test('200: a day without questions is no gap for a brand that asks weekly', async () => {
    const ask = await get({ lines: [on(4)], brand: { prompts: [{ text: 'best anvils', every: 'week' }] } });
    const { body } = await ask();
    const found = cells(body.data, 'engine').map(([, state]) => state);
    assert.deepEqual(found, ['observed', null, null, null, null]);
  });

  test('200: a model that answers for the first time has changed the engine from outside', async () => {
    const ask = await get({ lines: [on(3, { model: 'one' }), on(2, { model: 'two' })] });
    const { body } = await ask();
    assert.deepEqual(cells(body.data, 'engine')[2], [
      '18',
      'changed_outside',
      'First answer by the model two.',
    ]);
  });

  test('200: the log day by day, and only with it engines’ files', async () => {
    const ask = await get({ log: { days: [3, [2, 1]] } });
    const { body } = await ask();
    const found = cells(body.data, 'log').map(([day, state]) => [day, state]);
    assert.deepEqual(found, [
      ['16', 'not_observed'],
      ['17', 'observed'],
      ['18', 'partly'],
      ['19', 'not_observed'],
      ['20', null],
    ]);
    assert.deepEqual(cells((await ask('?days=5&engine=chatgpt')).body.data, 'log'), []);
  });
});
