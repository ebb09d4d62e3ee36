import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { refuseUnwritable } from '../../src/storage/driver/sqlite.ts';
import { apiOn } from '../support/api.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

describe('a SQLite store that is readable but not writable', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  before(async () => {
    ({ store, remove } = await makeStore('sqlite'));
    await pipelineOn(store).apply(acmeFile());
  });
  after(() => remove());

  test('is not ready while its disk is full, serves reports meanwhile, and is ready again with room', async () => {
    const { key } = await pipelineOn(store).createKey();
    const api = apiOn(store);
    const ready = async () => await api.app.inject({ url: '/readyz' });
    const limit = async (pages: number) =>
      await sql.raw(`pragma max_page_count = ${pages}`).execute(store.main);
    assert.equal((await ready()).statusCode, 200);
    await limit(1); // SQLite keeps its current number of pages.
    const full = await ready();
    assert.deepEqual([full.statusCode, Object.keys(full.json())], [503, ['error']]);
    assert.doesNotMatch(full.payload, /disk|page|sqlite/i);
    assert.ok(api.log.some((line) => line.includes('the disk is full')));
    assert.equal((await api.get('/visibility?brand=acme', key)).status, 200);
    await limit(1_000_000);
    assert.equal((await ready()).statusCode, 200);
  });

  for (const [what, place] of [
    [
      'a disk with less room than a page and its log take',
      { freeBytes: () => 100_000, mayWrite: () => true },
    ],
    ['a file that the system lets nobody write', { freeBytes: () => 2 ** 40, mayWrite: () => false }],
  ] as const) {
    test(`${what} refuses readiness`, async () =>
      await assert.rejects(refuseUnwritable(store.main as never, place), { code: 'unavailable' }));
  }
});
