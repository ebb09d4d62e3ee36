import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import examples from '../../src/http/examples.json' with { type: 'json' };
import { referencePage } from '../../src/http/reference-page.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { type Api, apiOn } from '../support/api.ts';
import { makeStore } from '../support/stores.ts';

describe('the reference page', () => {
  const page = referencePage();
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  let api: Api;
  let remove: () => Promise<void>;

  before(async () => {
    const made = await makeStore('sqlite');
    remove = made.remove;
    api = apiOn(made.store, { hasPages: true });
  });
  after(() => remove());

  test('needs no key', async () => {
    assert.equal((await api.app.inject({ url: '/docs' })).payload, page);
  });

  test('has a table of contents, of which every line leads to a heading', () => {
    const [contents = ''] = /<nav.*<\/nav>/.exec(page) ?? [];
    const targets = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    assert.deepEqual(targets, ids);
    assert.equal(new Set(ids).size, ids.length);
    for (const { name } of REPORTS) assert.ok(ids.includes(`get-apiv1${name}`), name);
  });

  test('has an example of every report, and of nothing else', () => {
    assert.deepEqual(
      Object.keys(examples),
      REPORTS.map(({ name }) => name),
    );
    assert.equal(page.split('<pre>').length - 1, REPORTS.length);
    for (const example of Object.values(examples)) assert.deepEqual(Object.keys(example), ['data', 'meta']);
  });

  test('breaks long field names only after their dots', () => {
    assert.ok(page.includes('<code>data.<wbr>engines[].<wbr>avg_rank_when_named</code>'));
    assert.ok(!/anywhere|break-all|break-word|[^.]<wbr>/.test(page));
  });

  test('asks for no other file, and its policy allows none', async () => {
    const asked = [...page.matchAll(/(?:href|src|url)\s*[=(]\s*["']?([^"'\s>)]+)/g)].map(
      ([, target]) => target,
    );
    for (const target of asked) assert.match(target ?? '', /^(#[\w-]+|data:,)$/);
    assert.ok(!/docs\/\w+\.md|<script/.test(page), 'and names none that is not served');
    const { headers } = await api.app.inject({ url: '/docs' });
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/,
    );
  });
});
