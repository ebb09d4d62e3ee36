import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markTodo } from '../../src/pipeline/declare/todo.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, acmeWith, DAY_MS, iso, line, NOW, setUp, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(sources);

type Row = RowOf<typeof sources>;

const cites = (...urls: string[]) => urls.map((url) => ({ url }));

onReusedStore('GET /sources', (fresh) => {
  test('200: counts answers, not links; www and bare are one row, other subdomains are separate', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile(), [
      line({
        answer: 'Acme',
        citations: cites('https://www.a.example/1', 'http://A.example:8080/2', 'https://b.example/'),
      }),
      line({ answer: 'Bolt', citations: cites('https://a.example./3', 'https://blog.a.example/') }),
      line({ answer: 'nobody', citations: cites('https://xn--bcher-kva.example/x') }),
      line({ outcome: 'error', citations: cites('https://a.example/') }),
    ]);
    const { status, body } = await reportsOn(store).get('/sources', key);
    assert.equal(status, 200);
    // All answers name Bolt, except one that names Acme and one that names nobody.
    const bolt = [{ name: 'Bolt', answers: 1, answers_without_you: 1 }];
    const row = (domain: string, all: number, named: number, site = domain) => ({
      domain,
      answers_citing_it: all,
      answers_where_you_were_named: named,
      answers_citing_you_without_naming_you: all - named,
      answers_without_you: domain === 'a.example' || domain === 'blog.a.example' ? 1 : 0,
      site,
      kind: 'listing',
      owners: [],
      competitors: domain === 'a.example' || domain === 'blog.a.example' ? bolt : [],
      cited_in: null,
      naming: null,
      pages_name: null,
      status: 'open',
      status_since: null,
      note: null,
    });
    assert.deepEqual(body.data, [
      row('a.example', 2, 1),
      row('b.example', 1, 1),
      row('blog.a.example', 1, 0, 'a.example'),
      row('bücher.example', 1, 0),
    ]);
    assert.deepEqual([body.meta.window_days, body.meta.limit], [30, 100]);
  });

  test('200: by site, by status, by week; and no comparison with an empty window', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const on = (days: number, url: string) =>
      line({ collected_at: iso(NOW - days * DAY_MS), citations: cites(url) });
    await importLines([
      on(0, 'https://docs.a.example/'),
      on(8, 'https://docs.a.example/'),
      on(8, 'https://b.example/'),
    ]);
    const deps = { db: store.main, now: () => NOW, actor: 'test' };
    await markTodo(deps, 'acme', {
      kind: 'site',
      subject: 'a.example',
      state: 'taken',
      note: 'by mail',
    });
    const { key } = await createKey();
    const get = async (query: string) => (await reportsOn(store).get(`/sources?${query}`, key)).body;
    const domains = ({ data }: { data: { domain: string }[] }) => data.map(({ domain }) => domain);
    assert.deepEqual(domains(await get('site=a.example')), ['docs.a.example']);
    assert.deepEqual(domains(await get('status=open')), ['b.example']);
    const { data, meta } = await get('status=taken&weeks=2&days=7');
    assert.deepEqual(pluck(data, 'domain', 'status', 'note', 'weeks'), [
      ['docs.a.example', 'taken', 'by mail', [1, 1]],
    ]);
    assert.deepEqual(pluck(meta.weeks, 'start', 'answers'), [
      ['2026-11-09T00:00:00.000Z', 2],
      ['2026-11-16T00:00:00.000Z', 1],
    ]);
    const before = await get('days=7&compare=previous&site=a.example');
    assert.equal(before.data[0].compared.answers_citing_it, 1);
    const longer = await get('days=7&compare=previous&compare_days=28&site=a.example');
    assert.equal(longer.meta.compared.window_days, 28);
    const none = await get('days=30&compare=previous');
    assert.deepEqual(
      [none.data[0].compared, /earlier window has no answers/.test(none.meta.note)],
      [undefined, true],
    );
    assert.equal((await get('days=7&compare_days=28')).error.code, 'invalid_parameter');
  });

  test("200: one engine's share, and whether it names you more often where it cites a site", async () => {
    const answered = (index: number, answer: string, url: string) =>
      line({ answer, collected_at: iso(NOW - index * 60_000), citations: cites(url) });
    const { store, key } = await setUpWithKey(fresh, acmeFile(), [
      ...Array.from({ length: 40 }, (_, index) => answered(index, 'Acme', 'https://kind.example/')),
      ...Array.from({ length: 40 }, (_, index) => answered(40 + index, 'Bolt', 'https://other.example/')),
      line({ engine: 'claude', answer: 'Bolt', citations: cites('https://rare.example/') }),
    ]);
    const { body } = await reportsOn(store).get('/sources?share_on=chatgpt', key);
    assert.equal(body.meta.share_on, 'chatgpt');
    const rows = body.data.map(({ domain, answers_without_you: without, cited_in: share, naming }: Row) => [
      ...[domain, without, share?.present, share?.responses],
      ...[naming?.verdict, naming?.cited.count, naming?.cited.of, naming?.elsewhere.count, naming?.points],
    ]);
    assert.deepEqual(rows, [
      ['kind.example', 0, 40, 80, 'more', 40, 40, 0, 100],
      ['other.example', 40, 40, 80, 'less', 0, 40, 40, -100],
      ['rare.example', 1, 0, 80, null, 0, 0, 0, null],
    ]);
  });

  test('200: at most 100 rows, the most cited first and then by domain', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const urls = Array.from(
      { length: 120 },
      (_, index) => `https://site${String(index).padStart(3, '0')}.example/`,
    );
    await importLines([
      line({ citations: cites(...urls) }),
      line({ citations: cites('https://site119.example/') }),
    ]);
    const { key } = await createKey();
    const { body } = await reportsOn(store).get('/sources', key);
    const domains = body.data.map((each: { domain: string }) => each.domain);
    assert.equal(domains.length, 100);
    assert.deepEqual(domains.slice(0, 3), ['site119.example', 'site000.example', 'site001.example']);
    const { body: listings } = await reportsOn(store).get('/sources?kind=listing', key);
    assert.deepEqual(listings.data, body.data);
  });

  test("200: a domain's kind is its owner's, the chosen one, or its host's", async () => {
    const { store, createKey, importLines } = await setUp(
      fresh,
      acmeWith({ sites: [{ host: 'shop.example', kind: 'marketplace' }] }),
    );
    const hosts = ['docs.acme.example', 'www.bolt.example', 'eu.shop.example', 'old.reddit.com', 'x.example'];
    await importLines([line({ citations: cites(...hosts.map((host) => `https://${host}/`)) })]);
    const { key } = await createKey();
    const { body } = await reportsOn(store).get('/sources', key);
    assert.deepEqual(pluck(body.data, 'domain', 'site', 'kind'), [
      ['bolt.example', 'bolt.example', 'competitor'],
      ['docs.acme.example', 'acme.example', 'own_page'],
      ['eu.shop.example', 'shop.example', 'marketplace'],
      ['old.reddit.com', 'reddit.com', 'community'],
      ['x.example', 'x.example', 'listing'],
    ]);
    const ofKind = await reportsOn(store).get('/sources?kind=community', key);
    assert.deepEqual(ofKind.body.data, [body.data[3]]);
  });

  test('200: no citation in the window is an empty list', async () => {
    const { store, key } = await setUpWithKey(fresh);
    const { status, body } = await reportsOn(store).get('/sources', key);
    assert.deepEqual([status, body.data], [200, []]);
  });
});
