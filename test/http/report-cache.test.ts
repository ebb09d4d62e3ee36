import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { KyselyPlugin } from 'kysely';
import { ReportBody } from '../../src/http/wire/report-body.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { piecesOf } from '../../src/reports/shape/cache-validity.ts';
import { capabilitiesOf } from '../../src/storage/driver/capabilities.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, random } from '../support/world.ts';

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

  test('costs the look-ups of the key and the brand alone', async () => {
    const { cost, api, lookUps } = await world();
    const paths = ['visibility', 'trend', 'answers', 'alerts', 'comparisons', 'questions'];
    for (const path of paths.map((name) => `/${name}?brand=acme`)) {
      assert.ok((await cost(path)) > lookUps + 1, `${path} runs`);
      api.clock.at += 1;
      assert.equal(await cost(path), lookUps, `${path} is cached`);
    }
  });

  test('runs again after a write to its brand, and not after one to another', async () => {
    const { cost, importLines, lookUps } = await world();
    await cost('/visibility?brand=acme');
    await importLines([line({ brand: 'other', answer: 'Other' })]);
    assert.equal(await cost('/visibility?brand=acme'), lookUps);
    await importLines([line({ answer: 'Acme' })]);
    assert.ok((await cost('/visibility?brand=acme')) > lookUps + 1);
  });

  test('is not cached with a cache size of 0, after the first page, or if it depends on the caller', async () => {
    const off = await world(0);
    for (const _ of [1, 2]) assert.ok((await off.cost('/visibility?brand=acme')) > 3);
    const { api, key, cost } = await world();
    const { body } = await api.get('/answers?brand=acme', key);
    const after = `/answers?brand=acme&cursor=${body.data[0].id}`;
    for (const _ of [1, 2]) assert.ok((await cost(after)) > 3);
    const left = async () => (await api.get('/me', key)).body.data.rate_limit.remaining;
    assert.equal((await left()) - (await left()), 1);
  });

  test('has the days and weeks of its clock: a day ends, and another begins', async () => {
    const { api, key } = await world();
    for (const by of ['day', 'week']) {
      const last = async () => (await api.get(`/trend?brand=acme&days=2&by=${by}`, key)).body.data.at(-1);
      const midnight = (Math.floor(api.clock.at / DAY_MS) + 1) * DAY_MS;
      for (const at of [midnight - 2, midnight - 1, midnight, midnight + 1]) {
        api.clock.at = at;
        const { start, end } = await last();
        assert.ok(
          Date.parse(start) <= at && Date.parse(end) === at,
          `${by} at ${iso(at)}: ${start} to ${end}`,
        );
      }
    }
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

/** A body with these texts and a pause between each two. */
function bodyOf(texts: readonly string[]): ReportBody {
  const envelope = {
    data: [],
    meta: { generated_at: '', brand: { id: '', name: '' }, note: '' },
  };
  return new ReportBody({
    envelope,
    pieces: texts.flatMap((text, index) => (index === 0 ? [text] : [-index, text])),
  });
}

for (const [what, texts] of [
  ['one text', ['x'.repeat(5000)]],
  ['an instant at the start', ['', 'x'.repeat(5000)]],
  ['many instants with little between them', Array.from({ length: 5000 }, () => '","')],
  ['long texts', Array.from({ length: 20 }, (_, index) => `${index}`.repeat(70_000))],
  ['what is not ASCII', ['Ünïcödé 日本語 🙂'.repeat(100), '日本語'.repeat(100)]],
] as const) {
  test(`gzip of ${what} equals the uncompressed body at any time`, () => {
    const body = bodyOf(texts);
    for (const now of [NOW, NOW + 1, NOW + 100 * DAY_MS]) {
      const plain = body.plainAt(now);
      assert.equal(
        plain.toString('utf8'),
        texts.map((text, index) => (index === 0 ? text : iso(now - index) + text)).join(''),
      );
      assert.equal(body.length, plain.length);
      assert.deepEqual(gunzipSync(body.gzipAt(now)), plain);
    }
  });
}

test('text that looks like a moving instant is text', () => {
  for (const text of ['\\u00005\\u0000', '"\\u00005\\u0000"', '\u0000x\u0000', ' \u00005\u0000']) {
    assert.deepEqual(piecesOf(JSON.stringify({ text })), [JSON.stringify({ text })]);
  }
});
