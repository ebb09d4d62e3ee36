import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { belongsTo } from '../../src/domain/web/host.ts';
import { fetchSitemaps } from '../../src/pipeline/site/fetch-sitemaps.ts';
import type { Sitemap } from '../../src/pipeline/site/read-sitemap.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { deletePagesBefore, hasPagesBefore } from '../../src/storage/site/page-facts.ts';
import { listSitemaps } from '../../src/storage/site/sitemaps.ts';
import { NO_SITES } from '../support/cli.ts';
import { LOOPBACK_REACH, type SitePage, startSite } from '../support/site.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

const NEVER = new AbortController().signal;
const OWN = ['acme.example'];

const urls = (...paths: readonly string[]) => paths.map((path) => `https://acme.example${path}`);
const locs = (all: readonly string[]) => all.map((each) => `<loc>${each}</loc>`).join('');
const set = (...all: readonly string[]) => `<urlset>${locs(all)}</urlset>`;
const index = (...all: readonly string[]) => `<sitemapindex>${locs(all)}</sitemapindex>`;
const robots = (...files: readonly string[]) => files.map((file) => `Sitemap: ${file}\n`).join('');

/** The sitemap of a site, and the paths that were asked for it. */
async function read(
  context: TestContext,
  pagesAt: (origin: string) => Readonly<Record<string, SitePage>>,
  reach = LOOPBACK_REACH,
) {
  const pages: Record<string, SitePage> = {};
  const site = await startSite(pages);
  context.after(site.stop);
  const origin = `http://acme.example:${site.port}`;
  Object.assign(pages, pagesAt(origin));
  const sitemap = await siteReaderWith({ reach }).readSitemap(
    `${origin}/`,
    (host) => belongsTo(host, OWN),
    NEVER,
  );
  return { sitemap, asked: site.asked };
}

const keys = (...paths: readonly string[]) => paths.map((path) => `acme.example${path}`);
const whole = (pages: readonly string[], more: Partial<Sitemap> = {}): Sitemap => ({
  ...{ pages, elsewhere: 0, isWhole: true },
  ...more,
});

for (const [what, pagesAt, expected] of [
  [
    'that robots.txt names, as text',
    () => ({ '/robots.txt': robots('/map'), '/map': `${urls('/a', '/b').join('\n')}\n` }),
    whole(keys('/a', '/b')),
  ],
  [
    'at /sitemap.xml, each page once',
    () => ({ '/sitemap.xml': set(...urls('/a', '/a/?utm_source=x', '/A')) }),
    whole(keys('/a', '/A')),
  ],
  [
    'with pages of other sites',
    () => ({
      '/sitemap.xml': set(
        ...urls('/a'),
        'https://bolt.example/',
        'javascript:x',
        `https://acme.example/${'x'.repeat(2000)}`,
      ),
    }),
    whole(keys('/a'), { elsewhere: 3 }),
  ],
  [
    'of files in an index, gzipped or not, without further indexes',
    (at: string) => ({
      '/sitemap.xml': index(`${at}/1.xml.gz`, `${at}/2.xml`, `${at}/gone.xml`, 'http://bolt.example/3.xml'),
      '/1.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: gzipSync(set(...urls('/a'))) },
      '/2.xml': index(`${at}/4.xml`),
      '/4.xml': set(...urls('/c')),
    }),
    whole(keys('/a')),
  ],
  [
    'of which a file fails',
    (at: string) => ({
      '/sitemap.xml': index(`${at}/1`, `${at}/2`),
      '/1': set(...urls('/a')),
      '/2': { status: 503 },
    }),
    whole(keys('/a'), { isWhole: false }),
  ],
  ['that no site has', () => ({}), whole([])],
  [
    'that is an HTML page',
    () => ({ '/sitemap.xml': '<!doctype html><loc>https://acme.example/a</loc>' }),
    null,
  ],
  [
    'whose archive is damaged',
    () => ({ '/sitemap.xml': { body: gzipSync('x'.repeat(90)).subarray(0, 20) } }),
    null,
  ],
  [
    'that grows without end',
    () => ({
      '/sitemap.xml': {
        body: gzipSync(`${set(...urls('/a')).replace('</urlset>', '')}${' '.repeat(11_000_000)}`),
      },
    }),
    whole(keys('/a'), { isWhole: false }),
  ],
  [
    'that leads to another site',
    () => ({ '/sitemap.xml': { status: 302, headers: { location: 'http://bolt.example/' } } }),
    null,
  ],
  ['that is refused', () => ({ '/sitemap.xml': { status: 403 } }), null],
  [
    'of text that is too long',
    () => ({ '/sitemap.xml': `https://acme.example/a\n${'https://acme.example/b\n'.repeat(480_000)}` }),
    whole(keys('/a', '/b'), { isWhole: false }),
  ],
  ['that robots.txt forbids', () => ({ '/robots.txt': 'User-agent: *\nDisallow: /s\n' }), null],
  ['of a site that fails', () => ({ '/robots.txt': { status: 500 } }), null],
] as const) {
  test(`a sitemap ${what}`, async (context) => {
    assert.deepEqual((await read(context, pagesAt)).sitemap, expected);
  });
}

test('a sitemap that leads to a private address is not read', async (context) => {
  const inside = { '/sitemap.xml': { status: 302, headers: { location: 'http://in.acme.example/' } } };
  const reach = {
    resolve: async (host: string) => [host === 'acme.example' ? '127.0.0.1' : '10.0.0.1'],
    allows: (address: string) => address === '127.0.0.1',
  };
  assert.equal((await read(context, () => inside, reach)).sitemap, null);
});

test('an index has at most fifty files read', async (context) => {
  const files = Array.from({ length: 60 }, (_, place) => `/${place}.xml`);
  const { sitemap, asked } = await read(context, (at) => ({
    '/sitemap.xml': index(...files.map((file) => at + file)),
  }));
  assert.deepEqual([asked.length, sitemap?.isWhole], [50, false]);
});

onReusedStore('sitemaps', (fresh) => {
  async function world() {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, domain: 'acme.example' }]));
    /** @param read null for a sitemap that cannot be read; undefined if it must not be asked for */
    const fetch = async (read: Sitemap | null | undefined, { now = NOW, onlyDue = false } = {}) => {
      const sites = { ...NO_SITES, ...(read !== undefined && { readSitemap: async () => read }) };
      const deps = { db: store.main, now: () => now, sites };
      await fetchSitemaps(deps, { brandId: 1, onlyDue, stop: NEVER });
      const [sitemap] = await listSitemaps(store.main, 1);
      return sitemap?.pages.join(' ');
    };
    return { store, fetch };
  }

  test('lose pages that left them, but none because a file could not be read', async () => {
    const { fetch } = await world();
    assert.equal(await fetch(null), undefined);
    assert.equal(await fetch(whole(['a', 'b'])), 'a b');
    assert.equal(await fetch(null), 'a b');
    assert.equal(await fetch(whole(['c'], { isWhole: false })), 'c a b');
    assert.equal(await fetch(whole(['b'])), 'b');
  });

  test('are read again after a week, and go after 90 days', async () => {
    const { store, fetch } = await world();
    await fetch(whole(['a']));
    await fetch(undefined, { now: NOW + 6 * DAY_MS, onlyDue: true });
    assert.equal(await fetch(whole(['b']), { now: NOW + 7 * DAY_MS, onlyDue: true }), 'b');
    const before = NOW + 8 * DAY_MS;
    assert.ok(await hasPagesBefore(store.main, 1, before));
    assert.equal(await deletePagesBefore(store.main, 1, before), 1);
    assert.ok(!(await hasPagesBefore(store.main, 1, before)));
  });
});
