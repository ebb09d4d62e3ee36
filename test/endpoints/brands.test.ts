import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { brands } from '../../src/reports/brands.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  HOUR_MS,
  iso,
  line,
  NOW,
  setUp,
  setUpWithKey,
} from '../support/world.ts';

const reportsOn = reportsAmong(brands);

onReusedStore('GET /brands', (fresh) => {
  test('200: every brand with its fields, oldest first, unfinished ones too and deleted ones not', async () => {
    const unfinished = { id: 'unfinished', name: 'Unfinished' };
    const { store, createKey, importLines } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'gone', name: 'Gone' }, unfinished]),
    );
    await removeBrand(store.main, 'gone', NOW);
    await importLines([
      line({ collected_at: iso(NOW - 2 * HOUR_MS) }),
      line({ collected_at: iso(NOW - HOUR_MS) }),
      line({ collected_at: iso(NOW), outcome: 'error' }),
    ]);
    const { key } = await createKey();
    const { status, body } = await reportsOn(store).get('/brands', key);
    assert.deepEqual([status, body.meta.pinned], [200, false]);
    assert.doesNotMatch(body.meta.note, /markets/, 'no row has that field');
    assert.deepEqual(body.meta.brand, { id: 'acme', name: 'Acme' });
    assert.deepEqual(body.data, [
      {
        id: 'acme',
        name: 'Acme',
        domain: 'acme.example',
        configured: true,
        active_prompts: 1,
        market: { location_code: 2840, language_code: 'en' },
        prospect_until: null,
        last_collected_at: iso(NOW - HOUR_MS),
      },
      {
        id: 'unfinished',
        name: 'Unfinished',
        domain: null,
        configured: false,
        active_prompts: 0,
        market: { location_code: null, language_code: null },
        prospect_until: null,
        last_collected_at: null,
      },
    ]);
  });

  test('200: a pinned key sees only its own brand, though it is not the oldest', async () => {
    const { store, createKey } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
    );
    const { key } = await createKey({ brand: 'second' });
    const { body } = await reportsOn(store).get('/brands', key);
    assert.deepEqual(pluck(body.data, 'id'), ['second']);
    assert.deepEqual([body.meta.pinned, body.meta.brand.id], [true, 'second']);
  });

  test('200: hides a domain before setup finishes', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeWith({ configured: false }));
    const { body } = await reportsOn(store).get('/brands', key);
    assert.deepEqual([body.data[0].configured, body.data[0].domain], [false, null]);
  });

  test('200: an organization whose only brand is unfinished still sees it', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile([{ id: 'unfinished', name: 'Unfinished' }]));
    const { status, body } = await reportsOn(store).get('/brands', key);
    assert.deepEqual([status, body.data[0].configured], [200, false]);
  });
});
