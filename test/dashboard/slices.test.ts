import assert from 'node:assert/strict';
import { test } from 'node:test';
import { competitorRoutes } from '../../src/dashboard/pages/competitors/competitors.ts';
import { definitionRoutes } from '../../src/dashboard/pages/competitors/definitions-page.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { questionRoutes } from '../../src/dashboard/pages/questions/questions-page.ts';
import { saidRoutes } from '../../src/dashboard/pages/said/said-page.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { ACME_BRAND, acmeFile, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [
  ...overviewRoutes,
  ...trendRoutes,
  ...competitorRoutes,
  ...definitionRoutes,
  ...saidRoutes,
  ...sourceRoutes,
  ...questionRoutes,
  ...csvRoutes,
];

/** Brand pages with figures. */
const PAGES = ['', '/trend', '/competitors', '/definitions', '/said', '/sources', '/searches', '/questions'];

const PROMPTS = [
  { text: 'one', tags: ['price', 'new'] },
  { text: 'two', tags: ['setup'] },
];
const MARKETS = [
  { name: 'us', location_code: 2840, language_code: 'en' },
  { name: 'de', location_code: 2276, language_code: 'de' },
];

onPages('the slice of a page', ROUTES, (fresh) => {
  async function acme(brand: object) {
    const store = await fresh();
    const { apply } = pipelineOn(store);
    const { market: _, ...rest } = ACME_BRAND;
    await apply(acmeFile([{ ...rest, ...brand }]));
    return store;
  }

  async function sharedAs(store: Store, pages: readonly ('overview' | 'competitors' | 'questions')[]) {
    const organization = (await findOrganization(store.main, 'Acme Inc')) ?? assert.fail();
    const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
    const made = await liveLink(deps, { organizationId: organization.id, brand: 'acme' }, { pages });
    return `/share/${made.token}`;
  }

  test('stands above every page with figures, and its links keep it', async () => {
    const store = await acme({ prompts: PROMPTS });
    await pipelineOn(store).importLines(
      ['one', 'two', 'two'].map((prompt) => line({ prompt, answer: 'Acme' })),
    );
    const viewer = await dashboardOn(store).signedIn('viewer');
    for (const page of PAGES) {
      const { status, html } = await viewer.get(
        `/brands/acme${page}?days=30&tag=price&tag=setup&tag_not=new`,
      );
      assert.equal(status, 200, page);
      assert.match(html, /Only answers to questions tagged price or setup and not tagged new\./, page);
      assert.match(
        html,
        /href="\/brands\/acme\/answers\?window=30d&amp;tag=price&amp;tag=setup&amp;tag_not=new"/,
        page,
      );
      assert.match(html, /Remove: not tagged new</, page);
      assert.doesNotMatch(html, /market=|slice-model/, page);
    }
    const { html } = await viewer.get('/brands/acme/competitors?days=30&tag=price');
    assert.match(html, /csv\/presence\?window=30d&amp;tag=price"/);
    assert.match(html, /href="\/brands\/acme\/answers\?tag=price&amp;/);
    const csv = await viewer.get('/brands/acme/csv/presence?days=30&tag=price');
    assert.match(csv.html, /chatgpt,[^\n]*,Acme,[^\n]*self,1,1,/);
    assert.equal((await viewer.get('/brands/acme/trend?tag=prize')).status, 400);
  });

  test('is absent where there is nothing to choose', async () => {
    const store = await acme({ market: ACME_BRAND.market });
    await pipelineOn(store).importLines([line()]);
    const viewer = await dashboardOn(store).signedIn('viewer');
    for (const page of PAGES) {
      assert.doesNotMatch((await viewer.get(`/brands/acme${page}`)).html, /name="tag"|slice-model/, page);
    }
  });

  test('has one market, by default the first', async () => {
    const store = await acme({ markets: MARKETS, prompts: PROMPTS });
    await pipelineOn(store).importLines(
      ['us', 'de', 'de'].map((market) => line({ prompt: 'one', answer: 'Acme', market })),
    );
    const viewer = await dashboardOn(store).signedIn('viewer');
    for (const page of PAGES) {
      const first = await viewer.get(`/brands/acme${page}`);
      assert.match(first.html, /Only answers in the market United States, en\./, page);
      const other = await viewer.get(`/brands/acme${page}?market=de`);
      assert.match(other.html, /Only answers in the market Germany, de\./, page);
    }
  });

  test('on a shared page offers only what the link shows', async () => {
    const store = await acme({ prompts: PROMPTS });
    await pipelineOn(store).importLines(['one', 'two'].map((prompt) => line({ prompt })));
    const { nobody } = dashboardOn(store);
    const closed = await sharedAs(store, ['overview', 'competitors']);
    for (const choice of ['tag=price', 'tag_not=price', 'branded=none', 'question=qst_0', 'tag=unknown']) {
      const { status, html } = await nobody.get(`${closed}/competitors?${choice}`);
      assert.deepEqual([status, /price|setup/.test(html.replace(/[?&;]\w+=\w+/g, ''))], [404, false], choice);
      assert.equal((await nobody.get(`${closed}/csv/presence?${choice}`)).status, 404, choice);
    }
    assert.doesNotMatch((await nobody.get(`${closed}/competitors`)).html, /setup|name="tag"/);
    assert.equal((await nobody.get(`${closed}/competitors?model=unknown`)).status, 200);
    const open = await sharedAs(store, ['competitors', 'questions']);
    const { html } = await nobody.get(`${open}/competitors?tag=price`);
    assert.match(html, /Only answers to questions tagged price[^<]*\./);
    assert.match(html, /name="tag" value="setup">/);
  });
});
