import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { capabilitiesOf } from '../../src/storage/driver/capabilities.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, line, NOW, pipelineOn, random } from '../support/world.ts';

/** Counts the store's statements. */
function counting(store: TestStore): { store: TestStore; statements: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  return { store: { ...store, main: store.main.withPlugin(plugin) }, statements: () => statements };
}

onEveryStore('a kept report', (fresh) => {
  async function world(reportCacheMb?: number) {
    const counted = counting(await fresh());
    const pipeline = pipelineOn(counted.store);
    await pipeline.apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'other', name: 'Other' }]));
    await pipeline.importLines([line({ answer: 'Acme' }), line({ brand: 'other', answer: 'Other' })]);
    const { key, id } = await pipeline.createKey();
    const api = apiOn(counted.store, reportCacheMb === undefined ? {} : { reportCacheMb });
    const cost = async (path: string) => {
      const before = counted.statements();
      assert.equal((await api.get(path, key)).status, 200, path);
      return counted.statements() - before;
    };
    // The key, and the brand: on a cluster, also its place.
    const { main } = counted.store;
    const lookUps = (await capabilitiesOf(main).isDistributed(main)) ? 3 : 2;
    return { ...pipeline, store: counted.store, api, key, id, cost, lookUps };
  }

  test('costs the look-ups of the key and the brand alone, for a minute', async () => {
    const { cost, api, lookUps } = await world();
    api.clock.at = Math.ceil(NOW / 60_000) * 60_000;
    for (const path of ['/visibility?brand=acme', '/answers?brand=acme']) {
      assert.ok((await cost(path)) > lookUps + 1, `${path} runs`);
      api.clock.at += 1;
      assert.equal(await cost(path), lookUps, `${path} is cached`);
    }
    api.clock.at += 59_998;
    assert.ok((await cost('/visibility?brand=acme')) > lookUps + 1, 'in the next minute it runs');
  });

  test('runs again after a write to its brand, and not after one to another', async () => {
    const { cost, importLines, lookUps } = await world();
    await cost('/visibility?brand=acme');
    await importLines([line({ brand: 'other', answer: 'Other' })]);
    assert.equal(await cost('/visibility?brand=acme'), lookUps);
    await importLines([line({ answer: 'Acme' })]);
    assert.ok((await cost('/visibility?brand=acme')) > lookUps + 1);
  });

  test('is not cached with a cache size of 0, or if it depends on the caller', async () => {
    const off = await world(0);
    for (const _ of [1, 2]) assert.ok((await off.cost('/visibility?brand=acme')) > 3);
    const { api, key } = await world();
    const left = async () => (await api.get('/me', key)).body.data.rate_limit.remaining;
    assert.equal((await left()) - (await left()), 1);
  });

  test('is refused at once to a caller who lost access', async () => {
    const { api, key, id, store, apply } = await world();
    const status = async () => (await api.get('/visibility?brand=acme', key)).status;
    assert.equal(await status(), 200);
    await apply(acmeFile([], { plan: { name: 'growth', status: 'active', api_access: false } }));
    assert.equal(await status(), 402);
    await apply(acmeFile([], { plan: { name: 'growth', status: 'active', api_access: true } }));
    assert.equal(await status(), 200);
    await removeBrand(store.main, 'acme', NOW);
    assert.equal(await status(), 404);
    await revoke({ db: store.main, now: () => NOW, random, actor: 'test' }, id);
    assert.equal(await status(), 401);
  });
});
