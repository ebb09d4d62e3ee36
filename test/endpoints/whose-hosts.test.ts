import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { REPORTS, reportNamed } from '../../src/reports/index.ts';
import type { AnyRow } from '../../src/reports/shape/columns.ts';
import { pluck } from '../support/pluck.ts';
import { assertRefused, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { CITING, WHOSE_HOSTS } from '../support/whose-hosts.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(...REPORTS);

onReusedStore('ownership of cited hosts, in every report', (fresh) => {
  async function asking() {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(acmeFile([WHOSE_HOSTS]));
    await importLines(CITING);
    const { key } = await createKey();
    const reports = reportsOn(store);
    const get = async (path: string) => {
      const { status, body } = await reports.get(path, key);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    const answers = async (filters: object): Promise<string[]> =>
      (await get(`/answers?${new URLSearchParams({ ...filters })}`)).map(({ id }: { id: string }) => id);
    return { store, reports, key, get, answers };
  }

  test('200: /sources, /pages, and /recommendations give a brand its declared parts, and nothing else of the site', async () => {
    const { get } = await asking();
    const found = Object.fromEntries(
      (await get('/sources')).map(({ domain, kind, owners }: Record<string, unknown>) => [
        domain,
        [kind, owners],
      ]),
    );
    const whose: Record<string, [kind: string, owners: string[]]> = {
      'amazon.com': ['marketplace', []],
      'aws.amazon.com': ['competitor', ['Bolt']],
      'docs.aws.amazon.com': ['competitor', ['Bolt']],
      'smile.amazon.com': ['marketplace', []],
      'oracle.com': ['community', []],
      'blogs.oracle.com': ['community', []],
      'cloud.oracle.com': ['own_page', ['Acme']],
      'docs.cloud.oracle.com': ['own_page', ['Acme']],
      'eu.cloud.oracle.com': ['own_page', ['Acme', 'Cargo']],
    };
    assert.deepEqual(found, whose);
    for (const { domain, owners } of await get('/pages'))
      assert.deepEqual(owners, whose[domain]?.[1], domain);
    const rows = await get('/recommendations');
    assert.deepEqual(pluck(rows, 'kind', 'site', 'answers', 'answers_naming_you'), [
      ['own_page', 'oracle.com', 3, 1],
      ['community', 'oracle.com', 2, 0],
      ['marketplace', 'amazon.com', 1, 0],
    ]);
    assert.deepEqual(
      rows.map(({ pages }: { pages: { url: string }[] }) => pages.map(({ url }) => new URL(url).host)),
      [
        ['cloud.oracle.com', 'docs.cloud.oracle.com', 'eu.cloud.oracle.com'],
        ['blogs.oracle.com', 'www.oracle.com'],
        ['amazon.com'],
      ],
    );
    const owned = (host: string, brand: string, role = 'competitor') => ({ host, brand, role });
    assert.deepEqual(rows[0].owned_hosts, [
      owned('cloud.oracle.com', 'Acme', 'self'),
      owned('eu.cloud.oracle.com', 'Cargo'),
    ]);
    assert.deepEqual(rows[2].owned_hosts, [owned('aws.amazon.com', 'Bolt')]);
  });

  test('200: every report counts the same answers as citing a brand as /sources for its domains', async () => {
    const { store, get, answers } = await asking();
    const sources: { domain: string; owners: string[] }[] = await get('/sources');
    const expected: Record<string, number> = { Acme: 3, Bolt: 2, Cargo: 1 };
    const visibility = await get('/visibility?days=30');
    const [presence, trend] = [await get('/presence'), await get('/trend?by=week')];
    for (const [name, count] of Object.entries(expected)) {
      const domains = sources.filter(({ owners }) => owners.includes(name)).map(({ domain }) => domain);
      const listed = await Promise.all(domains.map((domain) => answers({ cites: domain })));
      const cited = await answers({ cites_brand: name });
      assert.deepEqual(new Set(listed.flat()), new Set(cited), name);
      assert.equal(cited.length, count, name);
      const of = (rows: { brand?: string; name?: string; citations: number }[]) =>
        rows.filter((row) => (row.brand ?? row.name) === name).reduce((sum, row) => sum + row.citations, 0);
      assert.deepEqual([of(visibility.brands), of(presence), of(trend)], [count, count, count], name);
    }
    const ofChatgpt = ({ engine }: { engine: string }) => engine === 'chatgpt';
    assert.equal(visibility.engines.find(ofChatgpt).citations, expected.Acme);
    const { figures } = await get('/definitions?engine=chatgpt&definition=bluerails_citation_rate');
    assert.equal(figures[0].numerator, expected.Acme);
    const claim = {
      engine: 'chatgpt',
      measure: 'cited',
      direction: 'at_least',
      size: '1',
      from: '2026-10-22',
    };
    const [judged] = await get(`/claim?${new URLSearchParams(claim)}`);
    assert.equal(judged.first.present, expected.Acme);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('200: the answers behind each row of /recommendations are as many as it counts', async () => {
    const { get, answers } = await asking();
    const { columns } = reportNamed('recommendations').columns.rows ?? assert.fail();
    const filters: unknown[] = [];
    for (const row of (await get('/recommendations')) as AnyRow[]) {
      for (const id of ['answers', 'answers_naming_you']) {
        const behind = columns.find((column) => column.id === id)?.answerFilter?.(row) ?? null;
        filters.push(behind);
        if (behind !== null) assert.equal((await answers(behind)).length, row[id], JSON.stringify(behind));
      }
    }
    const gaps = { names: 'competitor', names_not: 'self' };
    assert.deepEqual(filters, [
      { cites: '*.oracle.com', cites_part: 'self' },
      { cites: '*.oracle.com', cites_part: 'self', names: 'self' },
      { cites: '*.oracle.com', cites_part: 'others', ...gaps },
      null,
      { cites: '*.amazon.com', cites_part: 'others', ...gaps },
      null,
    ]);
    assert.equal((await answers({ cites: '*.amazon.com', cites_part: 'bolt' })).length, 2);
    assert.equal((await answers({ cites: '*.amazon.com' })).length, 3);
  });

  test('400: a part of no site, of a brand without a domain there, or of an unknown brand', async () => {
    const { reports, key } = await asking();
    for (const [query, says] of [
      ['cites_part=self', /needs a site/],
      ['cites=aws.amazon.com&cites_part=self', /needs a site/],
      ['cites=*.amazon.com&cites_part=self', /that brand has no domain on \*\.amazon\.com/],
      ['cites=*.amazon.com&cites_part=Bol', /`self`, `others` or the name .* did you mean `Bolt`\?/],
    ] as const) {
      const response = await reports.get(`/answers?${query}`, key);
      assertRefused(response, 'invalid_parameter');
      assert.match(response.body.error.message, says);
    }
  });
});
