import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { totpCode, totpStep } from '../../src/domain/access/totp.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { linkFor } from '../../src/pipeline/accounts/links.ts';
import { removeFactor } from '../../src/pipeline/accounts/second-factor.ts';
import { openSession } from '../../src/pipeline/accounts/sessions.ts';
import { enterWithCode, foundBy } from '../../src/pipeline/accounts/sign-in.ts';
import { inviteUser, newUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import type { EngineKeySettings } from '../../src/pipeline/collect/keys/engine-keys.ts';
import { savePassword } from '../../src/storage/directory/access/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import {
  cookieIn,
  dashboardOn,
  onPages,
  type PageResponse,
  type Visitor,
  visitor,
} from '../support/dashboard.ts';
import { contentsOf } from '../support/tables.ts';
import { MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const [EVE, PASSWORD] = ['eve@example.com', 'correct horse battery'];
const BROWSER = { userAgent: '', address: '192.0.2.9' };
const SALT = Buffer.from('of all who have it');

/** A password hash at minimum cost. */
function hashed(password: string): string {
  const settings = { nonce: SALT, memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const derived = argon2Sync('argon2id', { message: password, ...settings });
  const [salt, tag] = [SALT, derived].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`;
}

const ENGINE_KEYS = { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(40) };

async function worldOn(store: Store, engineKeys: EngineKeySettings = ENGINE_KEYS) {
  const plan = { name: 'growth' } as const;
  const organizations = ['Acme Inc', 'Other Inc'].map((name) => ({ name, plan }));
  await pipelineOn(store).apply({ organizations });
  const dashboard = dashboardOn(store, { trustProxy: 'loopback', engineKeys });
  const { clock } = dashboard.api;
  const acting = { db: store.main, random, now: clock.now, actor: 'test' };
  /** A user with a password, signed in. */
  const add = async (organization: string | null = 'Acme Inc', email = EVE) => {
    const organizationId =
      organization === null ? null : (await organizationNamed(store.main, organization)).id;
    const fields = { email, name: 'Eve', role: 'admin', password: hashed(PASSWORD), organizationId } as const;
    const user = await newUser(acting, fields);
    return { user, ...visitor(dashboard.api, (await openSession(acting, user, BROWSER)).token) };
  };
  const post = (form: Record<string, string>, address = '192.0.2.1') =>
    dashboard.nobody.post('/sign-in', { next: '/account', ...form }, { 'x-forwarded-for': address });
  /** The page after a password, and its proof. */
  const afterPassword = async (address?: string) => {
    const page = await post({ email: EVE, password: PASSWORD }, address);
    return { page, proof: fieldIn(page, 'proof') };
  };
  const actions = async () => ((await contentsOf(store.main)).audit_log ?? []).map(({ action }) => action);
  return { ...dashboard, store, clock, acting, add, post, afterPassword, actions };
}

const fieldIn = ({ html }: PageResponse, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

const isOpened = ({ headers }: PageResponse) => /^sightline=sl_/.test(String(headers['set-cookie']));

/** The app's secret, from the key that the page shows. */
function secretIn({ html }: PageResponse): Buffer {
  const key = /<code>([A-Z2-7 ]{39})<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? assert.fail('no key');
  const bits = [...key]
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const recoveryIn = ({ html }: PageResponse) =>
  html.match(/^(?:<[^>]+>)*\d{4} \d{4} \d{4} \d{4}/gm)?.map((line) => line.replace(/<[^>]+>/g, '')) ?? [];

/** The form of a page that sets a factor up, with the code that the app shows. */
const formIn = (page: PageResponse, { at }: { readonly at: number }) => ({
  proof: fieldIn(page, 'proof'),
  sealed: fieldIn(page, 'sealed'),
  code: totpCode(secretIn(page), totpStep(at)),
});

const START = { do: 'factor', proving: PASSWORD };

type World = Awaited<ReturnType<typeof worldOn>>;

/** Sets a factor up. The clock is then a minute later, so that the app shows another code. */
async function setUp({ api, clock, post }: World, who: Visitor) {
  const page = await who.post('/account', START);
  const [secret, form] = [secretIn(page), formIn(page, clock)];
  const codeNow = (away = 0) => totpCode(secret, totpStep(clock.at) + away);
  const done = await post(form, '192.0.2.7');
  assert.ok(isOpened(done), done.text);
  clock.at += MINUTE_MS;
  return { secret, codeNow, form, me: visitor(api, cookieIn(done)), recovery: recoveryIn(done) };
}

/** A world in which Eve has a factor. */
async function withFactor(store: Store) {
  const world = await worldOn(store);
  const { user, ...eve } = await world.add();
  const { me, ...own } = await setUp(world, eve);
  return { ...world, eve: { user, ...me }, ...own };
}

const wrongFor = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');
const isAsked = (page: PageResponse) =>
  !isOpened(page) && /one-time-code/.test(page.html) && !page.html.includes('<svg class="qr"');

onPages('setting up a second factor', accountPages, (fresh) => {
  test('takes the password, shows a QR code and a key, and keeps both after a wrong code', async () => {
    const { add, post, clock } = await worldOn(await fresh());
    const eve = await add();
    assert.equal((await eve.post('/account', { ...START, proving: 'not the password' })).status, 401);
    const page = await eve.post('/account', START);
    assert.match(page.html, /<svg class="qr"[^>]*><rect width="\d+" height="\d+" fill="#fff"\/><path d="M/);
    const form = formIn(page, clock);
    const wrong = await post({ ...form, code: wrongFor(form.code) });
    assert.equal(wrong.status, 400);
    assert.deepEqual(secretIn(wrong), secretIn(page));
    assert.match((await eve.get('/account')).text, /Off: your password alone signs you in/);
  });

  test('shows ten recovery codes once, and never again the key', async () => {
    const { recovery, form, codeNow, eve, post } = await withFactor(await fresh());
    assert.equal(new Set(recovery).size, 10);
    const page = await eve.get('/account');
    assert.match(page.text, /You have 10 of 10 recovery codes left/);
    assert.deepEqual(recoveryIn(page), []);
    const again = await post({ ...form, code: codeNow() });
    assert.deepEqual([again.status, isAsked(again)], [409, true]);
    assert.match(again.text, /You have a second factor already/);
  });

  test('ends the other sessions', async () => {
    const world = await worldOn(await fresh());
    const [eve, again] = [await world.add(), await world.afterPassword()];
    await setUp(world, eve);
    for (const other of [eve, visitor(world.api, cookieIn(again.page))])
      assert.equal((await other.get('/account')).status, 303);
  });

  test("answers an unreadable key, or another user's, with a new one", async () => {
    const { add, post, clock } = await worldOn(await fresh());
    const page = await (await add()).post('/account', START);
    const theirs = formIn(page, clock);
    const proof = fieldIn(await (await add(null, 'bob')).post('/account', START), 'proof');
    for (const sealed of [theirs.sealed, 'v1.x', '']) {
      const refused = await post({ ...theirs, proof, sealed });
      assert.deepEqual([refused.status, isOpened(refused)], [400, false]);
      assert.match(refused.text, /This key is a new one: scan it again/);
      assert.notDeepEqual(secretIn(refused), secretIn(page));
    }
  });

  test('is not for somebody without a password', async () => {
    const passwordless = await (await worldOn(await fresh())).signedIn('admin');
    assert.doesNotMatch((await passwordless.get('/account')).text, /Second factor/);
    assert.equal((await passwordless.post('/account', { do: 'factor', proving: '' })).status, 401);
  });

  test('says what a server without an encryption key lacks', async () => {
    const eve = await (await worldOn(await fresh(), NO_ENGINE_KEYS)).add();
    const { status, text } = await eve.post('/account', START);
    assert.equal(status, 409);
    assert.match(text, /no key to encrypt second factors\. Ask its operator to set SIGHTLINE_SECRET_KEY/);
  });

  for (const [lost, engineKeys] of [
    ['no key', NO_ENGINE_KEYS],
    ['another key', { ...NO_ENGINE_KEYS, secretKey: async () => 'o'.repeat(40) }],
  ] as const) {
    test(`is not lost by a server with ${lost}, which says so`, async () => {
      const { store, eve, codeNow, clock, afterPassword } = await withFactor(await fresh());
      const other = dashboardOn(store, { engineKeys });
      other.api.clock.at = clock.at;
      const { proof } = await afterPassword();
      const refused = await other.nobody.post('/sign-in', { proof, code: codeNow() });
      assert.deepEqual([refused.status, isAsked(refused)], [409, true]);
      assert.match(refused.text, /This server (?:cannot read your second factor|has no key)/);
      const account = await visitor(other.api, eve.token).get('/account');
      assert.doesNotMatch(account.text, /recovery codes left/);
    });
  }

  test('leaves secret, codes, and recovery codes in no log and no table', async () => {
    const { api, store, secret, recovery, afterPassword, post, codeNow } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    const used = codeNow();
    await post({ proof, code: wrongFor(used) });
    await post({ proof, code: used });
    await post({ proof, code: recovery[0] ?? '' });
    const seen = JSON.stringify(await contentsOf(store.main)) + api.log.join();
    const digits = recovery.map((code) => code.replaceAll(' ', ''));
    for (const each of [secret.toString('base64'), secret.toString('hex'), proof, ...recovery, ...digits])
      assert.ok(!seen.includes(each), each);
  });
});

onPages('signing in with a second factor', accountPages, (fresh) => {
  test('a password leads to a code, and the code to where one wanted to go', async () => {
    const { post, afterPassword, codeNow, api } = await withFactor(await fresh());
    const { page, proof } = await afterPassword();
    assert.deepEqual([page.status, isAsked(page)], [200, true]);
    assert.match(page.html, /inputmode="numeric"[^>]* autofocus autocomplete="one-time-code"/);
    const alone = await post({ proof });
    assert.ok(isAsked(alone), 'the proof alone asks again');
    const code = codeNow();
    const opened = await post({ proof, code: ` ${code.slice(0, 3)} ${code.slice(3)}\u00a0` });
    assert.deepEqual([opened.status, opened.headers.location], [303, '/account']);
    assert.equal((await visitor(api, cookieIn(opened)).get('/account')).status, 200);
  });

  test('a code opens one session, also in two requests at once, and never again', async () => {
    const { post, afterPassword, codeNow, form } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    assert.equal((await post({ proof, code: form.code })).status, 401, 'the one that set it up');
    const pages = await Promise.all([1, 2, 3].map(() => post({ proof, code: codeNow() })));
    assert.deepEqual(pages.map(({ status }) => status).sort(), [303, 401, 401]);
    assert.equal((await post({ proof, code: codeNow() })).status, 401);
    assert.equal((await post({ proof, code: codeNow(-1) })).status, 401, 'an earlier one');
  });

  test('a recovery code opens one session, also in two requests at once', async () => {
    const { post, afterPassword, recovery, eve, actions } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    const [first = '', second = ''] = recovery;
    const pages = await Promise.all([1, 2].map(() => post({ proof, code: first })));
    assert.deepEqual(pages.map(({ status }) => status).sort(), [303, 401]);
    assert.equal((await post({ proof, code: second.replaceAll(' ', '-') })).status, 303);
    assert.match((await eve.get('/account')).text, /8 of 10/);
    assert.equal((await actions()).filter((action) => action === 'user.recovery-code').length, 2);
  });

  test('a proof ends after ten minutes whatever it was used for, with a new password, and when the user is disabled', async () => {
    const { post, afterPassword, codeNow, clock, store, eve } = await withFactor(await fresh());
    const first = (await afterPassword()).proof;
    clock.at += 5 * MINUTE_MS;
    const late = fieldIn(await post({ proof: first }), 'proof');
    clock.at += 5 * MINUTE_MS;
    const page = await post({ proof: late, code: codeNow() });
    assert.match(page.text, /That took too long\. Sign in again/);
    const { proof } = await afterPassword();
    await savePassword(store.main, eve.user.internalId, hashed('another password'));
    assert.equal((await post({ proof, code: codeNow() })).status, 401);
    await savePassword(store.main, eve.user.internalId, hashed(PASSWORD));
    await runCli(store, ['user', 'disable', EVE]);
    assert.ok(!isOpened(await post({ proof, code: codeNow() })));
  });

  test('ten wrong codes at once are looked at, then none from there, and the password still fits', async () => {
    const { post, afterPassword, codeNow, actions } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    const wrong = wrongFor(codeNow());
    const pages = await Promise.all(Array.from({ length: 14 }, () => post({ proof, code: wrong })));
    assert.equal(pages.filter(({ status }) => status === 401).length, 10);
    const refused = await post({ proof, code: codeNow() });
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many failed attempts/);
    assert.ok(isAsked((await afterPassword()).page));
    assert.equal((await post({ proof, code: codeNow() }, '192.0.2.2')).status, 303);
    assert.equal((await actions()).filter((action) => action === 'user.wrong-code').length, 10);
  });

  test('after a hundred wrong codes a day only known addresses may try, until the password is another', async () => {
    const { post, afterPassword, codeNow, store, eve, actions, clock } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    assert.equal((await post({ proof, code: codeNow() }, '192.0.2.1')).status, 303);
    clock.at += MINUTE_MS;
    const wrong = wrongFor(codeNow());
    const guess = (from: number) => post({ proof, code: wrong }, `198.51.100.${from}`);
    for (let from = 1; from <= 100; from += 1) assert.equal((await guess(from)).status, 401);
    assert.equal((await post({ proof, code: codeNow() }, '203.0.113.1')).status, 429);
    assert.equal((await post({ proof, code: codeNow() }, '192.0.2.1')).status, 303);
    assert.equal((await actions()).filter((action) => action === 'session.guessed').length, 2);
    clock.at += MINUTE_MS;
    await savePassword(store.main, eve.user.internalId, hashed('another password'));
    const page = await post({ email: EVE, password: 'another password' }, '203.0.113.1');
    const opened = await post({ proof: fieldIn(page, 'proof'), code: codeNow() }, '203.0.113.1');
    assert.equal(opened.status, 303);
  });

  test('a made-up proof counts against nobody', async () => {
    const { post, afterPassword, codeNow } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    const forged = proof.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    for (let time = 1; time <= 12; time += 1)
      assert.equal((await post({ proof: forged, code: '000000' })).status, 401);
    assert.equal((await post({ proof, code: codeNow() })).status, 303);
  });

  test('a link replaces the password and asks for the code', async () => {
    const { post, nobody, acting, eve, codeNow, store } = await withFactor(await fresh());
    const { path } = await linkFor(acting, 'reset', await userNamed(store.main, EVE));
    const page = await nobody.post(path, { password: 'a new long password' });
    assert.ok(isAsked(page));
    assert.equal((await eve.get('/account')).status, 303, 'the old session');
    assert.equal((await post({ proof: fieldIn(page, 'proof'), code: codeNow() })).status, 303);
  });

  test('of several users of a login, the chosen one is asked', async () => {
    const { post, afterPassword, add, codeNow } = await withFactor(await fresh());
    await add('Other Inc');
    const { page } = await afterPassword();
    const proofs = [...page.html.matchAll(/name="proof" value="([^"]+)"/g)].map(([, proof = '']) => proof);
    const chosen = await Promise.all(proofs.map((proof) => post({ proof })));
    assert.deepEqual(chosen.map(isOpened), [false, true]);
    const opened = await post({ proof: fieldIn(chosen[0] ?? page, 'proof'), code: codeNow() });
    assert.ok(isOpened(opened));
  });

  test('a new password of somebody signed in asks for the code, and gives no new guesses before', async () => {
    const { eve, post, codeNow } = await withFactor(await fresh());
    const form = { do: 'password', old: PASSWORD, password: 'a new long password' };
    const page = await eve.post('/account', form);
    assert.ok(isAsked(page));
    assert.equal((await eve.get('/account')).status, 303, 'the old session');
    assert.ok(isOpened(await post({ proof: fieldIn(page, 'proof'), code: codeNow() })));
  });

  test('signing in goes on for somebody whose factor was removed meanwhile', async () => {
    const { store, post, afterPassword, codeNow } = await withFactor(await fresh());
    const { proof } = await afterPassword();
    await runCli(store, ['user', 'remove-factor', EVE]);
    assert.ok(isOpened(await post({ proof, code: codeNow() })));
  });
});

onPages('removing a second factor', accountPages, (fresh) => {
  test('takes a code of the user, and ends their sessions', async () => {
    const { eve, codeNow, afterPassword, actions } = await withFactor(await fresh());
    const end = (code: string) => eve.post('/account', { do: 'factor-end', code });
    assert.equal((await end(wrongFor(codeNow()))).status, 401);
    assert.equal((await end(codeNow())).headers.location, '/sign-in');
    assert.equal((await eve.get('/account')).status, 303);
    assert.ok(isOpened((await afterPassword()).page));
    const seen = (await actions()).filter((action) => /factor|wrong-code/.test(String(action)));
    assert.deepEqual(seen.sort(), ['user.factor', 'user.factor-end', 'user.wrong-code']);
  });

  test('by an admin of theirs, and not of others or of themselves', async () => {
    const { eve, signedIn, afterPassword, actions } = await withFactor(await fresh());
    const form = { do: 'factor', user: eve.user.id };
    assert.equal((await (await signedIn('admin', 'Other Inc')).post('/team', form)).status, 404);
    assert.equal((await (await signedIn('editor')).post('/team', form)).status, 403);
    assert.equal((await eve.post('/team', form)).status, 409);
    const admin = await signedIn('admin');
    assert.match((await admin.get('/team')).html, /<span class="chip">Second factor<\/span>/);
    assert.equal((await admin.post('/team', form)).status, 303);
    assert.equal((await eve.get('/account')).status, 303);
    assert.ok(isOpened((await afterPassword()).page));
    assert.ok((await actions()).includes('user.factor-remove'));
    assert.equal((await admin.post('/team', form)).status, 409, 'twice');
  });

  test('between a right code and its session leaves no session', async () => {
    const { store, acting, eve, afterPassword, codeNow } = await withFactor(await fresh());
    const deps = { ...acting, secretKey: ENGINE_KEYS.secretKey };
    const found = await foundBy(deps, (await afterPassword()).proof);
    const db = new Proxy(store.main, {
      get: (main, name) => {
        const member = Reflect.get(main, name).bind(main);
        if (name !== 'transaction') return member;
        const execute = async (work: Parameters<ReturnType<typeof main.transaction>['execute']>[0]) => {
          await removeFactor(acting, eve.user);
          return await main.transaction().execute(work);
        };
        return () => ({ execute });
      },
    });
    await assert.rejects(enterWithCode({ ...deps, db }, found, { code: codeNow(), sealed: null }, BROWSER), {
      code: 'unauthorized',
    });
  });
});

onPages('requiring a second factor', accountPages, (fresh) => {
  const require = { do: 'require', of: 'Acme Inc' };

  test('takes an admin with one, and ends the sessions of those without', async () => {
    const world = await worldOn(await fresh());
    const eve = await world.add();
    const bob = await world.add('Acme Inc', 'bob');
    const [operator, stranger] = [await world.add(null, 'operator'), await world.add('Other Inc', 'mallory')];
    const refused = await eve.post('/team', require);
    assert.deepEqual([refused.status, /Set up your own second factor first/.test(refused.text)], [409, true]);
    assert.equal((await stranger.post('/team', require)).status, 404);
    const signedOn = await world.signedIn('viewer');
    const { me } = await setUp(world, eve);
    assert.equal((await me.post('/team', require)).status, 303);
    const statuses = [me, bob, operator, stranger, signedOn].map(
      async (who) => (await who.get('/account')).status,
    );
    assert.deepEqual(await Promise.all(statuses), [200, 303, 303, 200, 200]);
    assert.match((await me.get('/team')).text, /Required of everybody with a password\./);
    await me.post('/team', { ...require, do: 'require-end' });
    assert.match((await me.get('/team')).text, /Each user decides, under Account/);
    const seen = (await world.actions()).filter((action) => /organization.factor/.test(String(action)));
    assert.deepEqual(seen.sort(), ['organization.factor', 'organization.factor-end']);
  });

  test('lets nobody in before they set one up, from a password or an invitation', async () => {
    const { add, store, afterPassword, post, clock, api, acting, nobody } = await worldOn(await fresh());
    await add();
    await runCli(store, ['organization', 'require-factor', 'Acme Inc'], { engineKeys: ENGINE_KEYS });
    const { page, proof } = await afterPassword();
    assert.ok(!isOpened(page));
    assert.ok(!isOpened(await post({ proof })));
    assert.ok(!isOpened(await post({ proof, code: '123456' })), 'a code of no factor');
    const form = formIn(page, clock);
    const wrong = await post({ ...form, code: wrongFor(form.code) });
    assert.deepEqual([wrong.status, secretIn(wrong)], [400, secretIn(page)]);
    clock.at += 5 * MINUTE_MS;
    const done = await post(formIn(page, clock));
    assert.equal(recoveryIn(done).length, 10);
    assert.match(done.html, /href="\/account">Continue/);
    assert.equal((await visitor(api, cookieIn(done)).get('/account')).status, 200);
    assert.ok(isAsked((await afterPassword()).page));
    const organizationId = (await organizationNamed(store.main, 'Acme Inc')).id;
    const { link } = await inviteUser(acting, { email: 'new', role: 'viewer', organizationId });
    const invited = await nobody.post(link.path, { name: 'New', password: 'a new long password' });
    assert.ok(!isOpened(invited) && secretIn(invited));
  });
});
