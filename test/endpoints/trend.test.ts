import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trend } from '../../src/reports/brands/trend.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { pluck } from '../support/pluck.ts';
import { assertRefused, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(trend);

type Row = RowOf<typeof trend>;

const acmeAt = (collectedAt: string, more: object = {}) =>
  line({ answer: 'Acme', collected_at: collectedAt, ...more });

async function seen(store: TestStore, lines: readonly object[], query: string) {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/trend${query}`, key);
}

/** ChatGPT's answer counts, by the start of the day or week. */
function countedIn(rows: readonly Row[]): Record<string, number> {
  const own = rows.filter(({ engine, brand }) => engine === 'chatgpt' && brand === 'Acme');
  return Object.fromEntries(
    own.filter(({ responses }) => responses > 0).map((row) => [row.start.slice(0, 10), row.responses]),
  );
}

onReusedStore('GET /trend', (fresh) => {
  test('200: a row per engine, brand, and day, also for days without answers', async () => {
    const four = Array.from({ length: 4 }, () => acmeAt('2026-11-18T10:00:00Z'));
    const citations = [{ url: 'https://acme.example/' }];
    const { status, body } = await seen(
      await fresh(),
      [...four, line({ answer: 'Bolt', collected_at: '2026-11-18T11:00:00Z', citations })],
      '?days=3',
    );
    assert.equal(status, 200);
    assert.deepEqual(body.meta.window, { from: '2026-11-18T00:00:00.000Z', until: body.meta.generated_at });
    const { data } = body as { data: Row[] };
    assert.equal(data.length, 2 * 3 * 3);
    assert.deepEqual(data[0], {
      market: 'us-en',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      brand: 'Acme',
      role: 'self',
      start: '2026-11-18T00:00:00.000Z',
      end: '2026-11-18T23:59:59.999Z',
      complete: true,
      present: 4,
      responses: 5,
      rate: 0.8,
      min_sample: 5,
      interval: { lower: 0.376, upper: 0.964 },
      design_effect: null,
      range_of_questions: null,
      citations: 1,
    });
    assert.deepEqual(data[1], {
      market: 'us-en',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      brand: 'Acme',
      role: 'self',
      start: '2026-11-19T00:00:00.000Z',
      end: '2026-11-19T23:59:59.999Z',
      complete: true,
      present: 0,
      responses: 0,
      rate: null,
      min_sample: 5,
      interval: null,
      design_effect: null,
      range_of_questions: null,
      citations: 0,
    });
    assert.deepEqual(
      data.map((row) => `${row.engine} ${row.brand} ${row.start.slice(8, 10)}`),
      ['chatgpt', 'claude'].flatMap((engine) =>
        ['Acme', 'Bolt', 'Cargo'].flatMap((brand) => [18, 19, 20].map((day) => `${engine} ${brand} ${day}`)),
      ),
    );
  });

  test('200: the last day ends with now while it is running, and is the only incomplete one', async () => {
    const { body } = await seen(await fresh(), [], '?days=2&engine=claude');
    const { data } = body as { data: Row[] };
    assert.deepEqual(pluck(data.slice(0, 2), 'end', 'complete'), [
      ['2026-11-19T23:59:59.999Z', true],
      ['2026-11-20T13:37:21.123Z', false],
    ]);
  });

  test('200: an answer counts on its collection day, to the millisecond', async () => {
    const { body } = await seen(
      await fresh(),
      [
        acmeAt('2026-11-17T23:59:59.999Z'),
        acmeAt('2026-11-18T00:00:00.000Z'),
        acmeAt('2026-11-18T23:59:59.999Z'),
        acmeAt('2026-11-19T00:00:00.000Z'),
        acmeAt('2026-11-20T13:37:21.123Z'),
        acmeAt('2026-11-20T13:37:21.124Z'),
      ],
      '?days=3',
    );
    assert.deepEqual(countedIn(body.data), { '2026-11-18': 2, '2026-11-19': 1, '2026-11-20': 1 });
  });

  test('200: weeks run from Monday, the first one whole, across a new year and a leap day', async () => {
    const lines = [
      '2023-12-31T23:59:59.999Z',
      '2024-01-01T00:00:00.000Z',
      '2024-01-07T23:59:59.999Z',
      '2024-02-29T12:00:00.000Z',
      '2024-03-03T23:59:59.999Z',
      '2024-03-04T00:00:00.000Z',
      '2024-03-04T00:00:00.001Z',
    ].map((at) => acmeAt(at));
    const { body } = await seen(
      await fresh(),
      lines,
      '?by=week&days=58&until=2024-03-04T00:00:00Z&engine=chatgpt',
    );
    assert.deepEqual([body.meta.window.from, body.meta.window_days], ['2024-01-01T00:00:00.000Z', 58]);
    assert.deepEqual(countedIn(body.data), { '2024-01-01': 2, '2024-02-26': 2, '2024-03-04': 1 });
    const last = body.data.filter((row: Row) => row.brand === 'Acme').at(-1);
    assert.deepEqual([last.end, last.complete], ['2024-03-04T00:00:00.000Z', false]);
  });

  test('200: until the last instant of a Sunday, every week is complete', async () => {
    const { body } = await seen(
      await fresh(),
      [acmeAt('2026-11-15T23:59:59.999Z')],
      '?by=week&days=14&until=2026-11-15T23:59:59.999Z',
    );
    assert.ok(body.data.every((row: Row) => row.complete));
    assert.deepEqual(countedIn(body.data), { '2026-11-09': 1 });
  });

  test('200: a year by day, and by week', async () => {
    const store = await fresh();
    const { body } = await seen(store, [], '?days=365&engine=chatgpt');
    assert.equal(body.data.length, 3 * 365);
    const { key } = await pipelineOn(store).createKey();
    const weeks = await reportsOn(store).get('/trend?days=365&by=week', key);
    assert.equal(weeks.body.data.length, 2 * 3 * 53);
    assert.equal((await reportsOn(store).get('/trend?days=365', key)).body.data.length, 2 * 3 * 365);
  });

  test('400: neither day nor week', async () =>
    assertRefused(await seen(await fresh(), [], '?by=month'), 'invalid_parameter'));
});
