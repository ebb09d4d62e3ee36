import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { isNightly } from '../support/effort.ts';
import {
  addressOfRoute,
  FORM_ROUTES,
  type Parameters,
  READ_ROUTES,
  SHARED_ROUTES,
} from '../support/page-addresses.ts';
import { type SampleDashboard, sampleDashboard } from '../support/sample-dashboard.ts';
import { sampleParameters } from '../support/sample-parameters.ts';
import { contentsUnaudited } from '../support/tables.ts';

const FROM_ELSEWHERE = { 'sec-fetch-site': 'cross-site', referer: 'https://other.example/' };

suite('the effects of a request', () => {
  let world: SampleDashboard;
  let parameters: Parameters;
  before(async () => {
    world = await sampleDashboard();
    parameters = await sampleParameters(world);
  });
  after(() => world.close());

  test('a GET on any page changes nothing except the audit log', async () => {
    const { dashboard, store } = world;
    const admin = await dashboard.signedIn('admin', null);
    const unchanged = await contentsUnaudited(store.main);
    for (const route of [...READ_ROUTES, ...SHARED_ROUTES]) {
      // Signs in to demo data.
      if (route.path === '/demo/:token') continue;
      const address = addressOfRoute(route, parameters);
      const isShared = SHARED_ROUTES.includes(route);
      const visits = [
        { visitor: dashboard.nobody, headers: FROM_ELSEWHERE },
        ...(isNightly || !isShared ? [{ visitor: admin, headers: {} }] : []),
        ...(isNightly || route.opened ? [{ visitor: admin, headers: FROM_ELSEWHERE }] : []),
      ];
      for (const { visitor, headers } of visits) {
        const { status } = await visitor.get(address, headers);
        assert.ok(status < 429, `${address} answers ${status}`);
      }
    }
    const changed = await contentsUnaudited(store.main);
    for (const [table, rows] of Object.entries(unchanged)) {
      assert.deepEqual(changed[table as keyof typeof changed], rows, table);
    }
  });

  test('tells a browser to return over HTTPS if it came over HTTPS, otherwise not', async () => {
    const { app } = apiOn(world.store, { trustProxy: 'loopback' });
    for (const [proto, policy] of [
      ['HTTPS', 'max-age=15552000'],
      ['http', undefined],
    ] as const) {
      const { headers } = await app.inject({ url: '/healthz', headers: { 'x-forwarded-proto': proto } });
      assert.equal(headers['strict-transport-security'], policy);
    }
  });

  test("refuses an action that a form's page does not offer, and changes nothing", async () => {
    const { dashboard, store } = world;
    const admin = await dashboard.signedIn('admin', null);
    const unchanged = await contentsUnaudited(store.main);
    for (const route of FORM_ROUTES) {
      if (route.takesFiles || route.isOneClick) continue;
      const address = addressOfRoute(route, parameters);
      const whole = route.does && !route.does.includes('') ? [{}] : [];
      for (const form of [{ do: 'explode' }, { do: ['save', 'save'] }, ...whole]) {
        const { status, text } = await admin.post(address, form);
        assert.equal(status, 400, `${route.path} ${JSON.stringify(form)}`);
        assert.match(text, /Nothing changed/, route.path);
      }
    }
    assert.deepEqual(await contentsUnaudited(store.main), unchanged);
  });
});
