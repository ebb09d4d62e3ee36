import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TodoState } from '../../src/domain/alerts/todo.ts';
import { markTodo } from '../../src/pipeline/declare/todo.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { recommendations } from '../../src/reports/sources/recommendations.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, acmeWith, line, pipelineOn, saying, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(recommendations);

/** A page without a task. */
const OPEN = { status: 'open', note: null, cited_since: null };

const cites = (...urls: string[]) => urls.map((url) => ({ url }));

onReusedStore('GET /recommendations', (fresh) => {
  async function storeWith(lines: readonly object[], brand: object = ACME_BRAND): Promise<TestStore> {
    const { store } = await setUp(fresh, acmeFile([brand]), lines);
    return store;
  }

  async function get(store: TestStore, query = '') {
    const { key } = await pipelineOn(store).createKey();
    return await reportsOn(store).get(`/recommendations${query}`, key);
  }

  const sitesOf = async (store: TestStore, query = '') =>
    pluck((await get(store, query)).body.data, 'kind', 'site', 'answers');

  // Pages have counts by 16-day block, here from 2026-11-11, and hosts by day.
  test('hosts cited in the same block, but not in the window, do not count', async () => {
    const bolt = (day: string, url: string) =>
      line({ answer: 'Bolt', citations: cites(url), collected_at: `2026-11-${day}:00:00Z` });
    const store = await storeWith([
      bolt('12T12', 'https://blog.news.example/before'),
      bolt('15T06', 'https://news.example/within'),
      bolt('18T06', 'https://forum.news.example/after'),
      bolt('15T06', 'https://apps.apple.com/app'),
      bolt('15T18', 'https://support.apple.com/after'),
    ]);
    const { body } = await get(store, '?days=1&until=2026-11-15T12:00:00Z');
    const found = body.data.map(({ kind, site, pages }: Record<string, unknown>) => ({ kind, site, pages }));
    assert.deepEqual(found, [
      {
        kind: 'listing',
        site: 'news.example',
        pages: [{ url: 'https://news.example/within', title: null }],
      },
      {
        kind: 'marketplace',
        site: 'apple.com',
        pages: [{ url: 'https://apps.apple.com/app', title: null }],
      },
    ]);
  });

  test('200: own pages first, then gaps by kind, each with its pages, competitors, engines, and share', async () => {
    const store = await storeWith([
      line({ answer: 'Acme', citations: cites('https://acme.example/a', 'https://docs.acme.example/b') }),
      line({ answer: 'Bolt', citations: cites('https://acme.example/a', 'https://www.reddit.com/r/anvils') }),
      line({
        answer: 'Bolt and Cargo',
        engine: 'claude',
        citations: [
          { url: 'https://news.example/best', title: 'Best anvils' },
          ...cites('https://old.reddit.com/r/anvils', 'https://amazon.de/dp/1'),
        ],
      }),
      line({
        answer: 'Cargo',
        citations: cites('https://news.example/best', 'https://blog.news.example/more'),
      }),
      line({ answer: 'nobody', citations: cites('https://news.example/nobody') }),
      line({ answer: 'Acme and Bolt', citations: cites('https://news.example/both') }),
      line({ outcome: 'error' }),
    ]);
    const both = (most: number, least: number, first = 'Bolt') => [
      { name: first, answers: most },
      { name: first === 'Bolt' ? 'Cargo' : 'Bolt', answers: least },
    ];
    const { status, body } = await get(store);
    assert.equal(status, 200);
    assert.deepEqual(body.data, [
      {
        kind: 'own_page',
        tier: 1,
        site: 'acme.example',
        answers: 2,
        answers_naming_you: 1,
        owned_hosts: [{ host: 'acme.example', brand: 'Acme', role: 'self' }],
        pages: [
          { url: 'https://acme.example/a', title: null },
          { url: 'https://docs.acme.example/b', title: null },
        ],
        competitors_named: 1,
        competitors: [{ name: 'Bolt', answers: 1 }],
        engines: ['chatgpt'],
        share: 0.333,
        ...OPEN,
      },
      {
        kind: 'listing',
        tier: 2,
        site: 'news.example',
        answers: 2,
        answers_naming_you: 0,
        owned_hosts: [],
        pages: [
          { url: 'https://news.example/best', title: 'Best anvils' },
          { url: 'https://blog.news.example/more', title: null },
        ],
        competitors_named: 2,
        competitors: both(2, 1, 'Cargo'),
        engines: ['chatgpt', 'claude'],
        share: 0.333,
        ...OPEN,
      },
      {
        kind: 'community',
        tier: 3,
        site: 'reddit.com',
        answers: 2,
        answers_naming_you: 0,
        owned_hosts: [],
        pages: [
          { url: 'https://old.reddit.com/r/anvils', title: null },
          { url: 'https://www.reddit.com/r/anvils', title: null },
        ],
        competitors_named: 2,
        competitors: both(2, 1),
        engines: ['chatgpt', 'claude'],
        share: 0.333,
        ...OPEN,
      },
      {
        kind: 'marketplace',
        tier: 4,
        site: 'amazon.de',
        answers: 1,
        answers_naming_you: 0,
        owned_hosts: [],
        pages: [{ url: 'https://amazon.de/dp/1', title: null }],
        competitors_named: 2,
        competitors: both(1, 1),
        engines: ['claude'],
        share: 0.167,
        ...OPEN,
      },
    ]);
    assert.deepEqual([body.meta.total_answers, body.meta.limit, body.meta.window_days], [6, 25, 30]);
  });

  test('200: only of an engine, whose answers are the whole', async () => {
    const store = await storeWith([
      line({ answer: 'Bolt', citations: cites('https://a.example/') }),
      line({
        answer: 'Bolt',
        engine: 'claude',
        citations: cites('https://b.example/1', 'https://b.example/2'),
      }),
      line({ answer: 'Acme', engine: 'claude' }),
    ]);
    const { body } = await get(store, '?engine=claude');
    assert.deepEqual(
      body.data.map((row: Record<string, unknown>) => [
        row.site,
        row.share,
        row.engines,
        (row.pages as []).length,
      ]),
      [['b.example', 0.5, ['claude'], 2]],
    );
    assert.equal(body.meta.total_answers, 2);
  });

  test("200: a competitor's own site is no gap, and an own site that always comes with the name is absent", async () => {
    const store = await storeWith([
      line({ answer: 'Bolt', citations: cites('https://bolt.example/', 'https://docs.cargo.example/') }),
      line({ answer: 'Acme', citations: cites('https://acme.example/') }),
    ]);
    assert.deepEqual(await sitesOf(store), []);
  });

  test('200: at most 5 pages, and 25 sites of a kind', async () => {
    const many = Array.from(
      { length: 30 },
      (_, index) => `https://site${String(index).padStart(2, '0')}.example/`,
    );
    const pages = Array.from({ length: 7 }, (_, index) => `https://reddit.com/${index}`);
    const store = await storeWith([line({ answer: 'Bolt', citations: cites(...many, ...pages) })]);
    const { data } = (await get(store)).body;
    assert.deepEqual([data.length, data[24].site], [26, 'site24.example']);
    assert.deepEqual(pluck(data[25].pages, 'url'), pages.slice(0, 5));
  });

  test('200: a retired competitor makes no gap at once; tracked again, it does again; a new one after a rescan', async () => {
    const store = await storeWith([
      line({ answer: 'Bolt', citations: cites('https://a.example/') }),
      line({ answer: 'Bolt and Cargo', citations: cites('https://b.example/') }),
      line({ answer: 'Dart', citations: cites('https://c.example/') }),
    ]);
    const { apply, rescan } = pipelineOn(store);
    const track = async (...names: string[]) =>
      await apply(acmeWith({ competitors: names.map((name) => ({ name })) }));
    const sites = async () => pluck((await get(store)).body.data, 'site');
    await track('Cargo');
    assert.deepEqual(await sites(), ['b.example']);
    assert.deepEqual(await findDifferences(store.main), []);
    await track('Bolt', 'Cargo', 'Dart');
    assert.deepEqual(await sites(), ['a.example', 'b.example']);
    assert.deepEqual(await findDifferences(store.main), []);
    await rescan();
    assert.deepEqual(await sites(), ['a.example', 'b.example', 'c.example']);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('200: a kind that the apply file gives a site comes first', async () => {
    const lines = [
      line({ answer: 'Bolt', citations: cites('https://docs.a.example/', 'https://reddit.com/') }),
    ];
    const sites = [
      { host: 'a.example', kind: 'marketplace' },
      { host: 'www.reddit.com', kind: 'listing' },
    ];
    assert.deepEqual(await sitesOf(await storeWith(lines, { ...ACME_BRAND, sites })), [
      ['listing', 'reddit.com', 1],
      ['marketplace', 'a.example', 1],
    ]);
  });

  test('200: most answers come first in a tier', async () => {
    const times = (count: number, ...urls: string[]) =>
      Array.from({ length: count }, () => line({ ...saying('Bolt'), citations: cites(...urls) }));
    const store = await storeWith([
      ...times(2, 'https://news.example/'),
      ...times(3, 'https://often.example/', 'https://acme.example/'),
    ]);
    assert.deepEqual(pluck((await get(store)).body.data, 'site', 'answers'), [
      ['acme.example', 3],
      ['often.example', 3],
      ['news.example', 2],
    ]);
  });

  const deps = (store: TestStore, at: string) => ({
    db: store.main,
    now: () => Date.parse(at),
    actor: 'usr_test',
  });
  const on = (day: string, answer: string, ...urls: string[]) =>
    line({ answer, citations: cites(...urls), collected_at: `2026-11-${day}:00:00Z` });
  const NEWS = 'https://news.example/best';
  const progress = async (store: TestStore, query = '') =>
    pluck((await get(store, query)).body.data, 'kind', 'site', 'status', 'note', 'cited_since');

  test('200: a status, a note, and the first day since then on which an answer that names the brand cites the site', async () => {
    const store = await storeWith([
      on('08T12', 'Bolt', NEWS),
      on('09T12', 'Acme and Bolt', 'https://blog.news.example/before'),
      on('11T12', 'Bolt', NEWS),
      on('12T12', 'Acme', 'https://old.reddit.com/r'),
      on('13T06', 'Acme', 'https://blog.news.example/named'),
      on('15T06', 'Acme', NEWS),
    ]);
    const set = (at: string, state: TodoState, note?: string) =>
      markTodo(deps(store, at), 'acme', {
        kind: 'site',
        subject: 'www.news.example',
        state,
        ...(note !== undefined && { note }),
      });
    const row = (...rest: unknown[]) => [['listing', 'news.example', ...rest]];
    assert.deepEqual(await progress(store), row('open', null, null));
    await set('2026-11-10T00:00:00Z', 'taken', ' wrote to\nthe editor ');
    assert.deepEqual(await progress(store), row('taken', 'wrote to the editor', '2026-11-13'));
    assert.deepEqual(
      await progress(store, '?until=2026-11-12&days=10'),
      row('taken', 'wrote to the editor', null),
    );
    assert.deepEqual(
      await progress(store, '?until=2026-11-09&days=10'),
      row('taken', 'wrote to the editor', null),
    );
    assert.deepEqual(await progress(store, '?engine=claude'), []);
    await set('2026-11-14T00:00:00Z', 'done');
    assert.deepEqual(await progress(store), row('done', 'wrote to the editor', '2026-11-13'));
    await set('2026-11-14T00:00:00Z', 'open');
    assert.deepEqual(await progress(store), row('open', 'wrote to the editor', null));
    await set('2026-11-14T00:00:00Z', 'done', '');
    assert.deepEqual(await progress(store), row('done', null, '2026-11-15'));
    await set('2026-11-14T00:00:00Z', 'open');
    assert.deepEqual(await progress(store), row('open', null, null));
  });

  test("200: work that began before the window, and a site's own part by itself", async () => {
    const store = await storeWith(
      [
        on('05T12', 'Acme', 'https://cloud.news.example/a', NEWS),
        on('18T12', 'Bolt', 'https://cloud.news.example/a', NEWS),
      ],
      { ...ACME_BRAND, domains: ['cloud.news.example'] },
    );
    const site = 'news.example';
    const mark = (day: string, subject: string, state: TodoState) =>
      markTodo(deps(store, `2026-11-${day}T00:00:00Z`), 'acme', { kind: 'site', subject, state });
    await mark('01', `own ${site}`, 'done');
    await mark('06', site, 'taken');
    assert.deepEqual(await progress(store, '?days=7'), [
      ['own_page', site, 'done', null, '2026-11-05'],
      ['listing', site, 'taken', null, null],
    ]);
  });

  test('the audit log has each status with its user; refuses an invalid one', async () => {
    const store = await storeWith([]);
    const given = { kind: 'site', subject: 'own news.example', state: 'taken', note: 'first lines' } as const;
    const set = (other: object, brand = 'acme') =>
      markTodo(deps(store, '2026-11-10T00:00:00Z'), brand, { ...given, ...other });
    await set({});
    const entry = await store.main
      .selectFrom('audit_log')
      .select(['actor', 'subject', 'detail'])
      .where('action', '=', 'brand.todo')
      .executeTakeFirst();
    assert.deepEqual(
      { ...entry },
      {
        actor: 'usr_test',
        subject: 'acme',
        detail: 'own news.example: taken, first lines',
      },
    );
    await assert.rejects(set({ subject: 'no site' }), { code: 'invalid_argument' });
    await assert.rejects(set({}, 'nobody'), { code: 'no_such_brand' });
  });

  test('200: an empty list without any gap', async () => {
    const { status, body } = await get(await storeWith([]));
    assert.deepEqual([status, body.data, body.meta.total_answers], [200, [], 0]);
  });
});
