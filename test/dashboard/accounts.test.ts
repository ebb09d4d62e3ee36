import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { homeRoutes } from '../../src/dashboard/pages/home.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { hashToken } from '../../src/domain/access/secret-token.ts';
import { firstLink, linkFor } from '../../src/pipeline/accounts/links.ts';
import { openSession, sessionsOf } from '../../src/pipeline/accounts/sessions.ts';
import { disableUser, inviteUser, newUser, resetUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import { allKeys } from '../../src/pipeline/declare/keys.ts';
import { listOrganizations } from '../../src/storage/directory/organizations.ts';
import { runCli } from '../support/cli.ts';
import { cookieIn, dashboardOn, onPages, type PageResponse, visitor } from '../support/dashboard.ts';
import { countFailures } from '../support/quota.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...accountPages, ...homeRoutes, ...csvRoutes, ...setupRoutes];

const PASSWORD = 'correct horse battery';
const ADA = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, organization: 'Acme Inc' };

type Options = Parameters<typeof dashboardOn>[1];

/** A dashboard without users, and its link maker. */
function emptyOn(store: TestStore, options: Options = {}) {
  const dashboard = dashboardOn(store, options);
  const { clock } = dashboard.api;
  const deps = { db: store.main, random, now: clock.now };
  return { ...dashboard, store, clock, deps, acting: { ...deps, actor: 'test' } };
}

/** A password hash at minimum cost, which saves 35 ms per test. Tests of password forms still hash in full. */
const [LEAST_KIB, SALT] = [8, Buffer.from('of the first user')];
const DERIVED = argon2Sync('argon2id', {
  message: PASSWORD,
  nonce: SALT,
  memory: LEAST_KIB,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
});
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const HASHED = `$argon2id$v=19$m=${LEAST_KIB},t=1,p=1$${base64(SALT)}$${base64(DERIVED)}`;

/** A dashboard with Ada, an admin of all organizations. */
async function withAda(store: TestStore, options: Options = {}) {
  const world = emptyOn(store, options);
  const browser = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    address: '192.0.2.7',
  };
  if ((await listOrganizations(store.main)).length === 0) {
    await pipelineOn(store).apply({ organizations: [{ name: ADA.organization, plan: { name: 'growth' } }] });
  }
  const ada = { name: ADA.name, email: ADA.email, role: 'admin', organizationId: null } as const;
  const user = await newUser({ ...world.deps, actor: null }, { ...ada, password: HASHED });
  const session = await openSession(world.deps, user, browser);
  return { ...world, ada: visitor(world.api, session.token) };
}

/** A second organization with a brand and a key. */
async function withOther(store: TestStore): Promise<{ keyId: string }> {
  const brand = { ...ACME_BRAND, id: 'other', name: 'Other' };
  const other = { name: 'Other Inc', plan: { name: 'growth' }, brands: [brand] };
  await pipelineOn(store).apply({ organizations: [other] });
  return { keyId: (await pipelineOn(store).createKey({ organization: 'Other Inc', name: 'theirs' })).id };
}

const placeOf = ({ headers }: PageResponse) => headers.location;

onPages('signing in', ROUTES, (fresh) => {
  test('the link to the first user opens a form that makes one, signed in, and works no more', async () => {
    const { nobody, deps, api } = emptyOn(await fresh());
    const { path } = await firstLink(deps);
    const form = await nobody.get(path);
    assert.equal(form.status, 200);
    assert.match(form.html, /name="organization"/);
    const made = await nobody.post(path, ADA);
    assert.deepEqual([made.status, placeOf(made)], [303, '/']);
    const account = await visitor(api, cookieIn(made)).get('/account');
    assert.match(account.text, /ada@example\.com, admin of all organizations/);
    for (const late of [await nobody.get(path), await nobody.post(path, ADA)]) {
      assert.equal(late.status, 404);
      assert.match(late.text, /Someone used this link already, or it has expired/);
    }
  });

  test('a form with a mistake shows it, and keeps the typed values except the password, and the link', async () => {
    const { nobody, deps } = emptyOn(await fresh());
    const { path } = await firstLink(deps);
    const { status, text, html } = await nobody.post(path, { ...ADA, password: 'short pass' });
    assert.equal(status, 400);
    assert.match(text, /A password must have at least 12 characters/);
    assert.match(html, /value="ada@example\.com"/);
    assert.doesNotMatch(html, /short pass/);
    assert.equal((await nobody.post(path, ADA)).status, 303);
  });

  test('the sign-in page explains how to create the first user, until there is one', async () => {
    const store = await fresh();
    const { nobody } = emptyOn(store);
    assert.match((await nobody.get('/sign-in')).text, /There is no user yet/);
    await withAda(store);
    assert.doesNotMatch((await nobody.get('/sign-in')).text, /no user yet/);
  });

  test('a password leads to where one wanted to go', async () => {
    const { nobody, api } = await withAda(await fresh());
    const sent = await nobody.get('/account?x=1');
    assert.equal(placeOf(sent), '/sign-in?next=%2Faccount%3Fx%3D1');
    const { html } = await nobody.get(String(placeOf(sent)));
    assert.match(html, /name="next" value="\/account\?x=1"/);
    const opened = await nobody.post('/sign-in', { ...ADA, next: '/account?x=1' });
    assert.equal(placeOf(opened), '/account?x=1');
    assert.equal((await visitor(api, cookieIn(opened)).get('/account')).status, 200);
  });

  for (const next of [
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/x',
    'javascript:1',
    '',
  ]) {
    test(`next=${JSON.stringify(next)} does not lead away`, async () => {
      const { nobody } = await withAda(await fresh());
      assert.equal(placeOf(await nobody.post('/sign-in', { ...ADA, next })), '/');
      const { html } = await nobody.get(`/sign-in?next=${encodeURIComponent(next)}`);
      assert.match(html, /name="next" value="\/"/);
    });
  }

  test('a wrong password, an unknown user, and a disabled user get the same page', async () => {
    const { nobody, acting, store } = await withAda(await fresh());
    const ada = await userNamed(store.main, ADA.email);
    const tried = { ...ADA, password: 'not the password' };
    const wrong = await nobody.post('/sign-in', tried);
    const unknown = await nobody.post('/sign-in', { ...tried, email: 'eve@example.com' });
    await disableUser(acting, ada);
    const disabled = await nobody.post('/sign-in', ADA);
    for (const page of [wrong, unknown, disabled]) {
      assert.equal(page.status, 401);
      assert.equal(page.headers['set-cookie'], undefined);
      assert.equal(page.text, wrong.text);
    }
    assert.doesNotMatch(wrong.html, /not the password/);
  });

  test('the eleventh wrong password within 15 minutes has to wait, and then the right one does too', async () => {
    const { nobody, clock } = await withAda(await fresh());
    const tried = { ...ADA, password: 'not the password' };
    for (let time = 1; time <= 10; time += 1)
      assert.equal((await nobody.post('/sign-in', tried)).status, 401);
    for (const form of [tried, ADA]) {
      const { status, text, headers } = await nobody.post('/sign-in', form);
      assert.equal(status, 429);
      assert.match(String(headers['retry-after']), /^[1-9]\d{0,2}$/);
      assert.match(text, /Too many failed attempts\. Try again in \d+ minutes?\./);
    }
    clock.at += 15 * MINUTE_MS;
    assert.equal((await nobody.post('/sign-in', ADA)).status, 303);
  });

  test('asks for no password where nobody has one', async () => {
    const empty = emptyOn(await fresh()).nobody;
    const demo = (await withAda(await fresh(), { isDemo: true })).nobody;
    for (const nobody of [empty, demo]) {
      assert.doesNotMatch((await nobody.get('/sign-in')).html, /type="password"/);
    }
    assert.match((await demo.get('/sign-in')).text, /This is a demo\. Open the link that it printed/);
  });

  test('the same limit applies to a user who does not exist', async () => {
    const { nobody } = await withAda(await fresh());
    const tried = { email: 'eve@example.com', password: 'not the password' };
    for (let time = 1; time <= 10; time += 1)
      assert.equal((await nobody.post('/sign-in', tried)).status, 401);
    assert.equal((await nobody.post('/sign-in', tried)).status, 429);
  });

  test('compares ten of many concurrent wrong passwords', async () => {
    const { nobody } = await withAda(await fresh());
    const tried = { ...ADA, password: 'not the password' };
    const pages = await Promise.all(Array.from({ length: 15 }, () => nobody.post('/sign-in', tried)));
    assert.equal(pages.filter(({ status }) => status === 401).length, 10);
  });

  test("a stranger's failures lock nobody out elsewhere, and right passwords do not count", async () => {
    const { nobody } = await withAda(await fresh(), { trustProxy: 'loopback' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const tried = { ...ADA, password: 'not the password' };
    for (let time = 1; time <= 11; time += 1) await nobody.post('/sign-in', tried, from('198.51.100.1'));
    assert.equal((await nobody.post('/sign-in', ADA, from('198.51.100.1'))).status, 429);
    for (let time = 1; time <= 11; time += 1) {
      assert.equal((await nobody.post('/sign-in', ADA, from('192.0.2.1'))).status, 303);
    }
  });

  test('guessing one account from many addresses slows every new address, and admins see it', async () => {
    const { nobody, api, store, clock } = await withAda(await fresh(), { trustProxy: 'loopback' });
    const tried = { ...ADA, password: 'not the password' };
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const statusOf = async (form: typeof ADA, address: string) =>
      (await nobody.post('/sign-in', form, from(address))).status;
    assert.equal(await statusOf(ADA, '192.0.2.7'), 303);
    for (let time = 1; time <= 20; time += 1) assert.equal(await statusOf(tried, `198.51.100.${time}`), 401);
    // A new address gets one attempt, right or wrong.
    assert.equal(await statusOf(ADA, '203.0.113.1'), 303);
    assert.equal(await statusOf(tried, '203.0.113.2'), 401);
    for (const form of [tried, ADA]) {
      const page = await nobody.post('/sign-in', form, from('203.0.113.2'));
      assert.equal(page.status, 429);
      assert.ok(Number(page.headers['retry-after']) <= 900);
    }
    // Addresses with an earlier sign-in are not throttled.
    assert.equal(await statusOf(tried, '192.0.2.7'), 401);
    assert.equal(await statusOf(ADA, '192.0.2.7'), 303);
    clock.at += 15 * MINUTE_MS;
    assert.equal(await statusOf(ADA, '203.0.113.2'), 303);
    const { id } = await userNamed(store.main, ADA.email);
    const logged = api.log.map((line) => JSON.parse(line)).filter(({ msg }) => /many wrong/.test(msg));
    assert.deepEqual(
      logged.map(({ level, user, wrong }) => ({ level, user, wrong })),
      [{ level: 40, user: id, wrong: 20 }],
    );
    const audit = (await contentsOf(store.main)).audit_log ?? [];
    const guessed = audit.filter(({ action }) => action === 'session.guessed');
    assert.deepEqual(
      guessed.map(({ subject, detail }) => [subject, detail]),
      [[id, '20 wrong passwords on this day']],
    );
  });

  test('slows attempts on an unknown account like on a known one', async () => {
    const { nobody, api } = await withAda(await fresh(), { trustProxy: 'loopback' });
    const tried = { email: 'my password here', password: 'x' };
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let time = 1; time <= 20; time += 1)
      await nobody.post('/sign-in', tried, from(`198.51.100.${time}`));
    assert.equal((await nobody.post('/sign-in', tried, from('203.0.113.2'))).status, 401);
    assert.equal((await nobody.post('/sign-in', tried, from('203.0.113.2'))).status, 429);
    assert.doesNotMatch(api.log.join(), /my password here/);
  });

  test("a newer link replaces the user's older one, whatever their purposes", async () => {
    const { nobody, store, acting } = await withAda(await fresh());
    const { user, link } = await inviteUser(acting, { email: 'bob', role: 'admin', organizationId: null });
    const later = await resetUser(acting, user);
    const reset = await linkFor(acting, 'reset', user);
    for (const { path } of [link, later]) assert.equal((await nobody.get(path)).status, 404);
    assert.equal((await nobody.get(reset.path)).status, 200);
    const others = await Promise.all([1, 2, 3].map(() => resetUser(acting, user)));
    const left = await store.main.selectFrom('one_time_links').select('hash').execute();
    assert.equal(left.length, 1);
    assert.ok(others.some(({ token }) => hashToken(token) === left[0]?.hash));
  });

  test('refuses a common password, and the link still works', async () => {
    const { nobody, acting } = await withAda(await fresh());
    const { link } = await inviteUser(acting, { email: 'bob', role: 'admin', organizationId: null });
    const refused = await nobody.post(link.path, { name: 'Bob', password: 'Password12345!' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Many people use this password/);
    assert.doesNotMatch(refused.html, /Password12345/);
    assert.equal((await nobody.post(link.path, { name: 'Bob', password: PASSWORD })).status, 303);
  });

  test('an address with 200 failures in an hour has to wait, for any account', async () => {
    const { nobody, store, clock } = await withAda(await fresh());
    await countFailures(store, '127.0.0.1', 200, clock.at);
    assert.equal((await nobody.post('/sign-in', ADA)).status, 429);
  });

  test("a new sign-in ends the browser's earlier session, so a planted one is useless", async () => {
    const { ada, api } = await withAda(await fresh());
    const opened = await ada.post('/sign-in', ADA);
    assert.notEqual(cookieIn(opened), ada.token);
    assert.equal((await ada.get('/account')).status, 303);
    assert.equal((await visitor(api, cookieIn(opened)).get('/account')).status, 200);
  });

  test('a forged token opens nothing', async () => {
    const { api } = await withAda(await fresh());
    for (const token of ['x', `sl_session_${'a'.repeat(43)}`, '']) {
      assert.equal((await visitor(api, token).get('/account')).status, 303);
    }
  });

  test('signing out ends the session and takes the cookie away', async () => {
    const { ada } = await withAda(await fresh());
    const out = await ada.post('/sign-out');
    assert.equal(placeOf(out), '/sign-in');
    assert.match(String(out.headers['set-cookie']), /^sightline=; .*Expires=Thu, 01 Jan 1970/);
    assert.equal(placeOf(await ada.get('/account')), '/sign-in?next=%2Faccount');
  });

  test('the cookie is for this host alone, and over HTTPS tied to it', async () => {
    const { nobody, api } = await withAda(await fresh(), { trustProxy: 'loopback' });
    const plain = String((await nobody.post('/sign-in', ADA)).headers['set-cookie']);
    assert.match(plain, /^sightline=sl_session_\w{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    const https = { 'x-forwarded-proto': 'https' };
    const secure = await nobody.post('/sign-in', ADA, https);
    const cookie = String(secure.headers['set-cookie']);
    assert.match(
      cookie,
      /^__Host-sightline=sl_session_\w{43}; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    );
    // An unencrypted page on the same host could have set the plain cookie name.
    const token = cookieIn(secure, '__Host-sightline');
    assert.equal((await visitor(api, token).get('/account', https)).status, 303);
    const named = { ...https, cookie: `__Host-sightline=${token}` };
    assert.equal((await nobody.get('/account', named)).status, 200);
  });

  test('an untrusted client does not make its connection HTTPS by saying so', async () => {
    const { nobody } = await withAda(await fresh());
    const opened = await nobody.post('/sign-in', ADA, { 'x-forwarded-proto': 'https' });
    assert.match(String(opened.headers['set-cookie']), /^sightline=/);
  });

  test('a public server without a user explains why it is closed, except for links to create one', async () => {
    const { nobody, deps, api } = emptyOn(await fresh(), { isPublic: true });
    for (const path of ['/', '/sign-in', '/account', '/demo/x', '/reset/x']) {
      const { status, text } = await nobody.get(path);
      assert.equal(status, 503, path);
      assert.match(text, /Nobody can sign in yet/);
    }
    assert.equal((await nobody.post('/sign-in', ADA)).status, 503);
    assert.equal((await api.app.inject('/healthz')).statusCode, 200);
    assert.equal((await api.get('/me')).status, 401);
    assert.equal((await nobody.get(`/setup/sl_link_${'a'.repeat(43)}`)).status, 404);
    const { path } = await firstLink(deps);
    assert.equal((await nobody.post(path, ADA)).status, 303);
    assert.equal((await nobody.get('/sign-in')).status, 200);
  });

  test('no token, password or hash of either is in the log or the audit log', async () => {
    const { nobody, ada, api, store, deps } = await withAda(await fresh());
    const link = await linkFor(deps, 'reset', await userNamed(store.main, ADA.email));
    await nobody.get(link.path);
    await nobody.post(link.path, { password: 'another password' });
    await nobody.post('/sign-in', { email: 'a password in the wrong field', password: 'another password' });
    await ada.get('/account');
    const { audit_log } = await contentsOf(store.main);
    const written = JSON.stringify([api.log, audit_log]);
    assert.match(written, /\/reset\/\[redacted\]/);
    const secrets = [PASSWORD, 'another password', 'wrong field', '$argon2', ada.token, link.token];
    for (const secret of [...secrets, hashToken(link.token), hashToken(ada.token ?? '')]) {
      assert.ok(secret && !written.includes(secret), String(secret));
    }
  });
});

onPages('an account', ROUTES, (fresh) => {
  test('lists its sessions in words, and ends one or all others', async () => {
    const { ada, nobody, api } = await withAda(await fresh());
    const chrome = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    };
    const tokens: string[] = [];
    for (let time = 0; time < 3; time += 1) tokens.push(cookieIn(await nobody.post('/sign-in', ADA, chrome)));
    const { text, html } = await ada.get('/account');
    assert.match(text, /Firefox on Linux 192\.0\.2\.7 .* This browser/);
    assert.equal(text.match(/Chrome on Windows 127\.0\.0\.1/g)?.length, 3);
    const [, session = ''] = /name="session" value="(ses_\w+)"/.exec(html) ?? [];
    const isOpen = async () =>
      await Promise.all(
        tokens.map(async (token) => (await visitor(api, token).get('/account')).status === 200),
      );
    assert.equal(placeOf(await ada.post('/account', { do: 'end', session })), '/account?done=session');
    assert.equal((await isOpen()).filter(Boolean).length, 2);
    await ada.post('/account', { do: 'end-others' });
    assert.deepEqual(await isOpen(), [false, false, false]);
    assert.equal((await ada.get('/account')).status, 200);
  });

  test("refuses to end another user's session as if it did not exist", async () => {
    const { ada, api, deps, store } = await withAda(await fresh());
    const opened = await visitor(api, null).post('/sign-in', ADA);
    const [session] = await sessionsOf(deps.db, await userNamed(store.main, ADA.email), deps.now());
    await pipelineOn(store).apply(acmeFile());
    const viewer = await dashboardOn(store).signedIn('viewer');
    const page = await viewer.post('/account', { do: 'end', session: session?.id ?? '' });
    assert.equal(page.status, 404);
    assert.match(page.text, /There is no such session/);
    assert.equal((await visitor(api, cookieIn(opened)).get('/account')).status, 200);
    assert.equal((await ada.get('/account')).status, 200);
  });

  test('a new password needs the old one, ends every session, and goes on in a new one', async () => {
    const { ada, nobody, api } = await withAda(await fresh());
    const other = cookieIn(await nobody.post('/sign-in', ADA));
    const form = { do: 'password', old: 'not the password', password: 'a new password' };
    assert.match((await ada.post('/account', form)).text, /The current password is wrong/);
    const changed = await ada.post('/account', { ...form, old: PASSWORD });
    assert.equal(placeOf(changed), '/account?done=password');
    assert.equal((await visitor(api, cookieIn(changed)).get('/account')).status, 200);
    for (const token of [ada.token, other])
      assert.equal((await visitor(api, token).get('/account')).status, 303);
    assert.equal((await nobody.post('/sign-in', ADA)).status, 401);
    assert.equal((await nobody.post('/sign-in', { ...ADA, password: 'a new password' })).status, 303);
  });

  test('a stolen session does not allow to guess the password', async () => {
    const { ada } = await withAda(await fresh());
    const form = { do: 'password', old: 'not the password', password: 'a new password' };
    for (let time = 1; time <= 10; time += 1) assert.equal((await ada.post('/account', form)).status, 401);
    assert.equal((await ada.post('/account', { ...form, old: PASSWORD })).status, 429);
  });

  test('confirms an action only if it is possible', async () => {
    const { ada } = await withAda(await fresh());
    for (const page of ['account', 'team']) {
      for (const done of ['constructor', '__proto__', 'nothing']) {
        assert.doesNotMatch((await ada.get(`/${page}?done=${done}`)).html, /class="note"/);
      }
    }
  });

  test('a name is hostile text like any other', async () => {
    const { ada } = await withAda(await fresh());
    await ada.post('/account', { do: 'name', name: '<script>alert(1)</script>' });
    const { html } = await ada.get('/account');
    assert.doesNotMatch(html, /<script>alert/);
    assert.match(html, /&lt;script&gt;alert\(1\)/);
    assert.equal((await ada.post('/account', { do: 'name', name: '\u0000 ' })).status, 422);
  });

  test('times of day are in the zone that the user chose, with UTC beside', async () => {
    const { ada } = await withAda(await fresh());
    const wrong = await ada.post('/account', { do: 'zone', zone: 'Atlantis' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is no time zone\. Name one such as Europe\/Berlin/);
    await ada.post('/account', { do: 'zone', zone: 'asia/tokyo' });
    const { html } = await ada.get('/account');
    assert.match(html, /name="zone"[^>]*value="Asia\/Tokyo"/);
    assert.match(html, /title="November 20, 2026, 13:37 UTC">November 20, 2026, 22:37 GMT\+9</);
  });
});

onPages('a team', ROUTES, (fresh) => {
  test('a user who signed in by a link alone has that day as their start, and is not "invited"', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { signedIn } = dashboardOn(store);
    await signedIn('viewer');
    const { text } = await (await signedIn('admin')).get('/team');
    assert.match(text, /@acme\.example viewer Invited on November 20, 2026/);
    assert.match(text, /@acme\.example admin Since November 20, 2026/);
  });

  test('shows an invitation once, and its user has that role and organization', async () => {
    const { ada, nobody, api } = await withAda(await fresh());
    const { html } = await ada.get('/team');
    const [, organization = ''] = /<option value="(\d+)">Acme Inc/.exec(html) ?? [];
    const invited = await ada.post('/team', {
      do: 'invite',
      email: 'Bob@example.com',
      role: 'editor',
      organization,
    });
    const [, path = ''] = /http:\/\/localhost[^<]*?(\/invite\/sl_link_\w+)/.exec(invited.html) ?? [];
    assert.ok(path, invited.text);
    assert.doesNotMatch((await ada.get('/team')).html, /sl_link_/);
    assert.match(
      (await nobody.get(path)).text,
      /You join Acme Inc as editor and sign in as bob@example\.com/,
    );
    const accepted = await nobody.post(path, { name: 'Bob', password: PASSWORD });
    const bob = visitor(api, cookieIn(accepted));
    assert.match((await bob.get('/account')).text, /bob@example\.com, editor in Acme Inc/);
    assert.equal((await nobody.post(path, { name: 'Bob', password: PASSWORD })).status, 404);
  });

  test('an admin created in an empty store names its first organization', async () => {
    const { nobody, acting, api, store } = emptyOn(await fresh());
    const { link } = await inviteUser(acting, { email: 'root', role: 'admin', organizationId: null });
    assert.match((await nobody.get(link.path)).html, /name="organization"/);
    const form = { name: 'Root', password: PASSWORD };
    assert.equal((await nobody.post(link.path, form)).status, 400);
    const accepted = await nobody.post(link.path, { ...form, organization: 'Acme Inc' });
    assert.equal((await visitor(api, cookieIn(accepted)).get('/account')).status, 200);
    assert.equal((await contentsOf(store.main)).organizations[0]?.name, 'Acme Inc');
    const { link: later } = await inviteUser(acting, { email: 'later', role: 'admin', organizationId: null });
    assert.doesNotMatch((await nobody.get(later.path)).html, /name="organization"/);
  });

  test('roles: a viewer and an editor see the team and change nothing, an editor has keys, an admin the log', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const statuses = async (role: 'viewer' | 'editor' | 'admin') => {
      const user = await dashboard.signedIn(role);
      const pages = ['/account', '/team', '/keys', '/audit'].map(
        async (path) => (await user.get(path)).status,
      );
      const form = { do: 'invite', email: 'x', role: 'admin', organization: 'all' };
      return [...(await Promise.all(pages)), (await user.post('/team', form)).status];
    };
    assert.deepEqual(await statuses('viewer'), [200, 200, 403, 403, 403]);
    assert.deepEqual(await statuses('editor'), [200, 200, 200, 403, 403]);
    // An organization's admin cannot create admins of all.
    assert.deepEqual(await statuses('admin'), [200, 200, 200, 200, 400]);
  });

  test("an organization's admin neither sees nor changes other organizations' users, or an admin of all", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    await withOther(store);
    const { ada } = await withAda(store);
    const dashboard = dashboardOn(store);
    const admin = await dashboard.signedIn('admin');
    const theirs = await dashboard.signedIn('viewer', 'Other Inc');
    const other = /user-\d+@acme\.example/.exec((await theirs.get('/account')).text)?.[0] ?? '';
    const { text } = await admin.get('/team');
    assert.doesNotMatch(text, new RegExp(`${other}|ada@example`));
    for (const email of [other, ADA.email]) {
      const { id } = await userNamed(store.main, email);
      const answers = await Promise.all(
        ['role', 'disable', 'link'].map(
          async (what) => await admin.post('/team', { do: what, user: id, role: 'viewer' }),
        ),
      );
      for (const page of answers)
        assert.deepEqual([page.status, /There is no user /.test(page.text)], [404, true]);
    }
    const missing = await admin.post('/team', { do: 'disable', user: 'usr_000000000000' });
    assert.equal(missing.status, 404);
    assert.equal((await admin.post('/team', { do: 'disable', user: '\u0000' })).status, 422);
    const organization = String((await userNamed(store.main, other)).organization?.internalId);
    const foreign = await admin.post('/team', { do: 'invite', email: 'x', role: 'viewer', organization });
    assert.equal(foreign.status, 400);
    assert.equal((await ada.get('/team')).status, 200);
  });

  test('a disabled user is out at once, and in again when enabled', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { ada, api, nobody, acting } = await withAda(store);
    const { user, link } = await inviteUser(acting, { email: 'bob', role: 'admin', organizationId: null });
    const bob = visitor(api, cookieIn(await nobody.post(link.path, { name: 'Bob', password: PASSWORD })));
    assert.equal((await bob.get('/team')).status, 200);
    assert.equal(placeOf(await ada.post('/team', { do: 'disable', user: user.id })), '/team?done=disable');
    assert.equal((await bob.get('/team')).status, 303);
    assert.equal((await bob.post('/team', { do: 'enable', user: user.id })).status, 401);
    await ada.post('/team', { do: 'enable', user: user.id });
    assert.equal((await nobody.post('/sign-in', { email: 'bob', password: PASSWORD })).status, 303);
  });

  test('nobody takes the last admin away: not oneself', async () => {
    const { ada, store } = await withAda(await fresh());
    const { id } = await userNamed(store.main, ADA.email);
    for (const what of ['disable', 'role']) {
      assert.equal((await ada.post('/team', { do: what, user: id, role: 'viewer' })).status, 409);
    }
  });

  test('a changed role holds from the next request', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { ada } = await withAda(store);
    const bob = await dashboardOn(store).signedIn('viewer');
    const email = /user-\d+@acme\.example/.exec((await bob.get('/account')).text)?.[0] ?? '';
    assert.equal((await bob.get('/keys')).status, 403);
    await ada.post('/team', { do: 'role', user: (await userNamed(store.main, email)).id, role: 'editor' });
    assert.equal((await bob.get('/keys')).status, 200);
  });
});

onPages('keys of the API', ROUTES, (fresh) => {
  test('shows a key once, with a line that uses it', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const editor = await dashboard.signedIn('editor');
    const { html } = await editor.get('/keys');
    assert.match(html, /<option value="brand acme">Only Acme/);
    const made = await editor.post('/keys', { do: 'create', name: 'BI', reach: 'brand acme', expires: '30' });
    const [key = ''] = /sl_live_\w{40}/.exec(made.html) ?? [];
    assert.match(
      made.text,
      new RegExp(`curl -s -H 'X-API-Key: ${key}' 'http://localhost:?\\d*/api/v1/visibility`),
    );
    assert.equal((await dashboard.api.get('/visibility', key)).status, 200);
    assert.doesNotMatch((await editor.get('/keys')).html, new RegExp(key));
    assert.match((await editor.get('/keys')).text, /BI sl_live_\w{4}… Acme read .* December 20, 2026/);
  });

  test("shows a key's last use to the minute", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const editor = await dashboard.signedIn('editor');
    const { key } = await pipelineOn(store).createKey();
    assert.match((await editor.get('/keys')).text, /Not yet/);
    const at = dashboard.api.clock.at;
    await dashboard.api.get('/me', key);
    dashboard.api.clock.at = at + 20_000;
    await dashboard.api.get('/me', key);
    assert.match((await editor.get('/keys')).text, /November 20, 2026, 13:37 UTC/);
    dashboard.api.clock.at = at + DAY_MS;
    await dashboard.api.get('/me', key);
    assert.match((await editor.get('/keys')).text, /November 21, 2026, 13:37 UTC/);
  });

  test("a disabled user's key still works, and lists say so", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { ada, acting, api } = await withAda(store);
    const ben = await dashboardOn(store).signedIn('editor');
    const made = await ben.post('/keys', { do: 'create', reach: 'all 1', name: 'BI' });
    const [key = ''] = /sl_live_\w{40}/.exec(made.html) ?? [];
    const [, email = ''] = /by (user-\d+@acme\.example)/.exec((await ada.get('/keys')).text) ?? [];
    assert.doesNotMatch((await ada.get('/keys')).text, /\(disabled\)/);
    await disableUser(acting, await userNamed(store.main, email));
    assert.match((await ada.get('/keys')).text, new RegExp(`by ${email} \\(disabled\\)`));
    assert.equal((await api.get('/me', key)).status, 200);
    const { out } = await runCli(store, ['key', 'list', '--json']);
    const [listed] = JSON.parse(out) as { made_by: string; made_by_disabled: boolean }[];
    assert.deepEqual([listed?.made_by, listed?.made_by_disabled], [email, true]);
  });

  test('no key works longer than the operator allows, and existing ones keep their end', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const old = await pipelineOn(store).createKey();
    const dashboard = dashboardOn(store, { maxKeyDays: 60 });
    const editor = await dashboard.signedIn('editor');
    const { html } = await editor.get('/keys');
    const choices = /<select[^>]*name="expires"[\s\S]*?<\/select>/.exec(html)?.[0] ?? '';
    assert.deepEqual(
      [...choices.matchAll(/value="(\d*)"/g)].map(([, days]) => days),
      ['30', '60'],
    );
    for (const expires of ['', '30', '60', '365']) {
      await editor.post('/keys', { do: 'create', reach: 'all 1', expires });
    }
    await editor.post('/keys', { do: 'rotate', key: old.id });
    const asked = ['key', 'create', '--organization', 'Acme Inc', '--expires', '2027-11-20T00:00:00Z'];
    const refused = await runCli(store, asked, { maxKeyDays: 60 });
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /Keys work for at most 60 days here \(SIGHTLINE_MAX_KEY_DAYS\): until 2027-01-19T/,
    );
    const keys = await store.main
      .selectFrom('api_keys')
      .select(['created_at', 'expires_at'])
      .orderBy('id')
      .execute();
    const days = keys.map((each) => (Number(each.expires_at) - Number(each.created_at)) / DAY_MS);
    assert.deepEqual(days.slice(1), [60, 30, 60, 60, 60]);
  });

  test('a replaced key and a revoked one do not work', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const editor = await dashboard.signedIn('editor');
    const old = await pipelineOn(store).createKey();
    const rotated = await editor.post('/keys', { do: 'rotate', key: old.id });
    assert.match(rotated.text, /The old key no longer works/);
    const [key = ''] = /sl_live_\w{40}/.exec(rotated.html) ?? [];
    assert.equal((await dashboard.api.get('/me', old.key)).status, 401);
    assert.equal((await dashboard.api.get('/me', key)).status, 200);
    assert.equal((await editor.post('/keys', { do: 'rotate', key: old.id })).status, 409);
    const [{ id } = { id: '' }] = (await allKeys(store.main, undefined)).slice(-1);
    await editor.post('/keys', { do: 'revoke', key: id });
    assert.equal((await dashboard.api.get('/me', key)).status, 401);
  });

  test('a key and a brand of another organization look like ones that do not exist', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { keyId } = await withOther(store);
    const editor = await dashboardOn(store).signedIn('editor');
    assert.doesNotMatch((await editor.get('/keys')).text, /theirs|Other/);
    for (const what of ['revoke', 'rotate']) {
      const [foreign, missing] = await Promise.all(
        [keyId, 'key_000000000000'].map(async (key) => await editor.post('/keys', { do: what, key })),
      );
      assert.equal(foreign?.status, 404);
      assert.equal(foreign?.text, missing?.text);
    }
    for (const reach of ['brand other', 'brand nowhere', 'all 2', '']) {
      assert.equal((await editor.post('/keys', { do: 'create', reach })).status, 400, reach);
    }
  });
});

onPages('the audit log', ROUTES, (fresh) => {
  test("has a change's old and new value", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { ada, acting } = await withAda(store);
    const [own] = await listOrganizations(store.main);
    const { user } = await inviteUser(acting, { email: 'bob', role: 'viewer', organizationId: own?.id ?? 0 });
    await ada.post('/team', { do: 'role', user: user.id, role: 'editor', [`role-${user.id}`]: 'editor' });
    const brand = { ...ACME_BRAND, domain: 'acme.test', prompts: ['a new question'] };
    const plan = { name: 'growth', prompts_included: 9999 } as const;
    await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc', plan, brands: [brand] }] });
    const { text } = await ada.get('/audit');
    assert.match(text, /plan\.prompts_included : \d+ → 9999/);
    assert.match(text, /Website : acme\.example → acme\.test/);
    assert.match(text, /Question a new question : – → asked/);
    assert.match(text, /role : viewer → editor/);
  });

  test('has wrong current passwords, and downloads with their users', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { ada } = await withAda(store);
    const wrong = { do: 'password', old: 'not the password', password: 'another password' };
    assert.equal((await ada.post('/account', wrong)).status, 401);
    for (const path of ['csv/sources', 'setup/apply.json']) {
      assert.equal((await ada.get(`/brands/acme/${path}`)).status, 200);
    }
    assert.equal((await ada.get('/brands/acme/csv/nothing')).status, 404);
    assert.equal((await ada.get('/audit.csv')).status, 200);
    const { audit_log = [] } = await contentsOf(store.main);
    const found = audit_log.filter(({ action }) => /export|wrong/.test(String(action)));
    assert.deepEqual(
      found.map(({ action, subject, detail }) => [action, String(subject).slice(0, 4), detail]),
      [
        ['user.wrong-password', 'usr_', 'from 127.0.0.1'],
        ['brand.export', 'acme', 'sources.csv'],
        ['brand.export', 'acme', 'its apply file'],
        ['audit.export', 'null', 'csv'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(audit_log), /not the password|another password/);
  });

  test('an admin downloads their part as CSV and JSON Lines', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { keyId } = await withOther(store);
    const { ada, clock } = await withAda(store);
    const [own] = await listOrganizations(store.main);
    const many = Array.from({ length: 2500 }, (_, index) => ({
      at: clock.at + index,
      organization_id: own?.id ?? 0,
      actor: 'command line',
      action: 'key.create',
      subject: `key_${index}`,
      detail: '=1+1, "x"',
    }));
    for (let from = 0; from < many.length; from += 500) {
      await store.main
        .insertInto('audit_log')
        .values(many.slice(from, from + 500))
        .execute();
    }
    const jsonl = await ada.get('/audit.jsonl');
    const lines = jsonl.html
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each));
    const { audit_log = [] } = await contentsOf(store.main);
    assert.equal(lines.length, audit_log.length);
    assert.ok(lines.some(({ subject }) => subject === keyId));
    assert.equal(
      new Set(lines.map(({ subject }) => subject).filter((each) => /^key_\d+$/.test(each))).size,
      2500,
    );
    const csv = (await ada.get('/audit.csv')).html;
    assert.ok(csv.startsWith('\uFEFFat,organization,actor,'));
    assert.match(csv, /,key_7,,"'=1\+1, ""x""",\r\n/);
    const admin = await dashboardOn(store, { clock }).signedIn('admin');
    const theirs = (await admin.get('/audit.jsonl')).html;
    assert.match(theirs, /key_2499/);
    assert.doesNotMatch(theirs, new RegExp(`${keyId}|ada@example`));
    const editor = await dashboardOn(store, { clock }).signedIn('editor');
    assert.equal((await editor.get('/audit.csv')).status, 403);
  });

  test("filters by day and user, has pages, and contains only the organization's entries", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { keyId } = await withOther(store);
    const { ada, nobody, clock } = await withAda(store);
    await nobody.post('/sign-in', { ...ADA, password: 'not the password' });
    for (let count = 0; count < 55; count += 1) await pipelineOn(store).createKey({ name: `key ${count}` });
    const first = await ada.get('/audit');
    assert.match(first.text, /key 54/);
    assert.doesNotMatch(first.text, /key 0\)/);
    const [, older = ''] = /href="(\/audit\?before=[^"]*)"/.exec(first.html) ?? [];
    const second = await ada.get(older);
    assert.match(second.text, /key 0\)/);
    assert.match(second.text, /was refused at sign-in \(from 127\.0\.0\.1\)/);
    assert.match(second.text, new RegExp(keyId));
    const { id } = await userNamed(store.main, ADA.email);
    const hers = (await ada.get(`/audit?actor=${id}`)).text;
    assert.match(hers, /ada@example\.com signed in/);
    assert.doesNotMatch(hers, /created the key/);
    assert.match((await ada.get('/audit?day=2026-11-19')).text, /No entry fits/);
    assert.equal((await ada.get('/audit?day=x')).status, 400);
    assert.equal((await ada.get('/audit?actor=%00&before=%00')).status, 200);
    const admin = await dashboardOn(store, { clock }).signedIn('admin');
    const own = await admin.get('/audit');
    assert.match(own.text, /key 54/);
    assert.doesNotMatch(own.text, new RegExp(`${keyId}|ada@example`));
  });
});
