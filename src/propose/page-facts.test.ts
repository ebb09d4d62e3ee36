import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from './page-facts.ts';
import { readPage } from './page-reading.ts';

const facts = (path: string, html: string, robotsTag = '') =>
  factsOf(readPage(html, `https://tandemly.example${path}`), robotsTag);

test('a page may ask not to be indexed in itself or in its header', () => {
  assert.equal(facts('/', '<meta name="robots" content="NOINDEX, follow">').isNoindex, true);
  assert.equal(facts('/', '', 'noarchive, none').isNoindex, true);
  assert.equal(facts('/', '<meta name="robots" content="index">', 'noarchive').isNoindex, false);
});

test('a page that stands for itself has no other address', () => {
  assert.equal(facts('/a', '<link rel="canonical" href="/a/?utm_source=x">').canonical, null);
  assert.equal(facts('/a', '<link rel="canonical" href="/b">').canonical, 'https://tandemly.example/b');
});

for (const [path, html, type] of [
  ['/compare/plotwise', '', 'comparison'],
  ['/blog/x', '<title>Tandemly vs. Plotwise</title>', 'comparison'],
  ['/docs/start', '', 'documentation'],
  ['/blog/y', '<title>10 best planning tools</title>', 'list'],
  ['/news/round', '', 'news'],
  ['/community/t/4', '', 'discussion'],
  ['/products/one', '', 'product'],
  ['/z', '<script type="application/ld+json">{"@type":"Product","name":"One"}</script>', 'product'],
  ['/about', '<title>About us</title>', 'other'],
] as const) {
  test(`${path} with ${html || 'nothing'} is ${type}`, () => assert.equal(facts(path, html).type, type));
}
