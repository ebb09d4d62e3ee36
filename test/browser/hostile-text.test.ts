import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type BrowserVisitor, forbiddenElementsIn, newVisitor } from '../support/browser.ts';
import type { Visitor } from '../support/dashboard.ts';
import { effort } from '../support/effort.ts';
import { forbiddenIn } from '../support/forbidden-html.ts';
import { fillWithHostileText, type HostileStore } from '../support/hostile-store.ts';
import { HOSTILE_TEXTS } from '../support/hostile-text.ts';
import {
  addressOfRoute,
  BROWSED_ROUTES,
  type Parameters,
  READ_ROUTES,
  withQuery,
} from '../support/page-addresses.ts';
import { resetRequestCounts } from '../support/quota.ts';
import { type OwnDashboard, ownDashboard, serve } from '../support/sample-dashboard.ts';
import { parametersOf } from '../support/sample-parameters.ts';
import { pipelineOn } from '../support/world.ts';

/** The hostile value for each query parameter. */
const IN_ADDRESS = `"'><script>globalThis.hostile=1;alert(1)</script>`;
const QUERIES = ['days', 'until', 'engine', 'names', 'cites', 'cursor', 'next', 'sort', 'q'];

/** Without what an assistant or a provider asks or says, these pages are refusals. */
const ANSWERING = ['/oauth/authorize', '/sign-on/callback'];

describe('hostile text, in a browser', () => {
  let own: OwnDashboard;
  let hostile: HostileStore;
  let admin: Visitor;
  let operator: Visitor;
  let browser: BrowserVisitor;
  const parameters = new Map<string, Parameters>();

  before(async () => {
    own = await ownDashboard();
    const origin = await serve(own);
    hostile = await fillWithHostileText(own.store, own.clock);
    const { organization } = hostile;
    const pipeline = pipelineOn(own.store, own.clock);
    const { key } = await pipeline.createKey({ organization, name: HOSTILE_TEXTS[1] ?? '' });
    for (const brand of hostile.brands) {
      parameters.set(brand, await parametersOf(own, { key, organization, brand }));
    }
    admin = await own.dashboard.signedIn('admin', organization);
    operator = await own.dashboard.signedIn('admin', null);
    browser = await newVisitor(origin, { token: admin.token });
  });
  after(async () => {
    await browser.close();
    await own.close();
  });

  // A user may open 300 pages in a minute, and the clock stands still.
  beforeEach(() => resetRequestCounts(own.store));

  async function runsNothing(address: string): Promise<void> {
    await browser.open(address);
    const found = await forbiddenElementsIn(browser.page);
    const { errors, foreignRequests } = browser.faults;
    const unexpected = errors.splice(0).filter((each) => !each.includes('responded with a status of'));
    assert.deepEqual([...found, ...unexpected, ...foreignRequests.splice(0)], [], address);
  }

  for (const [index, route] of READ_ROUTES.entries()) {
    test(`${route.path} shows it as text, also from its query parameters`, async () => {
      // Each page shows every brand's texts in the same places; together, the pages open all brands.
      const { brands } = hostile;
      for (const brand of effort(brands.slice(index % brands.length).slice(0, 1), brands)) {
        const address = withQuery(addressOfRoute(route, parametersOfBrand(brand)), { days: '90' });
        const { html, status, headers } = await (route.who === 'operator' ? operator : admin).get(address);
        assert.ok(status < 400 || ANSWERING.includes(route.path), `${status} ${address}`);
        const isFile = String(headers['content-disposition'] ?? '').startsWith('attachment');
        if (isFile || !String(headers['content-type']).startsWith('text/html')) continue;
        assert.deepEqual(forbiddenIn(html), [], address);
        if (BROWSED_ROUTES.includes(route)) await runsNothing(address);
      }
      const address = addressOfRoute(route, parametersOfBrand('hostile-0'));
      // In `npm test`, each page gets one of them, and each of them every ninth page.
      const daily = QUERIES.filter((_, place) => place === index % QUERIES.length);
      for (const name of effort(daily, QUERIES)) {
        const { html, headers } = await admin.get(withQuery(address, { [name]: IN_ADDRESS }));
        if (String(headers['content-type']).startsWith('text/html'))
          assert.ok(!html.includes(IN_ADDRESS), name);
      }
    });
  }

  function parametersOfBrand(brand: string): Parameters {
    return parameters.get(brand) ?? {};
  }
});
