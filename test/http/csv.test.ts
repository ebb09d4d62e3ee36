import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { csvHeader, csvRows } from '../../src/reports/show/csv.ts';
import { type Api, apiOn } from '../support/api.ts';
import examples from '../support/examples.json' with { type: 'json' };
import { historyLines } from '../support/history.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, line, setUp, setUpWithKey } from '../support/world.ts';

const LISTS = REPORTS.filter(({ columns }) => !('record' in columns));

/** Too deep for a cell, or useful only to check a figure: JSON has them. */
const NOT_IN_CSV =
  /^(?:alerts facts_|answers mentions$|sources (?:cited_in|naming)$|todo filters_|comparisons \w+_responses_to_all_prompts$)/;

/** A report's example from the reference. */
const exampleOf = ({ name }: Report) => examples[name as keyof typeof examples] as unknown as Envelope;

test('CSV has every field of every record', () => {
  for (const report of LISTS) {
    const example: unknown = examples[report.name as keyof typeof examples].data;
    const records = Array.isArray(example) ? example : Object.values(example as object).flat();
    const fields = new Set(records.flatMap((record) => fieldsOf(record, '')));
    const names = csvHeader(report, exampleOf(report)).trim().split(',');
    const lost = [...fields]
      .filter((field) => !names.some((name) => `${name}_`.startsWith(`${field}_`)))
      .map((field) => `${report.name} ${field}`);
    const told = lost.filter((field) => !NOT_IN_CSV.test(field));
    assert.deepEqual(told, []);
  }
});

test("fills a cell wherever the record's JSON has a value with that name, in every list", () => {
  const empty = LISTS.flatMap((report) => {
    const { data } = examples[report.name as keyof typeof examples] as { data: unknown };
    const lists = Array.isArray(data) ? { rows: data } : (data as Record<string, object[]>);
    const names = Object.keys(report.columns).length > 1 ? ['list'] : [];
    names.push(
      ...csvHeader(report, exampleOf(report)).replace('\uFEFF', '').trim().split(',').slice(names.length),
    );
    return Object.entries(lists).flatMap(([list, records]) =>
      records.flatMap((record) => {
        const none = Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
        const one = Array.isArray(data) ? [record] : { ...none, [list]: [record] };
        const cells = cellsOf(csvRows(report, { ...exampleOf(report), data: one } as unknown as Envelope));
        return leavesOf(record, '')
          .filter((leaf) => names.includes(leaf) && cells[names.indexOf(leaf)] === '')
          .map((leaf) => `${report.name} ${list} ${leaf}`);
      }),
    );
  });
  assert.deepEqual([...new Set(empty)], []);
});

/** The names of a record's values that are not null. */
function leavesOf(record: object, path: string): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === '' || Array.isArray(value)) return [];
    return typeof value === 'object' ? leavesOf(value, `${path}${name}_`) : [path + name];
  });
}

/** One line's cells. */
function cellsOf(line: string): string[] {
  const cells = [...line.trimEnd().matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  return cells.map(([, quoted, plain = '']) => quoted ?? plain);
}

function fieldsOf(record: object, path: string): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value, `${path}${name}_`)
      : [path + name],
  );
}

onReusedStore('CSV over HTTP', (fresh) => {
  async function acmeApi(): Promise<{ api: Api; key: string }> {
    const { store, createKey } = await setUp(fresh, acmeFile(), [
      line({ answer: 'Acme, "the" best.\nBolt too.', citations: [{ url: 'https://a.example/,' }] }),
      line({ answer: '=1+1' }),
      line({ answer: 'Bolt' }),
    ]);
    return { api: apiOn(store), key: (await createKey()).key };
  }

  test('every report with a list has a row per JSON record, under the same header', async () => {
    const { api, key } = await acmeApi();
    for (const { name } of LISTS) {
      const csv = await api.get(`/${name}`, key, { accept: 'text/csv' });
      assert.equal(csv.status, 200, name);
      assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
      assert.match(
        String(csv.headers['content-disposition']),
        new RegExp(`^attachment; filename="acme-${name}-.*csv"$`),
      );
      const { data } = (await api.get(`/${name}`, key)).body;
      const records = Array.isArray(data) ? data : Object.values(data as object).flat();
      const [header = [], ...rows] = recordsOf(csv.text);
      assert.equal(rows.length, records.length, name);
      for (const row of rows) assert.equal(row.length, header.length, name);
    }
  });

  test('a report with a comparison has every field of its JSON', async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile(),
      historyLines({
        from: 34,
        to: 0,
        say: (_, prompt) => ({
          acme: prompt < 4,
          bolt: true,
          acmeRank: 1,
          boltRank: 2,
          framing: 'negative',
          cited: true,
        }),
      }),
    );
    const compared = LISTS.filter(({ query }) => 'compare' in query && !('default' in query.compare));
    assert.ok(compared.length > 4);
    const lost: string[] = [];
    const api = apiOn(store);
    for (const { name, query } of compared) {
      const path = `/${name}?days=10&compare=previous${'engines' in query ? '&engines=1' : ''}`;
      const { data } = (await api.get(path, key)).body;
      const [names = []] = recordsOf((await api.get(path, key, { accept: 'text/csv' })).text);
      const records: object[] = Array.isArray(data) ? data : Object.values(data as object).flat();
      const leaves = new Set(records.flatMap((record) => leavesOf(record, '')));
      lost.push(...[...leaves].filter((leaf) => !names.includes(leaf)).map((leaf) => `${name} ${leaf}`));
    }
    assert.deepEqual(lost, []);
  });

  test('pages follow the header Link to the last, in JSON and in CSV', async () => {
    const { api, key } = await acmeApi();
    for (const accept of ['application/json', 'text/csv']) {
      const seen: string[] = [];
      let path: string | null = '/answers?limit=2&engine=chatgpt';
      while (path !== null) {
        const { headers, text, body } = await api.get(path, key, { accept });
        if (accept === 'text/csv')
          seen.push(
            ...recordsOf(text)
              .slice(1)
              .map((row) => row.at(-1) ?? ''),
          );
        else seen.push(...body.data.map(({ id }: { id: string }) => id));
        const [, query = null] = /^<(\?.*)>; rel="next"$/.exec(String(headers.link ?? '')) ?? [];
        path = query === null ? null : `/answers${query}`;
      }
      assert.equal(seen.length, 3, accept);
      assert.equal(new Set(seen).size, 3, accept);
    }
  });

  const ACCEPTED = [
    ['text/csv', 'text/csv'],
    ['text/csv, application/json;q=0.5', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
    ['text/csv; charset=utf-8', 'text/csv'],
    ['text/csv;charset=utf-8; header=present; q=0.9, application/json;q=0.5', 'text/csv'],
    ['text/csv;header=present;q=0.4, application/json;charset=utf-8;Q=0.5', 'application/json'],
    ['text/*', 'text/csv'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['text/csv;q=0', 'application/json'],
    ['not a type', 'application/json'],
  ] as const;

  test('an Accept header chooses JSON or CSV by its types, their parameters, and their weights', async () => {
    const { api, key } = await acmeApi();
    for (const [accept, type] of ACCEPTED) {
      const { status, headers } = await api.get('/sources', key, { accept });
      assert.equal(status, 200, accept);
      assert.match(String(headers['content-type']), new RegExp(`^${type};`), accept);
      assert.match(String(headers.vary), /accept\b/i, accept);
    }
  });

  test('a report that is no list is JSON to whoever takes it, and refused to others; a refusal is JSON', async () => {
    const { api, key } = await acmeApi();
    assert.equal((await api.get('/me', key, { accept: 'text/csv, */*;q=0.1' })).status, 200);
    const only = await api.get('/me', key, { accept: 'text/csv' });
    assert.deepEqual([only.status, only.body.error.code], [406, 'not_acceptable']);
    const { status, body } = await api.get('/sources', 'none', { accept: 'text/csv' });
    assert.deepEqual([status, body.error.code], [401, 'unauthorized']);
  });

  test('CSV has its own tag, and is not sent again to a client that has it', async () => {
    const { api, key } = await acmeApi();
    const json = await api.get('/sources', key);
    const csv = await api.get('/sources', key, { accept: 'text/csv' });
    assert.notEqual(csv.headers.etag, json.headers.etag);
    const again = { accept: 'text/csv', 'if-none-match': String(csv.headers.etag) };
    assert.equal((await api.get('/sources', key, again)).status, 304);
  });
});

/** The records in RFC 4180 text. */
function recordsOf(text: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const records: string[][] = [[]];
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, value = '', end] = found;
    records.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '\r\n') records.push([]);
  }
  assert.deepEqual(records.pop(), [], 'the text ends with a line end');
  return records;
}
