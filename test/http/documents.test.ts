import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { type Api, apiOn } from '../support/api.ts';
import examples from '../support/examples.json' with { type: 'json' };
import { makeStore } from '../support/stores.ts';
import { ROOT } from '../support/write-docs.ts';

const DOCS = join(ROOT, 'docs');
const FILES = globSync('**/*.md', { cwd: DOCS }).toSorted();
const pathOf = (file: string) => (file === 'index.md' ? '/docs' : `/docs/${file.replace(/\.md$/, '')}`);

describe('the documents at /docs', () => {
  const pages = new Map<string, string>();
  let api: Api;
  let remove: () => Promise<void>;

  before(async () => {
    const made = await makeStore('sqlite');
    remove = made.remove;
    api = apiOn(made.store, { hasPages: true });
    for (const file of FILES) {
      const { statusCode, payload } = await api.app.inject({ url: pathOf(file) });
      assert.equal(statusCode, 200, file);
      pages.set(pathOf(file), payload);
    }
  });
  after(() => remove());

  test('are every file of docs/, without a key', () => {
    assert.ok(FILES.length > 20);
    assert.match(pages.get('/docs') ?? '', /<h1>/);
  });

  test('have links that lead somewhere, also to their anchors', async () => {
    const targets = [...pages].flatMap(([path, page]) =>
      [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = '']) => ({ path, target })),
    );
    assert.ok(targets.length > 500);
    const dead: string[] = [];
    for (const { path, target } of targets) {
      if (/^(?:https?:|data:)/.test(target)) continue;
      const [to = '', anchor] = target.split('#');
      const page = pages.get(to === '' ? path : to) ?? (await api.app.inject({ url: to })).statusCode;
      const isThere = typeof page === 'number' ? page === 200 : !anchor || page.includes(` id="${anchor}"`);
      if (!isThere) dead.push(`${path}: ${target}`);
    }
    assert.deepEqual(dead, []);
  });

  test('have one heading of each name to link to', () => {
    for (const [path, page] of pages) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length, path);
    }
  });

  test('are all in the navigation, but for the pages of reports, which the reference lists', () => {
    const [navigation = ''] = /<nav[\s\S]*<\/nav>/.exec(pages.get('/docs') ?? '') ?? [];
    for (const path of pages.keys()) {
      const home = path.startsWith('/docs/api/') ? (pages.get('/docs/api') ?? '') : navigation;
      if (path.startsWith('/docs/decisions/')) continue;
      assert.ok(home.includes(`href="${path}"`), path);
    }
  });

  test('say on which page a reader is', () =>
    assert.match(pages.get('/docs/concepts') ?? '', /href="\/docs\/concepts" aria-current="page"/));

  test('have an example of each report, and no others', () => {
    assert.deepEqual(
      Object.keys(examples),
      REPORTS.map(({ name }) => name),
    );
    for (const { name } of REPORTS)
      assert.match(pages.get(`/docs/api/${name}`) ?? '', /id="example"[\s\S]*<pre/);
    for (const example of Object.values(examples)) assert.deepEqual(Object.keys(example), ['data', 'meta']);
  });

  test('break long field names only after their dots', () => {
    assert.ok(
      pages
        .get('/docs/api/visibility')
        ?.includes('<code>data.<wbr>engines[].<wbr>avg_rank_when_named</code>'),
    );
    for (const page of pages.values()) assert.ok(!/break-all|[^.]<wbr>/.test(page));
  });

  test('show no Markdown syntax outside of code', () => {
    for (const [path, page] of pages) {
      const text = page.replaceAll(/<(code|pre)[\s\S]*?<\/\1>/g, '');
      assert.doesNotMatch(text, /\]\(|\*\*|<!--|^#+ /m, path);
    }
  });

  test("load only this server's pictures, and their policy allows nothing else", async () => {
    for (const page of pages.values()) assert.doesNotMatch(page, /<script|src="https?:/);
    const { headers } = await api.app.inject({ url: '/docs' });
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:;/,
    );
    const { headers: picture, rawPayload } = await api.app.inject({ url: '/docs/images/overview.webp' });
    assert.equal(picture['content-type'], 'image/webp');
    assert.deepEqual(rawPayload, readFileSync(join(DOCS, 'images', 'overview.webp')));
  });

  for (const url of [
    '/docs/nothing',
    '/docs/images/nothing.webp',
    '/docs/..%2fREADME',
    '/docs/images/..%2f..%2fpackage.json',
    '/docs/%00',
    '/docs/api/nothing',
    '/docs/__proto__',
  ]) {
    test(`answers 404 to ${url}`, async () =>
      assert.equal((await api.app.inject({ url, headers: { accept: 'application/json' } })).statusCode, 404));
  }
});
