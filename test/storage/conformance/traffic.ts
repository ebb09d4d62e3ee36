import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dayOf } from '../../../src/domain/time/period.ts';
import { countBatch } from '../../../src/pipeline/traffic/count-batch.ts';
import { countFailedDays } from '../../../src/storage/answers/failed-days.ts';
import { withBrandLock } from '../../../src/storage/directory/brand/brand-lock.ts';
import type { Database } from '../../../src/storage/driver/database.ts';
import { addCrawls, addVisits, findCountedPages } from '../../../src/storage/traffic/add-counts.ts';
import {
  deleteGivenFiles,
  findNewestFile,
  listFilesBefore,
  saveGivenFile,
} from '../../../src/storage/traffic/given-files.ts';
import {
  addLogLines,
  closeLogDay,
  deleteLogDay,
  findLogDays,
  listDaysToClose,
  saveLogDays,
} from '../../../src/storage/traffic/log-days.ts';
import { countCrawls, countPageCrawls, firstCrawls } from '../../../src/storage/traffic/read-crawls.ts';
import { countVisits, firstVisits } from '../../../src/storage/traffic/read-visits.ts';
import { NO_LOG_DETAIL } from '../../../src/traffic/log-detail.ts';
import type { TestStore } from '../../support/stores.ts';
import { acmeFile, DAY_MS, line, NOW, pipelineOn, random } from '../../support/world.ts';
import type { Part } from './part.ts';

const DAY = 20_000;
const CRAWL = {
  day: DAY,
  page: 'acme.example/\ud83d',
  crawler: 'GPTBot',
  verdict: 'verified',
  status: '2xx',
  path: 'content',
  requests: 2,
} as const;
const VISIT = {
  ...{ day: DAY, page: 'acme.example/', product: 'chatgpt', evidence: 'utm', paid: false, visits: 1 },
};
const FILE = {
  ...{ id: 7, kind: 'log', name: 'access.log', digest: '', givenBy: 'Ada', givenAt: NOW },
  ...{ firstDay: null, lastDay: null, lines: 0, counted: 0, unread: 0, detail: '{}' },
};

/** Rows as plain objects, which PostgreSQL's are. */
const plain = (rows: readonly object[]) => rows.map((each) => ({ ...each }));

export const traffic: Part = (fresh) => {
  let store: TestStore;
  const write = (work: (db: Database) => Promise<unknown>) => withBrandLock(store.main, 1, work);

  before(async () => {
    store = await fresh();
    await pipelineOn(store).apply(acmeFile());
  });

  test('a known day keeps its salt, and takes new hours and pages', async () => {
    await write((db) => saveLogDays(db, 1, [{ day: DAY, hours: 1, pages: 0, salt: 'first' }], NOW));
    await write((db) => saveLogDays(db, 1, [{ day: DAY, hours: 3, pages: 2, salt: 'second' }], NOW + 1));
    const days = await findLogDays(store.main, 1, [DAY, DAY + 1]);
    assert.deepEqual(
      [...days.values()].map((day) => ({ ...day })),
      [{ day: DAY, hours: 3, pages: 2, salt: 'first' }],
    );
  });

  test('only new identities come back', async () => {
    const identity = (text: string) => ({ day: DAY, line: text });
    await write((db) => addLogLines(db, 1, [identity('a'), identity('b')]));
    const added: unknown[] = [];
    await write(async (db) =>
      added.push(...(await addLogLines(db, 1, [identity('b'), identity('c'), identity('c')]))),
    );
    assert.deepEqual(
      added.map((each) => ({ ...(each as object) })),
      [identity('c')],
    );
  });

  test('counts add up, and name their pages', async () => {
    await write((db) => addCrawls(db, 1, [CRAWL, { ...CRAWL, status: '4xx', requests: 1 }]));
    await write((db) => addCrawls(db, 1, [CRAWL]));
    await write((db) => addVisits(db, 1, [VISIT, { ...VISIT, paid: true }]));
    await write((db) => addVisits(db, 1, [VISIT]));
    const crawls = await store.main.selectFrom('crawl_counts').selectAll().orderBy('status').execute();
    assert.deepEqual(
      crawls.map(({ status, requests, page }) => [status, requests, page.isWellFormed()]),
      [
        ['2xx', 4, true],
        ['4xx', 1, true],
      ],
    );
    const visits = await store.main.selectFrom('visit_counts').selectAll().orderBy('paid').execute();
    assert.deepEqual(
      visits.map(({ paid, visits: sum }) => [paid, sum]),
      [
        [0, 2],
        [1, 1],
      ],
    );
    const asked = ['acme.example/', 'acme.example/new'].map((page) => ({ day: DAY, page }));
    const known = await findCountedPages(store.main, 1, asked);
    assert.deepEqual(
      known.map((each) => ({ ...each })),
      asked.slice(0, 1),
    );
  });

  test('crawls and visits are counted by unit, and pages by purpose', async () => {
    const days = { first: DAY, last: DAY };
    const all = { days, path: null, crawlers: null, verdict: null };
    for (const [by, of] of [
      ['crawler', 'GPTBot'],
      ['day', `${DAY}`],
    ] as const) {
      const counted = { of, verdict: 'verified', requests: 5, pages: 1, refused: 0, first: DAY, last: DAY };
      assert.deepEqual(plain(await countCrawls(store.main, 1, by, all)), [counted]);
    }
    assert.deepEqual(await countCrawls(store.main, 1, 'page', { ...all, crawlers: ['CCBot'] }), []);
    const tokens = { training: ['GPTBot'], search: [], user: ['ChatGPT-User'] };
    const [page] = await countPageCrawls(store.main, 1, days, { tokens, limit: 1 });
    assert.deepEqual([page?.training, page?.user, page?.served], [5, 0, 4]);
    assert.deepEqual([...(await firstCrawls(store.main, 1, [page?.page ?? '', 'none'])).values()], [DAY]);
    const visits = await countVisits(store.main, 1, 'page', { days, product: 'chatgpt' });
    const visited = { product: 'chatgpt', evidence: null, page: VISIT.page, day: null, visits: 2, paid: 1 };
    assert.deepEqual(plain(visits), [visited]);
    assert.equal((await firstVisits(store.main, 1, [VISIT.page])).get(VISIT.page), DAY);
  });

  test('failed collections are counted by day and reason', async () => {
    const { importLines } = pipelineOn(store);
    await importLines([line({ outcome: 'error' }), line({ outcome: 'timeout' }), line({ answer: 'Acme' })]);
    const failed = await countFailedDays(store.main, 1, { from: NOW - DAY_MS, to: NOW });
    assert.deepEqual(
      failed.map(({ day, failed: count }) => [day, count]),
      [
        [dayOf(NOW - 1), 1],
        [dayOf(NOW - 1), 1],
      ],
    );
  });

  test('a closed day keeps its hours, but no identity and no salt', async () => {
    assert.deepEqual(await listDaysToClose(store.main, 1, NOW + 1), []);
    assert.deepEqual(await listDaysToClose(store.main, 1, NOW + 2), [DAY]);
    await write((db) => closeLogDay(db, 1, DAY));
    assert.equal((await findLogDays(store.main, 1, [DAY])).get(DAY)?.salt, null);
    assert.equal((await store.main.selectFrom('log_lines').selectAll().execute()).length, 0);
  });

  test('a file has its newest state, and goes with its last day', async () => {
    await write((db) => saveGivenFile(db, 1, FILE));
    await write((db) => saveGivenFile(db, 1, { ...FILE, lastDay: DAY, digest: 'd', name: 'other' }));
    assert.deepEqual(await findNewestFile(store.main, 1, 'log'), { ...FILE, lastDay: DAY, digest: 'd' });
    assert.deepEqual(await listFilesBefore(store.main, 1, DAY), []);
    assert.deepEqual(await listFilesBefore(store.main, 1, DAY + 1), [FILE.id]);
    await write((db) => deleteGivenFiles(db, 1, [FILE.id]));
    assert.equal(await findNewestFile(store.main, 1, 'log'), null);
  });

  test('two writers at once count a line once', async () => {
    const line = { at: NOW, name: 'one', counted: { crawl: CRAWL } };
    const none = { lines: 1, unread: 0, unreadFirst: [], elsewhere: 0, format: null };
    const batch = { ...none, hours: new Map([[dayOf(NOW), 1]]), counting: [line] };
    const deps = { db: store.main, now: () => NOW, random };
    const known = async () => ({ ...FILE, detail: JSON.stringify(NO_LOG_DETAIL) });
    await Promise.all([1, 2, 3, 4].map(() => countBatch(deps, 1, batch, known)));
    const rows = await store.main
      .selectFrom('crawl_counts')
      .select('requests')
      .where('day', '=', dayOf(NOW))
      .execute();
    assert.deepEqual(
      rows.map(({ requests }) => requests),
      [1],
    );
    await write((db) => deleteLogDay(db, 1, dayOf(NOW)));
  });

  test('a removed day leaves no count', async () => {
    await write((db) => deleteLogDay(db, 1, DAY));
    for (const table of ['log_days', 'log_lines', 'crawl_counts', 'visit_counts'] as const) {
      assert.deepEqual(await store.main.selectFrom(table).selectAll().execute(), [], table);
    }
  });
};
