import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_IN_SITEMAP, sitemapIn } from './sitemap.ts';

const set = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
const A = '<url><loc>https://a.example/</loc></url>';
const URLS = ['https://a.example/'];

for (const [what, text, addresses, isIndex = false] of [
  [
    'pages',
    set(A, '<url><lastmod>2026</lastmod><loc>\n https://a.example/b </loc></url>'),
    [...URLS, 'https://a.example/b'],
  ],
  [
    'an index',
    '<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc></sitemap></sitemapindex>',
    ['https://a.example/1.xml.gz'],
    true,
  ],
  [
    'prefixes',
    '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://a.example/</sm:loc></sm:url></sm:urlset>',
    URLS,
  ],
  [
    'pictures of pages',
    set(
      '<url><loc>https://a.example/</loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>',
    ),
    URLS,
  ],
  [
    'references and CDATA',
    set(
      '<url><loc>https://a.example/?a=1&amp;b=&#50;</loc></url>',
      '<url><loc><![CDATA[ https://a.example/?a&b ]]></loc></url>',
    ),
    ['https://a.example/?a=1&b=2', 'https://a.example/?a&b'],
  ],
  ['comments', set(`<!-- ${A} -->`, A, '<!-- '), URLS],
  ['a cut end', set(A, '<url><loc>https://a.example/cu').replace('</urlset>', ''), URLS],
  [
    'lines of text',
    '\uFEFFhttps://a.example/\r\n\r\nhttps://a.example/b\n',
    [...URLS, 'https://a.example/b'],
  ],
  ['nothing', set(), []],
] as const) {
  test(`a sitemap with ${what}`, () => {
    assert.deepEqual(sitemapIn(text), { isIndex, addresses });
  });
}

for (const [what, text] of [
  ['HTML', '<!doctype html><html><body><loc>https://a.example/</loc></body></html>'],
  ['a feed', '<rss><channel><link>https://a.example/</link></channel></rss>'],
  ['words', 'Not found'],
  [
    'entities that multiply',
    `<!DOCTYPE l [<!ENTITY l "lol"><!ENTITY m "&l;&l;">]>${set('<url><loc>https://a.example/&m;</loc></url>')}`,
  ],
] as const) {
  test(`no sitemap: ${what}`, () => {
    assert.equal(sitemapIn(text), null);
  });
}

test('reads no more addresses than a file may have, and no more of one than a page may have', () => {
  const many = sitemapIn(set(A.repeat(MOST_IN_SITEMAP + 1)));
  assert.equal(many?.addresses.length, MOST_IN_SITEMAP);
  const [long = ''] =
    sitemapIn(set(`<url><loc>https://a.example/${'x'.repeat(1_000_000)}</loc></url>`))?.addresses ?? [];
  assert.ok(long.length <= 4096);
});
