import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURES_PER_HOUR } from '../../src/domain/access/quota.ts';
import { HourCache } from '../../src/http/sheet.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { addSheetLink, endSheetLink, sheetLinksOf } from '../../src/pipeline/declare/sheet-links.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { csvOf, csvOfMost } from '../../src/reports/show/csv.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { apiOn } from '../support/api.ts';
import examples from '../support/examples.json' with { type: 'json' };
import { onReusedStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
} from '../support/world.ts';

const HOUR = Math.ceil(NOW / HOUR_MS) * HOUR_MS;

onReusedStore('a link for sheets', (fresh) => {
  async function linked(report = 'competitors', query: Record<string, string> = { days: '28' }) {
    const store = await fresh();
    const clock = new Clock();
    clock.at = HOUR;
    const pipeline = pipelineOn(store, clock);
    const formula = { name: '=HYPERLINK("x")', domain: 'bolt.example' };
    await pipeline.apply(
      acmeFile([
        { ...ACME_BRAND, competitors: [formula] },
        { ...ACME_BRAND, id: 'other', name: 'Other' },
      ]),
    );
    const day = { collected_at: iso(HOUR - DAY_MS) };
    await pipeline.importLines([
      line({ answer: 'Acme', ...day }),
      line({ brand: 'other', answer: 'Other', ...day }),
    ]);
    const api = apiOn(store, { clock });
    const acting = { db: store.main, now: clock.now, random, actor: 'test' };
    const of = { organizationId: (await findOrganization(store.main, 'Acme Inc'))?.id ?? 0, brand: 'acme' };
    const token = await addSheetLink(acting, of, { report, query, days: 30 });
    const ask = async (
      file = `${token}.csv`,
      headers: Record<string, string> = {},
      remoteAddress = '192.0.2.1',
    ) => await api.app.inject({ method: 'GET', url: `/sheet/${file}`, headers, remoteAddress });
    return { store, clock, pipeline, api, acting, of, token, ask };
  }

  test('gives the CSV that a key of its brand gets as of the full hour, to anybody', async () => {
    const { ask, api, pipeline, clock, token } = await linked();
    const { key } = await pipeline.createKey();
    const { text } = await api.get('/competitors?brand=acme&days=28', key, { accept: 'text/csv' });
    clock.at += HOUR_MS / 4;
    const { statusCode, headers, body } = await ask();
    assert.deepEqual([statusCode, body], [200, text]);
    assert.match(body, /'=HYPERLINK/);
    assert.match(String(headers['content-type']), /^text\/csv; charset=utf-8/);
    assert.deepEqual(
      [headers['cache-control'], headers['x-robots-tag']],
      ['private, max-age=2700', 'noindex, nofollow'],
    );
    const again = await ask(undefined, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.equal(api.log.join('').includes(token), false);
  });

  test('costs one report an hour, whatever is imported meanwhile', async () => {
    const { ask, clock, pipeline } = await linked();
    const bodies = new Set(
      (await Promise.all(Array.from({ length: 20 }, () => ask()))).map(({ body }) => body),
    );
    await pipeline.importLines([line({ answer: 'Acme', collected_at: iso(HOUR - DAY_MS) })]);
    clock.at += HOUR_MS - 1;
    bodies.add((await ask()).body);
    assert.equal(bodies.size, 1);
    clock.at += 1;
    assert.equal(bodies.has((await ask()).body), false);
  });

  test('a window by name has its finished days, as pages do, and moves on at midnight', async () => {
    const { ask, clock, pipeline, api } = await linked('competitors', { window: '7d' });
    const { key } = await pipeline.createKey();
    const daysOf = async (from: string, until: string) =>
      (await api.get(`/competitors?brand=acme&from=${from}&until=${until}`, key, { accept: 'text/csv' }))
        .text;
    const { headers, body } = await ask();
    assert.match(String(headers['content-disposition']), /acme-competitors-2026-11-13-to-2026-11-19/);
    assert.equal(body, await daysOf('2026-11-13', '2026-11-19'));
    clock.at += DAY_MS;
    assert.equal((await ask()).body, await daysOf('2026-11-14', '2026-11-20'));
  });

  test('a report with pages gives its longest', async () => {
    const { ask, pipeline } = await linked('answers', { window: '7d' });
    const day = { collected_at: iso(HOUR - DAY_MS) };
    await pipeline.importLines(Array.from({ length: 60 }, () => line({ answer: 'Acme', ...day })));
    const { body } = await ask();
    assert.equal(body.split('\r\n').length - 2, 61);
  });

  test('an unknown, ended, or expired one, and one of a deleted brand, is like a path with nothing at it', async () => {
    const { ask, api, acting, of, token, clock, store } = await linked();
    const nothing = (await api.app.inject({ method: 'GET', url: '/nothing.csv' })).json();
    const refused = async (file?: string) => {
      const { statusCode, body } = await ask(file);
      assert.deepEqual([statusCode, JSON.parse(body).error.message], [404, nothing.error.message]);
    };
    for (const file of ['x', '.csv', token, `${token.slice(0, -1)}_.csv`, `sl_sheet_${'0'.repeat(43)}.csv`])
      await refused(file);
    clock.at += 30 * DAY_MS;
    await refused();
    clock.at -= 1;
    assert.equal((await ask()).statusCode, 200);
    await removeBrand(store.main, 'acme', clock.at);
    await refused();
    await store.main.updateTable('brands').set({ deleted_at: null }).execute();
    const [link = assert.fail()] = await sheetLinksOf(store.main, of);
    await assert.rejects(endSheetLink(acting, { ...of, brand: 'other' }, link.id), { code: 'not_found' });
    await endSheetLink(acting, of, link.id);
    await refused();
    const actions = await store.main
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject', '=', link.id)
      .execute();
    assert.deepEqual(
      actions.map(({ action, detail }) => `${action} ${detail}`),
      ['sheet.create acme: competitors for 30 days', 'sheet.end acme: competitors'],
    );
  });

  test('guesses are limited by address, which a right link does not notice', async () => {
    const { ask } = await linked();
    const codes: number[] = [];
    for (let guess = 0; guess <= FAILURES_PER_HOUR; guess += 1)
      codes.push((await ask(`sl_sheet_${'0'.repeat(43)}.csv`)).statusCode);
    assert.deepEqual([codes[0], codes.at(-2), codes.at(-1)], [404, 404, 429]);
    assert.equal((await ask()).statusCode, 200);
  });

  test('a brand has at most 50', async () => {
    const { acting, of } = await linked();
    const add = () => addSheetLink(acting, of, { report: 'presence', query: {}, days: 1 });
    for (let made = 1; made < 50; made += 1) await add();
    await assert.rejects(add(), { code: 'conflict' });
  });
});

test('when sheets exceed their room, the oldest are made again, and the newest is kept', async () => {
  const cache = new HourCache(10);
  const made: string[] = [];
  const ask = async (key: string, size = 4) =>
    await cache.body(1, key, async () => {
      made.push(key);
      return { csv: 'x'.repeat(size), name: '', tag: '' };
    });
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a', 'a']) await ask(key);
  assert.equal(made.join(''), 'abca');
});

test('a sheet with more rows than it takes, or with another page, says so in a last row', async () => {
  const report = REPORTS.find(({ name }) => name === 'presence') ?? assert.fail();
  const example = examples.presence as unknown as Envelope;
  const [row] = example.data as object[];
  const envelope = { ...example, data: Array.from({ length: 5 }, () => row) };
  const linesOf = (csv: string) => csv.split('\r\n').slice(0, -1);
  assert.equal(await csvOfMost(report, envelope, 5), csvOf(report, envelope));
  const cut = linesOf(await csvOfMost(report, envelope, 3));
  assert.deepEqual(
    [cut.length, cut.at(-1)?.replace(/,+$/, '')],
    [5, 'Only the first 3 rows: the report has more.'],
  );
  assert.equal(cut.at(-1)?.split(',').length, cut[0]?.split(',').length);
  const paged = { ...envelope, meta: { ...envelope.meta, next_cursor: 'x' } };
  assert.match(linesOf(await csvOfMost(report, paged, 9)).at(-1) ?? '', /^Only the first 5 rows/);
});
