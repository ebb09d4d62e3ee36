import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../src/domain/time/period.ts';
import {
  type Counted,
  countBatch,
  MOST_PAGES_PER_DAY,
  type TrafficBatch,
} from '../../src/pipeline/traffic/count-batch.ts';
import { LineNames } from '../../src/pipeline/traffic/line-identity.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import { findGivenFile, type GivenFile, saveGivenFile } from '../../src/storage/traffic/given-files.ts';
import { closeLogDay, findLogDays } from '../../src/storage/traffic/log-days.ts';
import { NO_LOG_DETAIL } from '../../src/traffic/log-detail.ts';
import { hourBit } from '../../src/traffic/observed.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, NOW, pipelineOn, random } from '../support/world.ts';

const FILE: GivenFile = {
  ...{ id: 7, kind: 'log', name: 'access.log', digest: '', givenBy: 'Ada', givenAt: NOW },
  ...{ firstDay: null, lastDay: null, lines: 0, counted: 0, unread: 0 },
  detail: JSON.stringify(NO_LOG_DETAIL),
};

const crawlOf = (page: string): Counted => ({
  crawl: { page, crawler: 'GPTBot', verdict: 'verified', status: '2xx', path: 'content' },
});

const VISIT: Counted = {
  visit: { page: 'acme.example/', product: 'chatgpt', evidence: 'referrer', paid: false },
};

/** A batch of these lines' texts, all of one instant unless told, as one file has them. */
function batchOf(
  texts: readonly string[],
  { at = NOW, counted = (text: string) => crawlOf(`acme.example/${text}`), more = {} } = {},
): TrafficBatch {
  const names = new LineNames();
  const counting = texts.map((text) => ({ at, name: names.nameOf(text), counted: counted(text) }));
  const hours = new Map([[dayOf(at), hourBit(at)]]);
  return {
    ...{ lines: texts.length, unread: 0, unreadFirst: [], elsewhere: 0, format: 'combined' },
    ...{ hours, counting },
    ...more,
  };
}

onReusedStore('a batch of a log', (fresh) => {
  async function acme(): Promise<TestStore> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    await withBrandLock(store.main, 1, (db) => saveGivenFile(db, 1, FILE));
    return store;
  }

  async function count({ main }: TestStore, batch: TrafficBatch) {
    const deps = { db: main, now: () => NOW, random };
    const known = async (db: TestStore['main']) => (await findGivenFile(db, 1, FILE.id)) ?? FILE;
    const { detail, ...file } = await countBatch(deps, 1, batch, known);
    return { ...file, ...(JSON.parse(detail) as typeof NO_LOG_DETAIL) };
  }

  async function requests({ main }: TestStore): Promise<Record<string, number>> {
    const rows = await main.selectFrom('crawl_counts').select(['page', 'requests']).execute();
    return Object.fromEntries(rows.map(({ page, requests: sum }) => [page, sum]));
  }

  test('counts its lines once, also when it is sent again', async () => {
    const store = await acme();
    assert.partialDeepStrictEqual(await count(store, batchOf(['a', 'b'])), {
      counted: 2,
      crawls: 2,
      repeated: 0,
    });
    assert.partialDeepStrictEqual(await count(store, batchOf(['a', 'b'])), {
      counted: 2,
      repeated: 2,
      lines: 4,
    });
    assert.deepEqual(await requests(store), { 'acme.example/a': 1, 'acme.example/b': 1 });
  });

  test('counts what an overlapping one lacks', async () => {
    const store = await acme();
    await count(store, batchOf(['a', 'b']));
    await count(store, batchOf(['b', 'c']));
    assert.deepEqual(await requests(store), {
      'acme.example/a': 1,
      'acme.example/b': 1,
      'acme.example/c': 1,
    });
  });

  test('counts the same line as often as one file has it', async () => {
    const store = await acme();
    await count(store, batchOf(['a', 'a', 'a']));
    await count(store, batchOf(['a', 'a']));
    assert.deepEqual(await requests(store), { 'acme.example/a': 3 });
  });

  test('counts visits apart', async () => {
    const store = await acme();
    const batch = batchOf(['x', 'y'], { counted: () => VISIT });
    assert.partialDeepStrictEqual(await count(store, batch), { counted: 2, crawls: 0, visits: 2 });
    const rows = await store.main.selectFrom('visit_counts').select(['product', 'visits']).execute();
    assert.deepEqual({ ...rows[0] }, { product: 'chatgpt', visits: 2 });
  });

  test('adds its hours and days, also of lines that count as nothing', async () => {
    const store = await acme();
    const hours = new Map([
      [dayOf(NOW), 2],
      [dayOf(NOW) - 1, 1],
    ]);
    await count(store, batchOf(['a']));
    const file = await count(store, batchOf([], { more: { hours } }));
    assert.deepEqual([file.firstDay, file.lastDay], [dayOf(NOW) - 1, dayOf(NOW)]);
    const days = await findLogDays(store.main, 1, [...hours.keys()]);
    assert.equal(days.get(dayOf(NOW))?.hours, 2 | hourBit(NOW));
  });

  test('adds nothing to a closed day, and says so', async () => {
    const store = await acme();
    await count(store, batchOf(['a']));
    await withBrandLock(store.main, 1, (db) => closeLogDay(db, 1, dayOf(NOW)));
    const file = await count(store, batchOf(['a', 'b'], { more: { hours: new Map([[dayOf(NOW), 1]]) } }));
    assert.partialDeepStrictEqual(file, { counted: 1, closed: 2, repeated: 0 });
    assert.deepEqual(await requests(store), { 'acme.example/a': 1 });
    assert.equal((await findLogDays(store.main, 1, [dayOf(NOW)])).get(dayOf(NOW))?.hours, hourBit(NOW));
    assert.deepEqual(await findDifferences(store.main), []);
    await store.main
      .insertInto('log_lines')
      .values({ brand_id: 1, day: dayOf(NOW), line: 'left' })
      .execute();
    const [left] = await findDifferences(store.main);
    assert.match(left?.detail ?? '', /knows 1 lines and 1 pages, although it is closed$/);
  });

  test('counts pages beyond the most of a day together', async () => {
    const store = await acme();
    await count(store, batchOf(['a']));
    await store.main
      .updateTable('log_days')
      .set({ pages: MOST_PAGES_PER_DAY - 1 })
      .execute();
    await count(store, batchOf(['b', 'c', 'd', 'a']));
    await count(store, batchOf(['e', 'b'], { at: NOW + 1 }));
    assert.deepEqual(await requests(store), { 'acme.example/a': 1, 'acme.example/b': 1, '': 3 });
  });

  test('keeps no part of a line', async () => {
    const store = await acme();
    await count(store, batchOf(['192.0.2.7 secret agent'], { counted: () => crawlOf('acme.example/') }));
    const [line] = await store.main.selectFrom('log_lines').select('line').execute();
    assert.match(line?.line ?? '', /^[\w-]{22}$/);
    const [day] = await store.main.selectFrom('log_days').select('salt').execute();
    assert.match(day?.salt ?? '', /^[\w-]{22}$/);
  });

  test('leaves nothing when it fails at the end', async () => {
    const store = await acme();
    const failing = countBatch({ db: store.main, now: () => NOW, random }, 1, batchOf(['a']), async () => {
      throw new Error('killed');
    });
    await assert.rejects(failing, /killed/);
    for (const table of ['log_days', 'log_lines', 'crawl_counts'] as const)
      assert.deepEqual(await store.main.selectFrom(table).selectAll().execute(), [], table);
  });

  test('is refused for a deleted brand', async () => {
    const store = await acme();
    await store.main.updateTable('brands').set({ deleted_at: NOW }).execute();
    await assert.rejects(count(store, batchOf(['a'], { at: NOW - DAY_MS })), { code: 'no_such_brand' });
  });
});
