import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import type { PageRoute } from '../../src/dashboard/route.ts';
import { may, PERMISSIONS, type PermissionName } from '../../src/domain/access/permissions.ts';
import { covers } from '../../src/domain/access/user.ts';
import { disableUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import {
  dashboardOn,
  onPages,
  type PageResponse,
  type TestDashboard,
  type Visitor,
  visitor,
} from '../support/dashboard.ts';
import {
  addressOfRoute,
  FORM_ROUTES,
  type Parameters,
  placeholderParameters,
  READ_ROUTES,
  withQuery,
} from '../support/page-addresses.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, line, pipelineOn, random } from '../support/world.ts';

/** Forbidden pages and forms. Routes outside brands have their own refusals. */
const BRAND_READS = READ_ROUTES.filter(isOfBrand);
const BRAND_FORMS = FORM_ROUTES.filter(isOfBrand);
const GUARDED_READS = READ_ROUTES.filter(({ who }) => who !== 'anyone');
const GUARDED_FORMS = FORM_ROUTES.filter((route) => leastOf(route) !== 'anyone');

function isOfBrand({ path }: PageRoute): boolean {
  return path.includes('/:brand');
}

function leastOf({ who, whoPosts }: PageRoute): PageRoute['who'] {
  return whoPosts ?? who;
}

const OTHER_FILE = {
  organizations: [
    { name: 'Other Inc', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] },
    { name: 'Acme Inc', brands: [{ name: 'Bolt', id: 'bolt', domain: 'bolt.example' }] },
  ],
};

const PARAMETERS = placeholderParameters({ brand: 'acme', report: 'sources' });

onPages('page refusals', PAGES, (fresh) => {
  let store: TestStore;
  let dashboard: TestDashboard;
  let visitors: Record<'viewer' | 'editor' | 'admin' | 'operator' | 'stranger' | 'limited', Visitor>;

  before(async () => {
    store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await apply(OTHER_FILE);
    await importLines([line({ searches: ['anvil reviews'] })]);
    dashboard = dashboardOn(store);
    const { signedIn } = dashboard;
    visitors = {
      viewer: await signedIn('viewer'),
      editor: await signedIn('editor'),
      admin: await signedIn('admin'),
      operator: await signedIn('admin', null),
      stranger: await signedIn('admin', 'Other Inc'),
      limited: await signedIn('admin', 'Acme Inc', ['bolt']),
    };
  });

  /** Asserts that a refused request changes nothing. */
  async function unchanged(ask: () => Promise<void>): Promise<void> {
    const before = await contentsOf(store.main);
    await ask();
    assert.deepEqual(await contentsOf(store.main), before);
  }

  test('every page sends a visitor who is not signed in to sign in, and back', async () => {
    for (const route of GUARDED_READS) {
      const address = withQuery(addressOfRoute(route, PARAMETERS), { days: '30' });
      const { status, headers } = await dashboard.nobody.get(address);
      assert.equal(status, 303, route.path);
      assert.equal(headers.location, `/sign-in?${new URLSearchParams({ next: address })}`);
    }
  });

  test('refuses every form from a visitor who is not signed in', async () => {
    await unchanged(async () => {
      for (const route of GUARDED_FORMS) {
        const { status, text } = await dashboard.nobody.post(addressOfRoute(route, PARAMETERS));
        assert.equal(status, 401, route.path);
        assert.match(text, /Sign in/);
      }
    });
  });

  for (const [who, whose] of [
    ['stranger', 'of another organization'],
    ['limited', 'that is not one of theirs, to an admin of some brands,'],
  ] as const) {
    test(`the page of a brand ${whose} equals a nonexistent brand's, to the byte`, async () => {
      for (const route of BRAND_READS) {
        await sameAsNone((brand) => visitors[who].get(addressOfRoute(route, withBrand(brand))), route);
      }
    });

    test(`the form of a brand ${whose} equals a nonexistent brand's, to the byte`, async () => {
      await unchanged(async () => {
        for (const route of BRAND_FORMS) {
          const ask = (brand: string) => visitors[who].post(addressOfRoute(route, withBrand(brand)));
          // Operator-only routes refuse before looking for the brand.
          await sameAsNone(ask, route, leastOf(route) === 'operator' ? 403 : 404);
        }
      });
    });
  }

  test('refuses pages about all brands to a user limited to some', async () => {
    await unchanged(async () => {
      for (const route of GUARDED_READS.filter(({ ofAllBrands }) => ofAllBrands === 'route')) {
        assert.equal((await visitors.limited.get(addressOfRoute(route, PARAMETERS))).status, 403, route.path);
      }
      for (const route of GUARDED_FORMS.filter(({ ofAllBrands }) => ofAllBrands !== undefined)) {
        assert.equal(
          (await visitors.limited.post(addressOfRoute(route, PARAMETERS))).status,
          403,
          route.path,
        );
      }
    });
  });

  function withBrand(brand: string): Parameters {
    return placeholderParameters({ brand, report: 'sources' });
  }

  async function sameAsNone(
    ask: (brand: string) => Promise<PageResponse>,
    { path }: PageRoute,
    refusal = 404,
  ): Promise<void> {
    const theirs = await ask('acme');
    const none = await ask('none');
    assert.equal(theirs.status, refusal, path);
    assert.equal(theirs.html.replaceAll('acme', 'none'), none.html, path);
    const { 'x-request-id': _one, date: _then, ...headers } = theirs.headers;
    const { 'x-request-id': _other, date: _later, ...others } = none.headers;
    assert.deepEqual(headers, others, path);
  }

  test('refuses a page or form to a user whose role is too low', async () => {
    await unchanged(async () => {
      for (const role of ['viewer', 'editor', 'admin'] as const) {
        for (const route of READ_ROUTES.filter(({ who }) => who !== 'anyone' && !covers(role, who))) {
          const { status } = await visitors[role].get(addressOfRoute(route, PARAMETERS));
          assert.equal(status, 403, `${role} ${route.path}`);
        }
        for (const route of GUARDED_FORMS) {
          const least = leastOf(route);
          if (least === 'anyone' || covers(role, least)) continue;
          const { status } = await visitors[role].post(addressOfRoute(route, PARAMETERS));
          assert.equal(status, 403, `${role} ${route.path}`);
        }
      }
    });
  });

  const ELSEWHERE = {
    'another site': { 'sec-fetch-site': 'cross-site' },
    'another host of this site': { 'sec-fetch-site': 'same-site' },
    'an address that was typed': { 'sec-fetch-site': 'none' },
    'another site, in an older browser': { 'sec-fetch-site': null, origin: 'https://evil.example' },
    'a page without an origin': { 'sec-fetch-site': null, origin: 'null' },
    'another port': { 'sec-fetch-site': null, origin: 'http://localhost:81', host: 'localhost:80' },
    'a site that forges Origin alone': {
      'sec-fetch-site': 'cross-site',
      origin: 'http://localhost:80',
      host: 'localhost:80',
    },
  } satisfies Record<string, Record<string, string | null>>;

  for (const [who, headers] of Object.entries(ELSEWHERE)) {
    test(`refuses every form from ${who}`, async () => {
      await unchanged(async () => {
        for (const route of FORM_ROUTES.filter(({ isOneClick }) => !isOneClick)) {
          const { status } = await visitors.admin.post(addressOfRoute(route, PARAMETERS), {}, headers);
          assert.equal(status, 403, route.path);
        }
      });
    });
  }

  test('refuses a form in another format, or one too large for any form, before reading it', async () => {
    await unchanged(async () => {
      for (const route of FORM_ROUTES) {
        const address = addressOfRoute(route, PARAMETERS);
        const json = await visitors.operator.post(address, {}, { 'content-type': 'application/json' });
        assert.equal(json.status, 400, route.path);
        const text = await visitors.operator.post(address, {}, { 'content-type': 'text/plain' });
        assert.equal(text.status, 400, route.path);
      }
    });
    const large = { theme: 'x'.repeat(9 * 1024 * 1024) };
    assert.equal((await dashboard.nobody.post('/theme', large)).status, 413);
  });

  test('no page answers another method', async () => {
    for (const route of [...READ_ROUTES, ...FORM_ROUTES]) {
      for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
        const url = addressOfRoute(route, PARAMETERS);
        const { statusCode, headers } = await dashboard.api.app.inject({ method, url });
        assert.equal(statusCode, 405, `${method} ${route.path}`);
        const allowed = [...(route.get ? ['GET', 'HEAD'] : []), ...(route.post ? ['POST'] : [])];
        for (const each of allowed) assert.ok(String(headers.allow).split(', ').includes(each), route.path);
      }
    }
  });

  test('a disabled user and an expired session count as nobody', async () => {
    const disabled = await dashboard.signedIn('admin');
    const deps = { db: store.main, now: dashboard.api.clock.now, random, actor: 'test' };
    assert.equal((await disabled.get('/brands/acme/searches')).status, 200);
    const email =
      /user-\d+@acme\.example/.exec((await disabled.get('/brands/acme/searches')).text)?.[0] ?? '';
    await disableUser(deps, await userNamed(store.main, email));
    const later = dashboardOn(store);
    later.api.clock.at += 400 * DAY_MS;
    const expired = visitor(later.api, visitors.admin.token);
    for (const nobody of [disabled, expired]) {
      for (const route of GUARDED_READS) {
        assert.equal((await nobody.get(addressOfRoute(route, PARAMETERS))).status, 303, route.path);
      }
      for (const route of GUARDED_FORMS) {
        assert.equal((await nobody.post(addressOfRoute(route, PARAMETERS))).status, 401, route.path);
      }
    }
  });
});

/** Permissions by path. */
const FORM_PERMISSIONS: readonly (readonly [RegExp, PermissionName])[] = [
  [/\/collecting\/ceilings$/, 'plans'],
  [/^\/team$/, 'users'],
  [/^\/keys$|^\/oauth\/authorize$/, 'keys'],
  [/^\/delivery/, 'alerts'],
  [/^\/settings\/alerts/, 'alertSettings'],
  [
    /\/collecting\/|\/import(?:\/file|\/undo)?$|\/logs(?:\/address|\/figures)?$|\/rescan$|\/fetch-pages$|\/page$|^\/tasks\/|\/tasks\//,
    'collecting',
  ],
  [/\/reports\b/, 'reports'],
  [/^\/engine-keys/, 'engineKeys'],
  [/\/setup|\/keep$|\/accuracy$|\/questions|\/sources$|\/facts$|\/events$|\/todo$/, 'brands'],
  [/\/spot-check$/, 'spotChecks'],
  [/^\/new-(?:brand(?:\/by-hand)?|prospect)$|^\/deleted-brands$/, 'newBrands'],
];

/** Forms for every user: own account, and read marks of alerts. */
const FOR_EVERYONE = /^\/account|\/alerts\b/;

describe('permissions', () => {
  for (const route of GUARDED_FORMS.filter(({ path }) => !FOR_EVERYONE.test(path))) {
    test(`for POST ${route.path} equal the table in docs/users.md`, () => {
      const name = FORM_PERMISSIONS.find(([pattern]) => pattern.test(route.path))?.[1];
      assert.ok(name, 'say in FORM_PERMISSIONS which permission this form takes');
      const { least, ofAllBrands = false }: { least: string; ofAllBrands?: boolean } = PERMISSIONS[name];
      assert.equal(leastOf(route), least);
      assert.equal(route.ofAllBrands !== undefined, ofAllBrands);
    });
  }

  test('for the audit log and the team equal the table', () => {
    const least = (path: string) => READ_ROUTES.find((route) => route.path === path)?.who;
    assert.equal(least('/audit'), PERMISSIONS.audit.least);
    assert.equal(least('/team'), PERMISSIONS.team.least);
  });

  test('only an admin of all organizations is an operator', () => {
    const organization = { internalId: 1, id: 'org_1', name: 'Acme Inc' };
    assert.ok(may({ role: 'admin', organization: null, brandIds: null }, 'plans'));
    assert.ok(!may({ role: 'admin', organization, brandIds: null }, 'plans'));
    assert.ok(may({ role: 'admin', organization, brandIds: null }, 'users'));
    assert.ok(may({ role: 'admin', organization, brandIds: [1] }, 'users'));
    assert.ok(!may({ role: 'admin', organization, brandIds: [1] }, 'audit'));
  });
});

describe('the table of refusals', () => {
  test('has pages and forms to refuse', () => {
    assert.ok(BRAND_READS.length > 0 && GUARDED_READS.length > 0);
  });
});
