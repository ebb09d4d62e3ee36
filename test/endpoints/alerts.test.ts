import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { describeRefusals } from '../support/refusals.ts';
import type { TestStore } from '../support/stores.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, iso, line, NOW, pipelineOn } from '../support/world.ts';

async function insertAlerts(store: TestStore, brandId: number, ages: readonly number[]): Promise<void> {
  const rows = ages.map((age, index) => ({
    brand_id: brandId,
    id: 1000 + index,
    public_id: `alr_${String(brandId * 1000 + index).padStart(12, '0')}`,
    kind: index % 2 === 0 ? 'visibility_drop' : 'negative_framing',
    title: `Finding ${index}`,
    detail: '12 of 70, before 31 of 80',
    facts: JSON.stringify({ current: { present: 12, responses: 70 }, engine: 'chatgpt' }),
    created_at: NOW - age,
    read: index % 2,
  }));
  await store.main.insertInto('alerts').values(rows).execute();
}

onEveryStore('GET /alerts', (fresh) => {
  describeRefusals('alerts', fresh);

  test('200: an empty list says what it means', async () => {
    const store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile());
    const { key } = await createKey();
    const { status, body } = await apiOn(store).get('/alerts', key);
    assert.equal(status, 200);
    assert.deepEqual(body.data, []);
    assert.match(body.meta.note, /does not mean that nothing changed\. No comparison has been made yet\./);
  });

  test('200: an empty list says when it was last compared', async () => {
    const store = await fresh();
    const { apply, createKey, importLines, watch } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line()]);
    await watch({ at: NOW - 1000 });
    const { body } = await apiOn(store).get('/alerts', (await createKey()).key);
    assert.ok(body.meta.note.endsWith(`changed. Last compared as of ${iso(NOW - 1000)}.`), body.meta.note);
  });

  test('200: an empty list says that alerts are switched off', async () => {
    const store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile([ACME_BRAND], { alerts: { enabled: false } }));
    const { body } = await apiOn(store).get('/alerts', (await createKey()).key);
    assert.match(body.meta.note, /switched off for this organization: nothing is compared/);
  });

  test('200: stored findings with every field, newest first, of this brand only', async () => {
    const store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
    await insertAlerts(store, 1, [5000, 1000, 3000]);
    await insertAlerts(store, 2, [10]);
    const { key } = await createKey();
    const { body } = await apiOn(store).get('/alerts?brand=acme', key);
    assert.deepEqual(
      body.data.map((alert: { title: string }) => alert.title),
      ['Finding 1', 'Finding 2', 'Finding 0'],
    );
    assert.deepEqual(body.data[0], {
      id: 'alr_000000001001',
      kind: 'negative_framing',
      title: 'Finding 1',
      detail: '12 of 70, before 31 of 80',
      facts: { current: { present: 12, responses: 70 }, engine: 'chatgpt' },
      created_at: iso(NOW - 1000),
      read: true,
    });
  });

  test('200: limit bounds the list, 50 by default and 200 at most', async () => {
    const store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile());
    await insertAlerts(
      store,
      1,
      Array.from({ length: 210 }, (_, index) => index * 1000),
    );
    const { key } = await createKey();
    const api = apiOn(store);
    for (const [query, length] of [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=200', 200],
    ] as const) {
      const { body } = await api.get(`/alerts${query}`, key);
      assert.equal(body.data.length, length);
      assert.equal(body.data[0].title, 'Finding 0');
    }
    for (const query of ['?limit=0', '?limit=201', '?limit=', '?limit=1e1', '?days=7', '?cursor=x']) {
      assert.equal((await api.get(`/alerts${query}`, key)).body.error.code, 'invalid_parameter');
    }
  });
});
