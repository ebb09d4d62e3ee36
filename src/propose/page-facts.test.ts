import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from './page-facts.ts';
import { readPage } from './page-reading.ts';

const facts = (path: string, html: string, ...robotsTags: string[]) =>
  factsOf(readPage(html, `https://tandemly.example${path}`), robotsTags);

test('a page may forbid indexing in its HTML or its header', () => {
  assert.equal(facts('/', '<meta name="robots" content="NOINDEX, follow">').isNoindex, true);
  assert.equal(facts('/', '', 'noarchive, none').isNoindex, true);
  assert.equal(facts('/', '<meta name="robots" content="index">', 'noarchive').isNoindex, false);
});

test('every rule counts, also a second one, and one in another header', () => {
  const robots = (content: string) => `<meta name="robots" content="${content}">`;
  assert.equal(facts('/', robots('index, follow') + robots('noindex')).isNoindex, true);
  assert.equal(facts('/', '', 'index', 'nofollow', 'noindex').isNoindex, true);
});

for (const [what, html, headers, isNoindex, noindexFor] of [
  ['a crawler’s meta element', '<meta name="googlebot" content="noindex">', [], false, ['Googlebot']],
  ['two crawlers', '<meta name="bingbot" content="none">', ['GPTBot: noindex'], false, ['Bingbot', 'GPTBot']],
  ['another robot', '<meta name="yandex" content="noindex">', ['otherbot: noindex'], false, []],
  ['rules behind a name', '', ['otherbot: nofollow, noindex'], false, []],
  ['the next name', '', ['otherbot: nofollow, googlebot: nofollow, noindex'], false, ['Googlebot']],
  ['a rule before a name', '', ['noindex, googlebot: nofollow'], true, []],
  ['two headers', '', ['googlebot: nofollow', 'noindex'], true, []],
  [
    'rules with a value',
    '',
    ['max-snippet: 20, unavailable_after: 25 Jun 2010 15:00:00 PST, noindex'],
    true,
    [],
  ],
] as const) {
  test(`noindex is for whom it names: ${what}`, () => {
    const found = facts('/', html, ...headers);
    assert.deepEqual([found.isNoindex, found.noindexFor], [isNoindex, noindexFor]);
  });
}

test('a page that is its own canonical has no other address', () => {
  assert.equal(facts('/a', '<link rel="canonical" href="/a/?utm_source=x">').canonical, null);
  assert.equal(facts('/a', '<link rel="canonical" href="/b">').canonical, 'https://tandemly.example/b');
});

for (const [path, html, type] of [
  ['/compare/plotwise', '', 'comparison'],
  ['/blog/x', '<title>Tandemly vs. Plotwise</title>', 'comparison'],
  ['/blog/tandemly-vs-plotwise', '', 'comparison'],
  ['/blog/plotwise-alternatives', '', 'comparison'],
  ['/us/vs/swimwear', '', 'other'],
  ['/docs/start', '', 'documentation'],
  ['/en-us/help/start', '', 'documentation'],
  ['/apiary', '', 'other'],
  ['/blog/y', '<title>10 best planning tools</title>', 'list'],
  ['/the-7-best-planning-tools', '', 'list'],
  ['/news/best-planning-tools', '', 'list'],
  ['/top-10-planners/', '', 'list'],
  ['/x', '<title>Why teams work best with a plan</title>', 'other'],
  ['/shop/best-planners', '', 'other'],
  ['/collections/best-sellers', '', 'other'],
  ['/news/round', '', 'news'],
  ['/press-releases/round', '', 'news'],
  ['/blogs/news/how-to-plan', '', 'other'],
  ['/news', '', 'other'],
  ['/community/t/4', '', 'discussion'],
  ['/r/planning/comments/1jka6ex/best_planner/', '<title>Best planner?</title>', 'discussion'],
  ['/products/one', '', 'product'],
  ['/product-recommendations/one', '', 'other'],
  ['/products', '', 'other'],
  ['/z', '<script type="application/ld+json">{"@type":"Product","name":"One"}</script>', 'product'],
  ['/about', '<title>About us</title>', 'other'],
] as const) {
  test(`${path} with ${html || 'nothing'} is ${type}`, () => assert.equal(facts(path, html).type, type));
}

test('a date is an existing day in the page’s metadata', () => {
  const published = (text: string) =>
    facts('/', `<meta property="article:published_time" content="${text}">`).published;
  assert.equal(published('2026-03-01T23:30:00-08:00'), '2026-03-01');
  assert.equal(published('2026-03-01'), '2026-03-01');
  for (const text of ['2026-02-30', '2026-13-01', 'March 1, 2026', '2026', '2026-03-01x', '']) {
    assert.equal(published(text), null, text);
  }
});

const dated = (...things: readonly object[]) =>
  facts('/', `<script type="application/ld+json">${JSON.stringify(things)}</script>`).published;

test('a date is of the page, or of its article', () => {
  const page = { '@type': 'WebPage', datePublished: '2026-01-02' };
  const article = { '@type': 'NewsArticle', datePublished: '2026-03-04T08:00:00Z' };
  assert.deepEqual([dated(article), dated(article, page)], ['2026-03-04', '2026-01-02']);
  assert.equal(dated(article, { ...article, '@type': 'Article' }), '2026-03-04');
});

test('the date of a review, a comment, or one among several articles is not the page’s date', () => {
  const review = { '@type': 'Review', datePublished: '2026-01-02' };
  assert.equal(dated({ '@type': 'Product', name: 'One', review }), null);
  assert.equal(dated({ '@type': 'Comment', datePublished: '2026-01-02' }), null);
  const post = (day: string) => ({ '@type': 'BlogPosting', datePublished: day });
  assert.equal(dated({ '@type': 'Blog', blogPost: [post('2026-01-02'), post('2026-01-03')] }), null);
});
