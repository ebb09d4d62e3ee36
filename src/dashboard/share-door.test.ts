import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../reports/index.ts';
import { hasCsv } from '../reports/show/csv.ts';
import type { PageRoute } from './route.ts';
import { firstPage, isIncluded, pagesWith, sharedRoutes, withoutClosedLinks } from './share-door.ts';

const get = async () => ({ kind: 'redirect', to: '/' }) as const;
const ROUTES = sharedRoutes([
  { path: '/brands/:brand', who: 'viewer', shared: 'overview', get },
  { path: '/brands/:brand/answers/:answer', who: 'viewer', shared: 'answers', get },
  { path: '/brands/:brand/csv/:report', who: 'viewer', shared: ({ report = '' }) => pagesWith(report), get },
  { path: '/brands/:brand/setup', who: 'editor', get },
  { path: '/brands/:brand/alerts/:alert/read', who: 'viewer', shared: 'alerts', post: get },
] satisfies PageRoute[]);

test('only pages that may be shared and only read are below the address of a link', () => {
  assert.deepEqual(
    ROUTES.map(({ path }) => path),
    ['/share/:token', '/share/:token/answers/:answer', '/share/:token/csv/:report'],
  );
});

for (const [path, pages, isOpen] of [
  ['/share/t', ['overview'], true],
  ['/share/t', ['answers'], false],
  ['/share/t/answers/ans_1', ['answers'], true],
  ['/share/t/answers/ans_1/more', ['answers'], false],
  ['/share/t/answers', ['answers'], false],
  ['/share/t/setup', ['overview', 'answers'], false],
  ['/share/t/csv/sources', ['sources'], true],
  ['/share/t/csv/sources', ['share'], true],
  ['/share/t/csv/sources', ['alerts'], false],
  ['/share/t/csv/constructor', ['sources'], false],
  ['/share/t/csv/me', ['overview'], false],
] as const) {
  test(`${path} is ${isOpen ? '' : 'not '}included in ${pages.join(' and ')}`, () => {
    assert.equal(isIncluded(ROUTES, { pages }, path), isOpen);
  });
}

test('the first page of a link is the first of the navigation that it includes', () => {
  assert.equal(firstPage('t', { pages: ['overview', 'alerts'] }), '/share/t');
  assert.equal(firstPage('t', { pages: ['sources', 'alerts'] }), '/share/t/sources');
});

/** What is for who works on the brand: a claim that is not made yet, and what more answers would cost. */
const NOT_SHARED = ['claim', 'planner'];

test('every other download of a brand is on a page that can be shared', () => {
  const shared = REPORTS.filter(({ name }) => !NOT_SHARED.includes(name));
  for (const report of shared.filter((each) => each.takesBrand && hasCsv(each))) {
    assert.ok(pagesWith(report.name).length > 0, report.name);
  }
});

for (const [what, link, left] of [
  ['to an included page', '<a href="/share/t/sources?a=1">x</a>', '<a href="/share/t/sources?a=1">x</a>'],
  ['to the link itself', '<a class="logo" href="/share/t">x</a>', '<a class="logo" href="/share/t">x</a>'],
  ['to another site', '<a href="https://a.example/">x</a>', '<a href="https://a.example/">x</a>'],
  ['to a part of the page', '<a href="#main">x</a>', '<a href="#main">x</a>'],
  ['to the answers', '<a class="f" href="/share/t/answers?names=self">5</a>', '<a class="f">5</a>'],
  ['to a page of a user', '<a href="/brands/acme/setup">x</a>', '<a>x</a>'],
  [
    'with a label',
    '<a class="mark" href="/share/t/answers?x=1" aria-label="5 of 9">•</a>',
    '<a class="mark" aria-label="5 of 9" role="img">•</a>',
  ],
] as const) {
  test(`of a shared page, a link ${what} ${link === left ? 'stays' : 'is plain'}`, () => {
    assert.equal(
      withoutClosedLinks(link, '/share/t', (path) => path === '/share/t/sources'),
      left,
    );
  });
}
