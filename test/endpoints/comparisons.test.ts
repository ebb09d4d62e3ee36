import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { GATES } from '../../src/domain/alerts/alert-rules.ts';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { comparisons } from '../../src/reports/alerts/comparisons.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { historyLines } from '../support/history.ts';
import { assertRefused, type Reports, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, NOW, pipelineOn, setUp, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(alerts, comparisons);

type Row = RowOf<typeof comparisons>;

/** Acme, in six of ten daily answers until a week ago, two since, evaluated on each of the last ten days. */
async function watchOn(store: TestStore): Promise<void> {
  const { apply, importLines, watch } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
  await importLines(
    historyLines({ from: 44, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 7 ? 2 : 6) }) }),
  );
  await importLines(
    historyLines({ brand: 'second', from: 9, to: 0, prompts: 1, say: () => ({}) }).map((each) => ({
      ...each,
      mentions: undefined,
    })),
  );
  for (let day = 9; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS });
}

async function rowsOf(api: Reports, key: string, query: string): Promise<Row[]> {
  const { status, body } = await api.get(`/comparisons?brand=acme&limit=200&${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

onReusedStore('GET /comparisons', (fresh) => {
  // Reports change nothing.
  let watched: TestStore;
  before(async () => {
    watched = await fresh();
    await watchOn(watched);
  });

  async function asking(): Promise<{ api: Reports; key: string }> {
    return { api: reportsOn(watched), key: (await pipelineOn(watched).createKey()).key };
  }

  test('200: a comparison with every field', async () => {
    const { api, key } = await asking();
    const alerts = await api.get('/alerts?brand=acme', key);
    const { status, body } = await api.get('/comparisons?brand=acme&raised=true', key);
    assert.deepEqual([status, body.meta.window_days, body.meta.next_cursor], [200, 30, null]);
    assert.match(body.meta.note, /with or without an alert.*count it once/);
    assert.equal(body.data.length, 1);
    const [{ id, ...row }] = body.data;
    assert.match(id, /^cmp_[0-9A-Za-z]{12}$/);
    assert.deepEqual(row, {
      evaluated_at: iso(NOW - 2 * DAY_MS),
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      kind: 'visibility_drop',
      measure: 'visibility',
      also_seen_as: ['engine_blackout', 'visibility_rise'],
      brand: 'Acme',
      role: 'self',
      current: {
        after: iso(NOW - 9 * DAY_MS),
        until: iso(NOW - 2 * DAY_MS),
        present: 22,
        responses: 70,
        rate: 0.314,
        min_sample: 5,
        interval: { lower: 0.218, upper: 0.43 },
        responses_to_all_prompts: 70,
        design_effect: 1,
      },
      baseline: {
        after: iso(NOW - 37 * DAY_MS),
        until: iso(NOW - 9 * DAY_MS),
        present: 168,
        responses: 280,
        rate: 0.6,
        min_sample: 5,
        interval: { lower: 0.542, upper: 0.656 },
        responses_to_all_prompts: 280,
        design_effect: 1,
      },
      shared_prompts: 10,
      change: { points: -28.57, lower: -39.73, upper: -15.59 },
      change_with_same_mix: { points: -28.57, lower: -39.73, upper: -15.59 },
      answers_needed_each_side: 30,
      min_delta_points: 10,
      min_sample_each_side: 30,
      noise_floor_points: null,
      reader: null,
      raised: true,
      gate: null,
      alert: alerts.body.data[0].id,
    });
  });

  test('200: every engine and kind of an evaluation, in engine order, newest evaluation first', async () => {
    const { api, key } = await asking();
    const rows = await rowsOf(api, key, 'days=1');
    assert.deepEqual(
      rows.map(({ evaluated_at, engine, kind }) => `${evaluated_at} ${engine} ${kind}`),
      ['chatgpt', 'claude'].flatMap((engine) =>
        [
          'engine_blackout',
          'visibility_drop',
          'visibility_rise',
          'competitor_overtook',
          'competitor_overtook',
          'cited_not_named',
          'negative_framing',
        ].map((kind) => `${iso(NOW)} ${engine} ${kind}`),
      ),
    );
    for (const { raised, gate } of rows) assert.ok(!raised && GATES.some((known) => known === gate));
  });

  test('200: days bounds the evaluations', async () => {
    const { api, key } = await asking();
    const daysIn = async (query: string) =>
      new Set((await rowsOf(api, key, query)).map((row) => row.evaluated_at)).size;
    assert.equal(await daysIn('days=2'), 2);
    assert.equal(await daysIn('days=365'), 10);
  });

  test('200: filters by engine, kind, and raised, separately and together', async () => {
    const { api, key } = await asking();
    const all = await rowsOf(api, key, '');
    for (const [query, chosen] of [
      ['engine=claude', (row: Row) => row.engine === 'claude'],
      ['kind=cited_not_named', (row: Row) => row.kind === 'cited_not_named'],
      ['raised=false', (row: Row) => !row.raised],
      ['raised=true', (row: Row) => row.raised],
      [
        'raised=false&engine=chatgpt&kind=visibility_drop',
        (row: Row) => !row.raised && row.engine === 'chatgpt' && row.kind === 'visibility_drop',
      ],
      ['raised=true&engine=claude', () => false],
    ] as const) {
      assert.deepEqual(await rowsOf(api, key, query), all.filter(chosen), query);
    }
  });

  test('200: pages join up to the whole list', async () => {
    const { api, key } = await asking();
    const all = await rowsOf(api, key, 'days=9');
    const walked: Row[] = [];
    let cursor: string | null = null;
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await api.get(`/comparisons?brand=acme&days=9&limit=13${at}`, key);
      walked.push(...body.data);
      cursor = body.meta.next_cursor;
    } while (cursor !== null);
    assert.equal(all.length, 9 * 14);
    assert.deepEqual(walked, all);
  });

  test('200: a page ends with a whole change where it can', async () => {
    const { api, key } = await asking();
    const pageOf = async (limit: number) =>
      (await api.get(`/comparisons?brand=acme&limit=${limit}`, key)).body.data.map((row: Row) => row.kind);
    const kinds = ['engine_blackout', 'visibility_drop', 'visibility_rise', 'competitor_overtook'];
    assert.deepEqual(await pageOf(4), kinds);
    assert.deepEqual(await pageOf(2), kinds.slice(0, 2), 'one change is more than a page');
    const next = (await pageOf(9)).slice(6);
    assert.deepEqual(next, ['negative_framing'], "the next engine's changes stay together");
  });

  test('200: an empty list says whether a comparison exists', async () => {
    const { store, apply, key } = await setUpWithKey(fresh);
    const noteOf = async () => (await reportsOn(store).get('/comparisons', key)).body.meta.note;
    assert.equal(await noteOf(), 'No comparison to show. Sightline has not compared anything yet.');
    await apply(acmeFile([ACME_BRAND], { alerts: { enabled: false } }));
    assert.match(await noteOf(), /Alerts are off for this organization, so Sightline compares nothing\.$/);
  });

  test('400 bad_cursor: from another brand, no brand, or another kind of record', async () => {
    const { api, key } = await asking();
    const other = await api.get('/comparisons?brand=second&limit=1', key);
    const theirs: string = other.body.data[0].id;
    for (const cursor of [theirs, 'cmp_000000000000', 'ans_000000000000', '7', '']) {
      assertRefused(await api.get(`/comparisons?brand=acme&cursor=${cursor}`, key), 'bad_cursor');
    }
  });

  test('400 invalid_parameter: values outside their ranges', async () => {
    const { api, key } = await asking();
    for (const query of [
      'days=0',
      'days=366',
      'limit=0',
      'limit=201',
      'engine=bing',
      'kind=drop',
      'raised=2',
      'raised=',
    ]) {
      assertRefused(await api.get(`/comparisons?brand=acme&${query}`, key), 'invalid_parameter');
    }
  });

  test('200: a side with fewer answers than a rate needs has no rate and no change', async () => {
    const { store, watch, createKey } = await setUp(
      fresh,
      acmeFile(),
      historyLines({
        from: 30,
        to: 0,
        prompts: 1,
        say: (day) => (day === 3 || day > 7 ? { acme: true } : null),
      }),
    );
    await watch({ at: NOW });
    const { body } = await reportsOn(store).get('/comparisons?limit=1', (await createKey()).key);
    const [row] = body.data;
    assert.deepEqual([row.current.responses, row.current.rate, row.baseline.rate], [1, null, 1]);
    assert.deepEqual(
      [row.change, row.change_with_same_mix, row.answers_needed_each_side],
      [null, null, null],
    );
  });
});
