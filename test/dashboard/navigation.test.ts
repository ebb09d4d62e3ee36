import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { ENTRIES, NAVIGATION, sharedName } from '../../src/dashboard/visit/navigation.ts';
import { SHARED_PAGES } from '../../src/domain/sharing/shared-report.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { acmeFile, line, pipelineOn, random } from '../support/world.ts';

const places = NAVIGATION.flatMap((entry) => entry.places);

test('each place of the navigation is a page, with the role that its route has', () => {
  for (const { path, least = 'viewer', ofAllBrands } of places) {
    const address = path.startsWith('/') ? path : `/brands/:brand${path && `/${path}`}`;
    const route = PAGES.find((each) => each.path === address && each.get !== undefined);
    assert.equal(route?.who, least, path);
    assert.equal(route?.ofAllBrands === 'route', ofAllBrands === true, path);
  }
});

test('each page belongs to a place, or is none of a brand', () => {
  const known = places.flatMap(({ path, also = [] }) => [path, ...also]);
  const brandPages = PAGES.filter(({ path, get }) => get && path.startsWith('/brands/:brand/'))
    .map(({ path }) => path.slice('/brands/:brand/'.length))
    .filter((path) => !known.some((each) => each !== '' && `${path}/`.startsWith(`${each}/`)));
  // The last three are old addresses, which lead to pages of today.
  assert.deepEqual(brandPages.sort(), ['csv/:report', 'find', 'page', 'pages', 'work-list']);
});

test('letters are single, and shared pages have names', () => {
  const keys = places.flatMap(({ key }) => key ?? []);
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual(SHARED_PAGES.map(sharedName), [
    'Overview',
    'Answers',
    'Competitors',
    'Your pages',
    'Sites',
    'What they say',
    'Questions',
    'Changes',
    'Spot check',
  ]);
});

/** The header's entries with their addresses, and the current one's tabs. */
function shown({ html }: PageResponse): { entries: Record<string, string>; tabs: string[]; here: string } {
  const part = (name: string) => new RegExp(`<nav class="${name}"[\\s\\S]*?</nav>`).exec(html)?.[0] ?? '';
  const links = (text: string) =>
    [...text.matchAll(/<a href="([^"?]*)[^"]*"([^>]*)>([^<]*)/g)].map(([, href = '', rest, name = '']) => ({
      href,
      name: name.trim(),
      isHere: rest !== '',
    }));
  const entries = links(part('tabs'));
  return {
    entries: Object.fromEntries(entries.map(({ name, href }) => [name, href])),
    tabs: links(part('area')).map(({ name }) => name),
    here: entries.find(({ isHere }) => isHere)?.name ?? '',
  };
}

onPages('the navigation', PAGES, (fresh) => {
  async function filled() {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line()]);
    return { store, dashboard: dashboardOn(store) };
  }

  test('has seven entries, and the current one’s pages as tabs', async () => {
    const { dashboard } = await filled();
    const viewer = await dashboard.signedIn('viewer');
    const { entries, tabs, here } = shown(await viewer.get('/brands/acme/trend'));
    assert.deepEqual(
      Object.keys(entries),
      ENTRIES.map(({ label }) => label),
    );
    assert.deepEqual(tabs, ['Changes', 'Trend', 'All checks', 'What we did', 'Check a claim']);
    assert.equal(here, 'Changes');
    // No answer shows ads or products.
    assert.deepEqual(shown(await viewer.get('/brands/acme/sources')).tabs, ['Your pages', 'Other sites']);
    // A page without a tab stands under an entry.
    const below = shown(await viewer.get('/brands/acme/failed'));
    assert.deepEqual([below.here, below.tabs], ['Questions', []]);
  });

  test('shows a viewer no page of an editor, and an editor none of an admin', async () => {
    const { dashboard } = await filled();
    const menus = async (role: 'viewer' | 'editor' | 'admin') => {
      const { text } = await (await dashboard.signedIn(role)).get('/brands/acme');
      return ['Import', 'API keys', 'Audit log'].filter((name) => text.includes(name));
    };
    assert.deepEqual(await menus('viewer'), []);
    assert.deepEqual(await menus('editor'), ['Import', 'API keys']);
    assert.deepEqual(await menus('admin'), ['Import', 'API keys', 'Audit log']);
  });

  for (const [pages, expected] of [
    [['sources'], { Questions: 'searches', Sites: 'sources' }],
    [['overview'], { Overview: '', Changes: 'trend' }],
    [['answers', 'alerts'], { Changes: 'alerts', Questions: 'answers' }],
  ] as const) {
    test(`a link to ${pages.join(' and ')} has entries for these pages only, each leading to the first`, async () => {
      const { store, dashboard } = await filled();
      const deps = { db: store.main, now: dashboard.api.clock.now, random, actor: 'test' };
      const { token } = await liveLink(deps, { organizationId: 1, brand: 'acme' }, { pages });
      const base = `/share/${token}`;
      const [first] = pages;
      const { entries } = shown(await dashboard.nobody.get(first === 'overview' ? base : `${base}/${first}`));
      assert.deepEqual(
        entries,
        Object.fromEntries(
          Object.entries(expected).map(([name, path]) => [name, path === '' ? base : `${base}/${path}`]),
        ),
      );
    });
  }
});
