import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actions } from '../../src/actions/index.ts';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { EVERYTHING } from '../../src/domain/access/brand-reach.ts';
import { auditPage } from '../../src/pipeline/accounts/audit.ts';
import { firstLink } from '../../src/pipeline/accounts/links.ts';
import { disableUser, inviteUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import { listUsers, savePassword } from '../../src/storage/directory/access/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { cookieIn, dashboardOn, onPages, type PageResponse, visitor } from '../support/dashboard.ts';
import {
  CLIENT,
  PUBLIC_URL,
  SECRET,
  type SignOnSettings,
  signOnBy,
  startProvider,
  type TestProvider,
} from '../support/identity-provider.ts';
import { callTool } from '../support/mcp.ts';
import { connect, DOCUMENT, fetched, ISSUER, refresh } from '../support/oauth.ts';
import { countFailures } from '../support/quota.ts';
import { contentsOf } from '../support/tables.ts';
import { Clock, DAY_MS, HOUR_MS, MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const ACME = 'Acme Inc';
const RULES = {
  name: 'Acme login',
  domains: ['acme.example'],
  access: [
    { group: 'ops', role: 'admin', organization: null },
    { group: 'seo', role: 'editor', organization: ACME },
    { group: 'leads', role: 'admin', organization: ACME },
    { group: 'elsewhere', role: 'viewer', organization: 'No Such Inc' },
  ],
};
const ANN = { email: 'ann@acme.example', email_verified: true, name: 'Ann', groups: ['/seo'] };

let provider: TestProvider;
before(async () => {
  provider = await startProvider();
});
after(async () => await provider.stop());

interface WorldSettings extends Partial<SignOnSettings> {
  readonly issuer?: string;
  readonly options?: Parameters<typeof dashboardOn>[1];
}

async function worldOn(
  store: Store,
  { access = RULES, issuer = provider.issuer, options: more, ...settings }: WorldSettings = {},
) {
  await pipelineOn(store).apply({ organizations: [{ name: ACME, plan: { name: 'growth' } }] });
  const clock = new Clock();
  const problems: string[] = [];
  const signOn = signOnBy(issuer, clock, { access, problems, ...settings });
  const options = { clock, signOn, routes: accountPages, isPublic: true, ...more };
  const dashboard = dashboardOn(store, options);
  provider.people.clear();
  provider.people.set('ann', ANN);
  const acting = { db: store.main, random, now: clock.now, actor: 'test' };
  const db = store.main;
  /** Begins to sign on in a new browser. */
  const begin = async (next = '/account') => {
    const response = await dashboard.nobody.get(`/sign-on?next=${encodeURIComponent(next)}`);
    return { page: response.headers.location ?? '', cookie: cookieIn(response, 'sightline-sign-on') };
  };
  const comeBack = (address: string, cookie: string) =>
    dashboard.nobody.get(address.slice(PUBLIC_URL.length), { cookie: `sightline-sign-on=${cookie}` });
  /** Signs a person on in a new browser. */
  const enter = async (person = 'ann', claims?: object, next?: string) => {
    if (claims !== undefined) provider.people.set(person, { ...claims });
    const { page, cookie } = await begin(next);
    return await comeBack(await provider.signOn(page, person), cookie);
  };
  const visitorIn = (response: PageResponse) => visitor(dashboard.api, cookieIn(response));
  const users = async () =>
    (await listUsers(db, null)).map(({ email, role, organization }) => [
      email,
      role,
      organization?.name ?? null,
    ]);
  const audit = async () =>
    (await auditPage(db, { organizationId: null, limit: 50 })).entries.map(
      ({ action, detail }) => `${action} ${detail}`,
    );
  return {
    ...dashboard,
    ...{ store, clock, db, acting, problems, signOn, begin, comeBack, enter, visitorIn, users, audit },
  };
}

/** A provider's answer with parts of its ID token replaced. */
function changing(change: (claims: Record<string, unknown>, whole: string) => object | string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith('/token') || !response.ok) return response;
    const body = (await response.json()) as { id_token: string };
    const claims = JSON.parse(
      Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    const changed = change({ ...claims }, body.id_token);
    const token = typeof changed === 'string' ? changed : provider.signed({ ...claims, ...changed });
    return Response.json({ ...body, id_token: token });
  };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

onPages('single sign-on', accountPages, (fresh) => {
  test('leads to the provider and back, and the first time makes a user', async () => {
    const world = await worldOn(await fresh());
    const response = await world.enter('ann', ANN, '/account?from=here');
    assert.deepEqual([response.status, response.headers.location], [303, '/account?from=here']);
    assert.match(
      (await world.visitorIn(response).get('/account')).text,
      /ann@acme.example, editor in Acme Inc/,
    );
    assert.deepEqual(await world.users(), [['ann@acme.example', 'editor', ACME]]);
    assert.deepEqual((await world.audit()).slice(0, 2), [
      'session.sign-in from 127.0.0.1 by single sign-on',
      'user.create editor',
    ]);
  });

  test('knows a person again by the provider’s id alone', async () => {
    const world = await worldOn(await fresh());
    await world.enter();
    await world.enter('ann', { ...ANN, email: 'ann.lee@acme.example', groups: ['leads'] });
    assert.deepEqual(await world.users(), [['ann@acme.example', 'admin', ACME]]);
    assert.equal((await world.enter('other', ANN)).status, 401);
  });

  for (const [what, claims, access] of [
    [
      'realm roles',
      { ...ANN, groups: undefined, realm_access: { roles: ['seo'] } },
      { claim: 'realm_access.roles' },
    ],
    [
      'app roles of Entra',
      { preferred_username: ANN.email, tid: 'a-tenant', roles: ['seo'], _claim_names: { groups: 'src1' } },
      { claim: 'roles', domains: [] },
    ],
    [
      'everyone of a domain',
      { email: ANN.email, email_verified: true, hd: 'acme.example' },
      { access: [{ role: 'editor', organization: ACME }] },
    ],
  ] as const) {
    test(`takes ${what}`, async () => {
      const world = await worldOn(await fresh(), { access: { ...RULES, ...access } });
      assert.equal((await world.enter('ann', claims)).status, 303);
      assert.deepEqual(await world.users(), [['ann@acme.example', 'editor', ACME]]);
    });
  }

  const TOO_LONG = `/account?${'x'.repeat(3000)}`;
  const TOO_LONG_AS_JSON = `/account?${'"'.repeat(1500)}`;
  for (const next of ['https://evil.example', TOO_LONG, TOO_LONG_AS_JSON]) {
    test(`leads nowhere but here, whatever comes next: ${next.slice(0, 20)}`, async () => {
      const world = await worldOn(await fresh());
      assert.equal((await world.enter('ann', ANN, next)).headers.location, '/');
    });
  }

  test('asks for what the ID token leaves out, about that person alone', async () => {
    const thin = changing(() => ({ email: undefined, email_verified: undefined, groups: undefined }));
    const world = await worldOn(await fresh(), { fetch: thin });
    assert.equal((await world.enter()).status, 303);
    const mixedUp: typeof fetch = async (input, init) =>
      String(input).endsWith('/me') ? Response.json({ ...ANN, sub: 'another' }) : await thin(input, init);
    assert.equal((await worldOn(world.store, { fetch: mixedUp }).then(({ enter }) => enter())).status, 503);
  });

  test('refuses whoever has no place, and says why to the person and the log', async () => {
    const world = await worldOn(await fresh());
    for (const [claims, words] of [
      [{ ...ANN, groups: ['sales'] }, /None of your groups may use this server/],
      [{ ...ANN, email_verified: false }, /Acme login has not verified your email address/],
      [{ ...ANN, email: 'ann@evil.example' }, /Addresses of your domain may not sign in/],
      [{ ...ANN, groups: ['elsewhere'] }, /an organization that is not on this server/],
    ] as const) {
      const response = await world.enter('ann', claims);
      assert.equal(response.status, 401);
      assert.match(response.text, words);
      assert.match((await world.audit())[0] ?? '', words);
    }
    assert.deepEqual(await world.users(), []);
  });

  test('refuses a disabled user', async () => {
    const world = await worldOn(await fresh());
    await world.enter();
    await disableUser(world.acting, await userNamed(world.db, ANN.email));
    const response = await world.enter();
    assert.deepEqual([response.status, /Your user is disabled/.test(response.text)], [401, true]);
  });

  test('joins a user of a verified address in an allowed domain, and nobody else', async () => {
    const world = await worldOn(await fresh(), { access: { ...RULES, domains: undefined } });
    const { id: organizationId } = await organizationNamed(world.db, ACME);
    const { user } = await inviteUser(world.acting, { email: ANN.email, role: 'viewer', organizationId });
    assert.match((await world.enter()).text, /There is a user with your email address already/);
    const strict = await worldOn(world.store);
    assert.equal((await strict.enter()).status, 303);
    assert.equal((await userNamed(world.db, ANN.email)).id, user.id);
    assert.deepEqual((await strict.audit()).slice(0, 3), [
      'session.sign-in from 127.0.0.1 by single sign-on',
      'user.role viewer to editor',
      'user.sign-on ',
    ]);
    assert.match(
      (await strict.enter('another', ANN)).text,
      /There is a user with your email address already/,
    );
  });

  test('lets one person sign on for the first time in several browsers at once, also to join', async () => {
    const world = await worldOn(await fresh());
    const { id: organizationId } = await organizationNamed(world.db, ACME);
    await inviteUser(world.acting, { email: 'bob@acme.example', role: 'viewer', organizationId });
    for (const [person, claims] of Object.entries({ ann: ANN, bob: { ...ANN, email: 'bob@acme.example' } })) {
      provider.people.set(person, claims);
      const backs = [];
      for (const { page, cookie } of [await world.begin(), await world.begin(), await world.begin()])
        backs.push([await provider.signOn(page, person), cookie] as const);
      const all = await Promise.all(backs.map((back) => world.comeBack(...back)));
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [303]);
    }
    assert.equal((await world.users()).length, 2);
  });

  test('leaves a user of the same address in another organization alone', async () => {
    const world = await worldOn(await fresh());
    await inviteUser(world.acting, { email: ANN.email, role: 'admin', organizationId: null });
    assert.equal((await world.enter()).status, 303);
    assert.deepEqual(await world.users(), [
      [ANN.email, 'admin', null],
      [ANN.email, 'editor', ACME],
    ]);
  });

  test('changes the role at each sign-on, but leaves an organization its last admin', async () => {
    const world = await worldOn(await fresh());
    const role = async (groups: string[]) => {
      await world.enter('ann', { ...ANN, groups });
      return (await userNamed(world.db, ANN.email)).role;
    };
    assert.deepEqual([await role(['leads']), await role(['seo'])], ['admin', 'admin']);
    await world.enter('bob', { ...ANN, email: 'bob@acme.example', groups: ['leads'] });
    assert.equal(await role(['seo']), 'editor');
  });

  test('ends sessions in an organization that the person left for another', async () => {
    const world = await worldOn(await fresh());
    const before = world.visitorIn(await world.enter('ann', { ...ANN, groups: ['ops'] }));
    const after = world.visitorIn(await world.enter('ann', ANN));
    assert.deepEqual(
      [(await before.get('/account')).status, (await after.get('/account')).status],
      [303, 200],
    );
  });
});

onPages('a browser that the provider did not send back', accountPages, (fresh) => {
  test('with the same address again', async () => {
    const world = await worldOn(await fresh());
    const { page, cookie } = await world.begin();
    const back = await provider.signOn(page, 'ann');
    assert.equal((await world.comeBack(back, cookie)).status, 303);
    const again = await world.comeBack(back, cookie);
    assert.deepEqual([again.status, /was used already/.test(again.text)], [401, true]);
  });

  for (const [what, change] of [
    ['with another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with another issuer', (url: URL) => url.searchParams.set('iss', 'https://login.example')],
    ['without an issuer', (url: URL) => url.searchParams.delete('iss')],
    ['with another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['with two codes', (url: URL) => url.searchParams.append('code', 'x')],
    ['with an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
  ] as const) {
    test(what, async () => {
      const world = await worldOn(await fresh());
      const { page, cookie } = await world.begin();
      const back = new URL(await provider.signOn(page, 'ann'));
      change(back);
      assert.equal((await world.comeBack(back.href, cookie)).status, 401);
      assert.deepEqual(await world.users(), []);
    });
  }

  test('but an attacker, to sign it in as themselves', async () => {
    const world = await worldOn(await fresh());
    const [attacker, victim] = [await world.begin(), await world.begin()];
    const back = await provider.signOn(attacker.page, 'ann');
    assert.match((await world.comeBack(back, victim.cookie)).text, /in another browser, or in another tab/);
    for (const cookie of ['', 'v1:AAAA', `${attacker.cookie.slice(0, -2)}AA`]) {
      const response = await world.comeBack(back, cookie);
      assert.deepEqual([response.status, cookieIn(response)], [401, '']);
    }
  });

  test('after ten minutes', async () => {
    const world = await worldOn(await fresh());
    const { page, cookie } = await world.begin();
    const back = await provider.signOn(page, 'ann');
    world.clock.at += 10 * MINUTE_MS;
    assert.equal((await world.comeBack(back, cookie)).status, 401);
  });

  test('at most as often as an address may fail', async () => {
    const world = await worldOn(await fresh());
    await countFailures(world.store, '127.0.0.1', 1000);
    const response = await world.comeBack(`${PUBLIC_URL}/sign-on/callback?state=x`, '');
    assert.equal(response.status, 429);
  });

  for (const [what, change, status] of [
    ['for another sign-on', () => ({ nonce: 'of another' }), 401],
    ['for no sign-on', () => ({ nonce: undefined }), 401],
    ['of another issuer', () => ({ iss: 'https://login.example' }), 401],
    ['for another client', () => ({ aud: 'another' }), 401],
    [
      'for several clients, one of which is another’s',
      () => ({ aud: [CLIENT, 'another'], azp: 'another' }),
      401,
    ],
    ['that has ended', () => ({ exp: nowSeconds() - 31 }), 401],
    ['that ended just now by another clock', () => ({ exp: nowSeconds() - 15 }), 303],
    ['that does not say who it is', () => ({ sub: undefined }), 401],
    ['that nobody signed', (claims: object) => unsigned(claims), 401],
    ['that somebody changed', (claims: object, whole: string) => tampered(claims, whole), 401],
  ] as const) {
    test(`${status === 303 ? 'may have' : 'with'} an ID token ${what}`, async () => {
      const world = await worldOn(await fresh(), { fetch: changing(change) });
      assert.equal((await world.enter()).status, status);
    });
  }
});

function unsigned(claims: object): string {
  const parts = [{ alg: 'none' }, claims];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}

function tampered(claims: object, whole: string): string {
  const [head, , signature] = whole.split('.');
  const body = Buffer.from(JSON.stringify({ ...claims, groups: ['ops'] })).toString('base64url');
  return `${head}.${body}.${signature}`;
}

onPages('a signed-on session', accountPages, (fresh) => {
  const asked = () => provider.requests.filter((path) => path === '/token').length;

  test('asks the provider once in 15 minutes, whose refresh tokens work once', async () => {
    const world = await worldOn(await fresh());
    const inside = world.visitorIn(await world.enter());
    const before = asked();
    for (const [minutes, expected] of [
      [14, 0],
      [1, 1],
      [14, 1],
      [1, 2],
      [15, 3],
    ] as const) {
      world.clock.at += minutes * MINUTE_MS;
      const pages = await Promise.all(Array.from({ length: 5 }, () => inside.get('/account')));
      assert.deepEqual([...new Set(pages.map(({ status }) => status))], [200]);
      assert.equal(asked() - before, expected);
    }
  });

  test('ends at the check after the person was disabled there, for concurrent requests too', async () => {
    const world = await worldOn(await fresh());
    const inside = world.visitorIn(await world.enter());
    provider.people.delete('ann');
    assert.equal((await inside.get('/account')).status, 200);
    world.clock.at += 15 * MINUTE_MS;
    const pages = await Promise.all(Array.from({ length: 5 }, () => inside.get('/account')));
    assert.deepEqual([...new Set(pages.map(({ status }) => status))], [303]);
    assert.equal((await world.audit())[0], 'session.withdrawn gone');
  });

  test('goes on after an answer that is not about the person', async () => {
    let answer: object | null = null;
    const ask: typeof fetch = async (input, init) =>
      answer === null
        ? await fetch(input, init)
        : Response.json(answer, { status: 'error' in answer ? 400 : 200 });
    const world = await worldOn(await fresh(), { fetch: ask });
    const inside = world.visitorIn(await world.enter());
    for (answer of [{ access_token: 'x' }, { error: 'invalid_client' }]) {
      world.clock.at += 15 * MINUTE_MS;
      assert.equal((await inside.get('/account')).status, 200);
    }
  });

  test('outlives four hours without an answer, asking once a minute, and no more', async () => {
    let isDown = false;
    let tries = 0;
    const ask: typeof fetch = async (input, init) => {
      if (!isDown) return await fetch(input, init);
      tries += 1;
      throw new TypeError('fetch failed');
    };
    const world = await worldOn(await fresh(), { fetch: ask });
    const inside = world.visitorIn(await world.enter());
    isDown = true;
    world.clock.at += 15 * MINUTE_MS;
    for (const seconds of [0, 30, 29]) {
      world.clock.at += seconds * 1000;
      assert.equal((await inside.get('/account')).status, 200);
    }
    assert.equal(tries, 1);
    world.clock.at += 3 * HOUR_MS;
    assert.equal((await inside.get('/account')).status, 200);
    world.clock.at += HOUR_MS;
    assert.equal((await inside.get('/account')).status, 303);
    assert.match(world.problems[0] ?? '', /fetch failed/);
  });

  test('lasts eight hours where the provider gives nothing to ask with', async () => {
    const ask: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/token')) return response;
      return Response.json({ ...((await response.json()) as object), refresh_token: undefined });
    };
    const world = await worldOn(await fresh(), { fetch: ask });
    const inside = world.visitorIn(await world.enter());
    world.clock.at += 8 * HOUR_MS - 1;
    assert.equal((await inside.get('/account')).status, 200);
    world.clock.at += 1;
    assert.equal((await inside.get('/account')).status, 303);
  });

  test('ends when its provider is no longer the one in the settings', async () => {
    const world = await worldOn(await fresh());
    const { token } = world.visitorIn(await world.enter());
    const without = dashboardOn(world.store, { clock: world.clock, routes: accountPages });
    assert.equal((await visitor(without.api, token).get('/account')).status, 303);
    const another = dashboardOn(world.store, {
      clock: world.clock,
      routes: accountPages,
      signOn: signOnBy('https://login.example', world.clock, {
        access: RULES,
        fetch: () => assert.fail('asked'),
      }),
    });
    world.clock.at += 15 * MINUTE_MS;
    assert.equal((await visitor(another.api, token).get('/account')).status, 303);
  });

  test('ends here and leads to the end of the one there', async () => {
    const world = await worldOn(await fresh());
    const inside = world.visitorIn(await world.enter());
    const { status, html, headers } = await inside.post('/sign-out');
    const to = new URL(/content="0; url=([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
    assert.deepEqual([status, to.origin + to.pathname], [200, `${provider.issuer}/session/end`]);
    assert.deepEqual(to.searchParams.get('post_logout_redirect_uri'), `${PUBLIC_URL}/sign-in`);
    assert.match(to.searchParams.get('id_token_hint') ?? '', /^ey/);
    assert.match(String(headers['set-cookie']), /^sightline=;/);
    assert.equal((await inside.get('/account')).status, 303);
    assert.equal((await fetch(to)).status, 200);
  });
});

onPages('an assistant of a signed-on person', accountPages, (fresh) => {
  /** A server where the person, and an assistant that they connected, can ask. */
  async function connected(settings: WorldSettings = {}) {
    const world = await worldOn(await fresh(), {
      ...settings,
      options: { publicUrl: ISSUER, fetchClient: async () => fetched(DOCUMENT) },
    });
    const person = world.visitorIn(await world.enter());
    const { id } = await organizationNamed(world.db, ACME);
    const tokens = await connect({ ...world, person }, { reach: `all ${id}` });
    const statusOf = async () => (await callTool(world.api, tokens.access, 'me')).status;
    assert.equal(await statusOf(), 200);
    return { world, person, tokens, statusOf };
  }

  test('ends when the provider no longer knows the person', async () => {
    const { world, person, statusOf } = await connected();
    provider.people.delete('ann');
    world.clock.at += 15 * MINUTE_MS;
    await person.get('/account');
    assert.equal(await statusOf(), 401);
    assert.match((await world.audit())[0] ?? '', /^key.revoke Claude: its user may not/);
  });

  for (const [what, claims] of [
    ['is refused', { ...ANN, groups: [] }],
    ['leads to another organization', { ...ANN, groups: ['ops'] }],
    ['leads to an organization that is not here', { ...ANN, groups: ['elsewhere'] }],
  ] as const) {
    test(`ends with the person’s sessions when a sign-on ${what}`, async () => {
      const { world, person, statusOf } = await connected();
      await world.enter('ann', claims);
      assert.deepEqual([(await person.get('/account')).status, await statusOf()], [303, 401]);
    });
  }

  test('stays when a session ends without the provider’s word', async () => {
    const { world, person, tokens } = await connected();
    const env = { SIGHTLINE_SECRET_KEY: 'another key of at least 32 characters' };
    const another = await worldOn(world.store, { env });
    another.clock.at = world.clock.at += 15 * MINUTE_MS;
    assert.equal((await visitor(another.api, person.token).get('/account')).status, 303);
    assert.equal((await world.audit())[0], 'session.withdrawn unreadable');
    assert.equal((await refresh(world.api, tokens.refresh)).status, 200);
  });

  test('lives on for seven days after the provider knew the person, unless a password may sign in', async () => {
    const { world, person, tokens } = await connected();
    world.clock.at += HOUR_MS;
    await person.get('/account');
    world.clock.at += 7 * DAY_MS - 1;
    const { status, body } = await refresh(world.api, tokens.refresh);
    assert.equal(status, 200);
    world.clock.at += 1;
    const [user] = await listUsers(world.db, null);
    await savePassword(world.db, user?.internalId ?? 0, 'any');
    const next = await refresh(world.api, String(body.refresh_token));
    assert.equal(next.status, 200);
    const only = await worldOn(world.store, {
      env: { SIGHTLINE_OIDC_ONLY: 'on' },
      options: { publicUrl: ISSUER },
    });
    only.clock.at = world.clock.at;
    assert.equal((await refresh(only.api, String(next.body.refresh_token))).status, 400);
    assert.match((await world.audit())[0] ?? '', /^key.revoke Claude: its user has not signed on lately/);
  });
});

onPages('a server with single sign-on', accountPages, (fresh) => {
  test('goes on with passwords while the provider is down', async () => {
    const world = await worldOn(await fresh(), { issuer: 'http://127.0.0.1:1' });
    const page = await world.nobody.get('/sign-in');
    assert.match(page.text, /Sign in with Acme login.*Password/);
    const response = await world.nobody.get('/sign-on');
    assert.deepEqual([response.status, /cannot ask Acme login right now/.test(response.text)], [503, true]);
    assert.equal(world.problems.length, 1);
  });

  test('says in the log what is wrong with its settings there', async () => {
    const world = await worldOn(await fresh(), { issuer: `${provider.issuer}/other` });
    assert.equal((await world.nobody.get('/sign-on')).status, 503);
    const wrongSecret = await worldOn(world.store, { env: { SIGHTLINE_OIDC_SECRET: 'wrong' } });
    assert.equal((await wrongSecret.enter()).status, 503);
    assert.match(wrongSecret.problems.join(), /invalid_client/);
  });

  test('writes no code, token, or secret into the log or the store', async () => {
    const tokens: string[] = [SECRET];
    const ask: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/token')) return response;
      const body = (await response.json()) as Record<string, string>;
      tokens.push(body.access_token ?? '', body.id_token ?? '', body.refresh_token ?? '');
      return Response.json(body);
    };
    const world = await worldOn(await fresh(), { fetch: ask });
    world.api.app.log.level = 'trace';
    const { page, cookie } = await world.begin();
    const back = await provider.signOn(page, 'ann');
    const inside = world.visitorIn(await world.comeBack(back, cookie));
    await world.comeBack(back, cookie);
    world.clock.at += 15 * MINUTE_MS;
    await inside.get('/account');
    const { code = '', state = '' } = Object.fromEntries(new URL(back).searchParams);
    const written = world.api.log.join() + world.problems.join() + JSON.stringify(await contentsOf(world.db));
    assert.equal(tokens.length, 7);
    for (const secret of [...tokens, code, state, cookie, decodeURIComponent(cookie)])
      assert.ok(!written.includes(secret));
  });
});

onPages('a server that takes no passwords', accountPages, (fresh) => {
  const PASSWORD = 'correct horse battery staple';

  test('refuses them, and links to set one, but from a break-glass user', async () => {
    const open = await worldOn(await fresh());
    const { id: organizationId } = await organizationNamed(open.db, ACME);
    const invite = async (email: string, isBreakGlass: boolean) =>
      (await inviteUser(open.acting, { email, role: 'admin', organizationId, isBreakGlass })).link.path;
    const [bob, glass, late] = [
      await invite('bob', false),
      await invite('glass', true),
      await invite('late', false),
    ];
    const session = visitor(
      open.api,
      cookieIn(await open.nobody.post(bob, { name: 'Bob', password: PASSWORD })),
    );
    assert.equal((await session.get('/account')).status, 200);

    const world = await worldOn(open.store, { env: { SIGHTLINE_OIDC_ONLY: 'on' } });
    const inOnly = visitor(world.api, session.token);
    assert.equal((await inOnly.get('/account')).status, 303);
    const { text } = await world.nobody.get('/sign-in');
    assert.match(text, /Emergency access with a password/);
    assert.doesNotMatch(text, /Forgot/);
    for (const path of [late, late]) {
      assert.match((await world.nobody.get(path)).text, /This server takes no passwords/);
      assert.equal((await world.nobody.post(path, { name: 'Late', password: PASSWORD })).status, 404);
    }
    const enter = (email: string) => world.nobody.post('/sign-in', { email, password: PASSWORD });
    assert.equal((await enter('bob')).status, 401);
    assert.equal((await world.nobody.post(glass, { name: 'Glass', password: PASSWORD })).status, 303);
    const admin = visitor(world.api, cookieIn(await enter('glass')));
    assert.doesNotMatch((await admin.get('/team')).text, /Invite somebody|New password/);
    for (const form of [
      { do: 'invite', email: 'new', role: 'viewer', organization: '1' },
      { do: 'link', user: 'bob' },
    ]) {
      assert.equal((await admin.post('/team', form)).status, 409);
    }
  });

  test('has no link for a first user', async () => {
    const world = await worldOn(await fresh(), { env: { SIGHTLINE_OIDC_ONLY: 'on' } });
    const { path } = await firstLink(world.acting);
    const form = { name: 'Eve', email: 'eve', password: PASSWORD };
    assert.deepEqual(
      [(await world.nobody.get(path)).status, (await world.nobody.post(path, form)).status],
      [404, 404],
    );
  });

  test('takes a break-glass user from the command line alone', async () => {
    const world = await worldOn(await fresh());
    const made = await runCli(world.store, ['user', 'create', 'glass', '--role', 'admin', '--break-glass']);
    assert.deepEqual([made.code, (await userNamed(world.db, 'glass')).isBreakGlass], [0, true]);
    const context = { ...world.acting, actor: { id: 'usr_another' }, reach: EVERYTHING } as never;
    await assert.rejects(
      actions.create_user.run(context, { email: 'other', role: 'admin', break_glass: true }),
      { code: 'conflict' },
    );
  });
});
