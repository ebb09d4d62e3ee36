import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageRoute } from './route.ts';
import { firstPage, openedBy, sharedRoutes } from './share-routes.ts';
import { pagesWith } from './visit/redaction.ts';

const get = async () => ({ kind: 'redirect', to: '/' }) as const;
const ROUTES = sharedRoutes([
  { path: '/brands/:brand', who: 'viewer', shared: 'overview', get },
  { path: '/brands/:brand/answers/:answer', who: 'viewer', shared: 'answers', get },
  { path: '/brands/:brand/csv/:report', who: 'viewer', shared: ({ report = '' }) => pagesWith(report), get },
  { path: '/brands/:brand/reports', who: 'viewer', get },
  { path: '/brands/:brand/reports/:report', who: 'viewer', shared: 'report', get },
  { path: '/brands/:brand/reports/:report/style', who: 'viewer', shared: 'report', get },
  { path: '/brands/:brand/setup', who: 'editor', get },
  { path: '/brands/:brand/alerts/:alert/read', who: 'viewer', shared: 'alerts', post: get },
] satisfies PageRoute[]);

test("only read-only pages that may be shared are below a link's address", () => {
  assert.deepEqual(
    ROUTES.map(({ path }) => path),
    [
      '/share/:token',
      '/share/:token/answers/:answer',
      '/share/:token/csv/:report',
      '/share/:token/reports/:report',
      '/share/:token/reports/:report/style',
    ],
  );
});

const LIVE = { report: 'rpt_0', isFrozen: false } as const;

for (const [page, pages, isOpen] of [
  ['reports/rpt_0', ['overview'], false],
  ['', ['overview'], true],
  ['', ['answers'], false],
  ['answers/ans_1', ['answers'], true],
  ['answers/ans_1/more', ['answers'], false],
  ['answers', ['answers'], false],
  ['setup', ['overview', 'answers'], false],
  ['csv/sources', ['sources'], true],
  ['csv/sources', ['alerts'], false],
  ['csv/constructor', ['sources'], false],
  ['csv/me', ['overview'], false],
  ['csv/planner', ['overview'], false],
] as const) {
  test(`a link to ${pages.join(' and ')} ${isOpen ? 'opens' : 'does not open'} "${page}"`, () => {
    const opens = openedBy(ROUTES, { ...LIVE, pages });
    assert.deepEqual([opens(page), opens(page)], [isOpen, isOpen]);
  });
}

test('a link to a report opens only that report and the chosen pages', () => {
  const opens = openedBy(ROUTES, { pages: ['answers'], report: 'rpt_1', isFrozen: true });
  const pages = ['reports/rpt_1', 'reports/rpt_1/style', 'reports/rpt_2', 'reports', '', 'answers/ans_1'];
  assert.deepEqual(pages.map(opens), [true, true, false, false, false, true]);
  assert.equal(firstPage('t', { pages: [], report: 'rpt_1', isFrozen: true }), '/share/t/reports/rpt_1');
});

test("a link's first page is the first in its navigation", () => {
  assert.equal(firstPage('t', { ...LIVE, pages: ['overview', 'alerts'] }), '/share/t');
  assert.equal(firstPage('t', { ...LIVE, pages: ['sources', 'alerts'] }), '/share/t/sources');
});
