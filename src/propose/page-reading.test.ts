import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/support/pluck.ts';
import { readPage } from './page-reading.ts';

const URL_ = 'https://tandemly.example/a/b';

test('a reading has the page’s visible text and its metadata', () => {
  const page = readPage(
    `<!doctype html><html lang="de-AT"><head><title> Pläne &amp; Preise
     | Tandemly </title><meta name="robots" content="NoIndex, follow"><meta property="og:site_name" content="Tandemly">
     <link rel="canonical" href="../c#x"><link rel="alternate" hreflang="fr" href="/fr">
     <meta property="article:published_time" content="2026-01-02"></head>
     <body><script>document.write('<h1>no</h1>')</script><svg><title>icon</title></svg><noscript>no</noscript>
     <h2>Was <em>kostet</em> es?</h2><p>Wenig.</p><a href="/x#y">Mehr</a><a href="javascript:alert(1)">no</a></body>`,
    URL_,
  );
  assert.deepEqual(
    { ...page, things: null },
    {
      url: URL_,
      title: 'Pläne & Preise | Tandemly',
      siteName: 'Tandemly',
      description: null,
      language: 'de-AT',
      alternates: [{ code: 'fr', url: 'https://tandemly.example/fr' }],
      canonical: 'https://tandemly.example/c',
      robots: [
        { token: null, rule: 'noindex' },
        { token: null, rule: 'follow' },
      ],
      published: '2026-01-02',
      changed: null,
      headings: [{ level: 2, text: 'Was kostet es?' }],
      links: [{ url: 'https://tandemly.example/x', text: 'Mehr' }],
      things: null,
      text: 'Was kostet es?\nWenig.\nMehrno',
    },
  );
});

test('an address in a page loses its login', () => {
  const { links, canonical } = readPage(
    '<link rel="canonical" href="https://user:word@tandemly.example/c"><a href="https://user@tandemly.example/x">X</a>',
    URL_,
  );
  const found = [canonical, links.map(({ url }) => url)];
  assert.deepEqual(found, ['https://tandemly.example/c', ['https://tandemly.example/x']]);
});

test('structured data counts at any depth, and invalid JSON is nothing', () => {
  const page = readPage(
    `<script type="application/ld+json">{"@graph":[{"@type":["https://schema.org/Organization"],"name":{"@value":"Tandemly"},
     "brand":{"@type":"Brand","name":" Weave\\n board "}}]}</script><script type="application/ld+json">{oops</script>`,
    URL_,
  );
  assert.deepEqual(pluck(page.things, 'types', 'name'), [
    [['Organization'], 'Tandemly'],
    [['Brand'], 'Weave board'],
  ]);
});

test('links and headings beyond the most that count are not even resolved', (context) => {
  const parse = context.mock.method(URL, 'parse');
  const { links, headings } = readPage('<h2>a</h2><a href="/x">b</a>'.repeat(5000), URL_);
  assert.deepEqual([links.length, headings.length, parse.mock.callCount()], [1500, 300, 1500]);
});

test('reads nothing in elements that nest deeper than people write', () => {
  const inside = (depth: number) => readPage(`${'<div>'.repeat(depth)}a`, URL_).text;
  assert.deepEqual([inside(200), inside(300)], ['a', '']);
});
