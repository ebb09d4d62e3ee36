import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { deleteUser } from '../../src/pipeline/accounts/delete-user.ts';
import { disableUser, inviteUser, newUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import { findUsersByLogin, savePassword } from '../../src/storage/directory/access/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { cookieIn, dashboardOn, onPages, type PageResponse, visitor } from '../support/dashboard.ts';
import { contentsOf } from '../support/tables.ts';
import { MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const EVE = 'eve@example.com';
const [AT_ACME, AT_OTHER, WRONG] = ['the one at acme', 'the one at other', 'not the password'];
const SALT = Buffer.from('of both of them!');

/** A password hash at minimum cost. */
function hashed(password: string): string {
  const settings = { nonce: SALT, memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const derived = argon2Sync('argon2id', { message: password, ...settings });
  const [salt, tag] = [SALT, derived].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`;
}

const plan = { name: 'growth' } as const;

async function worldOn(store: Store) {
  await pipelineOn(store).apply({
    organizations: [
      { name: 'Acme Inc', plan },
      { name: 'Other Inc', plan },
    ],
  });
  const dashboard = dashboardOn(store, { trustProxy: 'loopback' });
  const { clock } = dashboard.api;
  const acting = { db: store.main, random, now: clock.now, actor: 'test' };
  /** Adds a user to an organization, or for null to all. */
  const add = async (organization: string | null, password: string, email = EVE) =>
    await newUser(acting, {
      email,
      name: 'Eve',
      role: 'admin',
      password: hashed(password),
      organizationId: organization === null ? null : (await organizationNamed(store.main, organization)).id,
    });
  const signIn = (password: string, address = '192.0.2.1') =>
    dashboard.nobody.post(
      '/sign-in',
      { email: EVE, password, next: '/account' },
      { 'x-forwarded-for': address },
    );
  /** The signed-in user's organization, or the status. */
  const inside = async (response: PageResponse) => {
    const [{ status }, token] = [response, cookieIn(response)];
    if (status !== 303 || token === '') return status;
    const { text } = await visitor(dashboard.api, token).get('/account');
    return /admin (?:in|of) (Acme Inc|Other Inc|all organizations)/.exec(text)?.[1] ?? text;
  };
  return { ...dashboard, clock, acting, add, signIn, inside, store };
}

async function withBoth(store: Store, passwords = [AT_ACME, AT_OTHER]) {
  const world = await worldOn(store);
  const [acme = '', other = ''] = passwords;
  return {
    ...world,
    acme: await world.add('Acme Inc', acme),
    other: await world.add('Other Inc', other),
  };
}

/** Offered organizations with their proofs. */
function choicesIn({ html }: PageResponse): Map<string, string> {
  const forms = html.matchAll(/name="proof" value="([^"]+)">\s*<button class="primary">([^<]+)</g);
  return new Map([...forms].map(([, proof = '', name = '']) => [name, proof]));
}

onPages('an address that has users in several organizations', accountPages, (fresh) => {
  test('accepts an invitation and signs in like a new one', async () => {
    const same = (text: string) =>
      text
        .replace(/sl_link_\w+/g, 'LINK')
        .replace(/usr_\w+/g, 'ID')
        .replace(/user-\d+@/g, 'ADMIN@');
    const seen = async (elsewhere: string | null, email: string) => {
      const { add, signedIn, nobody, signIn, inside, acting, store } = await worldOn(await fresh());
      await add(elsewhere, AT_OTHER, email);
      const admin = await signedIn('admin');
      const organization = String((await organizationNamed(store.main, 'Acme Inc')).id);
      const form = { do: 'invite', email: EVE, role: 'admin', organization };
      const pages = [await admin.post('/team', form), await admin.post('/team', form)];
      const [path = ''] = /\/invite\/sl_link_\w+/.exec(pages[0]?.html ?? '') ?? [];
      pages.push(await nobody.get(path));
      const accepted = await nobody.post(path, { name: 'Eve', password: AT_ACME });
      pages.push(await nobody.get(path), await signIn(WRONG), await admin.get('/team'));
      const places = [await inside(accepted), await inside(await signIn(AT_ACME))];
      const create = ['user', 'create', EVE, '--organization', 'Acme Inc'];
      const again = await runCli(store, create);
      const [eve] = (await findUsersByLogin(store.main, EVE)).filter(
        ({ organization }) => organization?.name === 'Acme Inc',
      );
      assert.ok(eve);
      await deleteUser(acting, eve);
      const created = await runCli(store, create);
      return [
        pages.map(({ status, html }) => [status, same(html)]),
        places,
        [again, created].map(({ code, out, err }) => [code, same(out), same(err)]),
      ];
    };
    const unknown = await seen('Other Inc', 'somebody@example.com');
    assert.deepEqual(unknown[1], ['Acme Inc', 'Acme Inc']);
    assert.deepEqual(await seen('Other Inc', EVE), unknown);
    assert.deepEqual(await seen(null, EVE), unknown);
  });

  test('signs in to each with its own password', async () => {
    const { signIn, inside, store, acme, other } = await withBoth(await fresh());
    assert.equal(await inside(await signIn(AT_ACME)), 'Acme Inc');
    assert.equal(await inside(await signIn(AT_OTHER)), 'Other Inc');
    assert.equal(await inside(await signIn(WRONG)), 401);
    const refused = ((await contentsOf(store.main)).audit_log ?? []).filter(
      ({ action }) => action === 'session.refused',
    );
    assert.deepEqual(
      refused.map(({ subject, organization_id }) => [subject, organization_id]),
      [acme, other].map(({ id, organization }) => [id, organization?.internalId]),
    );
  });

  test('has one salt, so that one hash is compared with all its passwords', async () => {
    const { acme, acting, nobody, store } = await withBoth(await fresh());
    const { link } = await inviteUser(acting, { email: EVE, role: 'admin', organizationId: null });
    await nobody.post(link.path, { name: 'Eve', password: 'a third password' });
    const { users = [] } = await contentsOf(store.main);
    const saltOf = (row: (typeof users)[number] | undefined) => String(row?.password).split('$')[4];
    const [old, chosen] = [users.find(({ public_id }) => public_id === acme.id), users.at(-1)];
    assert.equal(chosen?.organization_id, null);
    assert.equal(saltOf(chosen), saltOf(old));
  });

  test('chooses an organization where the passwords are equal', async () => {
    const { signIn, inside, nobody } = await withBoth(await fresh(), [AT_ACME, AT_ACME]);
    const page = await signIn(AT_ACME);
    assert.deepEqual([page.status, page.headers['set-cookie']], [200, undefined]);
    assert.doesNotMatch(page.html, new RegExp(`${AT_ACME}|argon2`));
    const choices = choicesIn(page);
    assert.deepEqual([...choices.keys()], ['Acme Inc', 'Other Inc']);
    for (const [organization, proof] of choices) {
      const entered = await nobody.post('/sign-in', { proof, next: '/account' });
      assert.equal(entered.headers.location, '/account');
      assert.equal(await inside(entered), organization);
    }
  });

  test("chooses within ten minutes, with that page's proof, and only while the password is unchanged", async () => {
    const { signIn, clock, nobody, store, acme, other, acting } = await withBoth(await fresh(), [
      AT_ACME,
      AT_ACME,
    ]);
    const choices = choicesIn(await signIn(AT_ACME));
    const [toAcme = '', toOther = ''] = [choices.get('Acme Inc'), choices.get('Other Inc')];
    const statusOf = async (proof: string) => (await nobody.post('/sign-in', { proof })).status;
    const later = toAcme.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`);
    for (const forged of [later, toAcme.replace('.', '. '), `${toAcme}A`, 'usr_1.2.3', '', '\u0000']) {
      assert.equal(await statusOf(forged), 401, forged);
    }
    await savePassword(store.main, acme.internalId, hashed(AT_OTHER));
    assert.equal(await statusOf(toAcme), 401);
    assert.equal(await statusOf(toOther), 303);
    clock.at += 10 * MINUTE_MS;
    assert.equal(await statusOf(toOther), 401);
    await savePassword(store.main, acme.internalId, hashed(AT_ACME));
    const fresher = choicesIn(await signIn(AT_ACME)).get('Other Inc') ?? '';
    await disableUser(acting, other);
    assert.equal(await statusOf(fresher), 401);
  });

  test('loses a disabled or deleted user, and keeps the other', async () => {
    const { signIn, inside, other, acting, store, clock } = await withBoth(await fresh());
    await disableUser(acting, other);
    assert.equal(await inside(await signIn(AT_OTHER)), 401);
    assert.equal(await inside(await signIn(AT_ACME)), 'Acme Inc');
    await savePassword(store.main, other.internalId, hashed(AT_ACME));
    assert.equal(await inside(await signIn(AT_ACME)), 'Acme Inc', 'without a choice');
    const logOfAcme = async () =>
      (await contentsOf(store.main)).audit_log?.filter(
        ({ organization_id, at }) => organization_id !== other.organization?.internalId && at === clock.at,
      );
    const before = await logOfAcme();
    await deleteUser(acting, other);
    assert.deepEqual(await logOfAcme(), before);
    assert.equal((await userNamed(store.main, EVE)).organization?.name, 'Acme Inc');
    assert.equal(await inside(await signIn(AT_ACME)), 'Acme Inc');
  });

  test("cannot be guessed by changing one user's password: after 20 sign-ins the other is not offered there", async () => {
    const { signIn, inside, acme, other, store, api } = await withBoth(await fresh());
    const [guesser, home] = ['198.51.100.1', '192.0.2.7'];
    assert.equal(await inside(await signIn(AT_OTHER, home)), 'Other Inc');
    for (let time = 1; time <= 20; time += 1)
      assert.equal((await signIn(AT_ACME, guesser)).headers.location, '/account');
    const log = (await contentsOf(store.main)).audit_log ?? [];
    const noted = log.filter(({ action }) => action === 'session.guessed').map(({ subject }) => subject);
    assert.deepEqual(noted, [other.id]);
    assert.equal(api.log.filter((each) => /many wrong passwords/.test(each)).length, 1);
    // The lockout affects nobody else.
    assert.equal(await inside(await signIn(AT_OTHER, '203.0.113.9')), 'Other Inc');
    await savePassword(store.main, acme.internalId, hashed(AT_OTHER));
    assert.equal(await inside(await signIn(AT_OTHER, guesser)), 'Acme Inc');
    assert.equal(choicesIn(await signIn(AT_OTHER, home)).size, 2);
  });

  test('is slowed at each user except those who signed in from there before', async () => {
    const { signIn, inside, clock } = await withBoth(await fresh());
    const here = '192.0.2.7';
    assert.equal(await inside(await signIn(AT_ACME, here)), 'Acme Inc');
    for (let time = 1; time <= 20; time += 1)
      assert.equal((await signIn(WRONG, `198.51.100.${time}`)).status, 401);
    // Each address has one attempt across all users.
    assert.equal((await signIn(WRONG, here)).status, 401);
    assert.equal(await inside(await signIn(AT_OTHER, here)), 401);
    assert.equal(await inside(await signIn(AT_ACME, here)), 'Acme Inc');
    clock.at += 15 * MINUTE_MS;
    assert.equal(await inside(await signIn(AT_OTHER, here)), 'Other Inc');
  });
});
