import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { firstLink, linkFor } from '../../src/pipeline/accounts/links.ts';
import type { PasswordMatches } from '../../src/pipeline/accounts/login-guesses.ts';
import { changePassword, choosePassword, createFirstUser } from '../../src/pipeline/accounts/passwords.ts';
import {
  type AccountDeps,
  endOtherSessions,
  endSession,
  openSession,
  sessionOf,
  sessionsOf,
  signOut,
} from '../../src/pipeline/accounts/sessions.ts';
import { signIn } from '../../src/pipeline/accounts/sign-in.ts';
import {
  disableUser,
  enableUser,
  inviteUser,
  newUser,
  userNamed,
} from '../../src/pipeline/accounts/users.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { callerOfUser } from '../../src/reports/run/user-caller.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const PASSWORD = 'correct horse battery';
const BROWSER = { userAgent: 'Mozilla/5.0', address: '192.0.2.7' };
const ADA = { name: 'Ada', email: 'Ada@Example.com', password: PASSWORD, organization: 'Acme Inc' };

interface Accounts {
  readonly store: Store;
  readonly clock: Clock;
  readonly deps: AccountDeps;
}

async function accountsOn(fresh: () => Promise<Store>): Promise<Accounts> {
  const [store, clock] = [await fresh(), new Clock()];
  return { store, clock, deps: { db: store.main, random, now: clock.now } };
}

/** As cheap as argon2id can be. A stored hash says how it was made, so signing in is cheap too. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
const SALT = Buffer.alloc(16, 7);
const ADAS_HASH = ['', 'argon2id', 'v=19', 'm=8,t=1,p=1']
  .concat(
    [SALT, argon2Sync('argon2id', { ...CHEAP, message: PASSWORD, nonce: SALT })].map((bytes) =>
      bytes.toString('base64').replace(/=+$/, ''),
    ),
  )
  .join('$');

/** A store with a user and her session's token. */
async function withAda(fresh: () => Promise<Store>): Promise<Accounts & { token: string }> {
  const accounts = await accountsOn(fresh);
  const { store, deps } = accounts;
  await pipelineOn(store).apply(acmeFile([]));
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'admin', organizationId: null } as const;
  const user = await newUser({ ...deps, actor: null }, { ...ada, password: ADAS_HASH });
  const { token } = await openSession(deps, user, BROWSER);
  return { ...accounts, token };
}

/** A store with its first user and her session's token. */
async function withFirstUser(fresh: () => Promise<Store>): Promise<Accounts & { token: string }> {
  const accounts = await accountsOn(fresh);
  const link = await firstLink(accounts.deps);
  const { token } = sessionIn(await createFirstUser(accounts.deps, link.token, ADA, BROWSER));
  return { ...accounts, token };
}

function sessionIn(opened: Awaited<ReturnType<typeof signIn>>) {
  assert.ok('session' in opened);
  return opened.session;
}

/** Without limits. A password that several users share opens none. */
async function signInAs(deps: AccountDeps, email: string, password: string) {
  const admission = { mayOpen: () => true, offered: async ({ right }: PasswordMatches) => right };
  return sessionIn(await signIn(deps, { email, password, ...BROWSER }, admission));
}

/** The only session of a token, which must be open. */
async function open({ store, clock }: Accounts, token: string) {
  const session = await sessionOf(store.main, token, clock.at);
  assert.ok(session);
  return session;
}

const isOpen = async ({ store, clock }: Accounts, token: string) =>
  (await sessionOf(store.main, token, clock.at)) !== null;

onReusedStore('accounts', (fresh) => {
  test('the first user is an admin of all organizations, and there is one with a plan', async () => {
    const accounts = await withFirstUser(fresh);
    const { user } = await open(accounts, accounts.token);
    assert.deepEqual(
      { ...user, id: user.id.slice(0, 4) },
      {
        id: 'usr_',
        name: 'Ada',
        email: 'ada@example.com',
        role: 'admin',
        organization: null,
        brandIds: null,
        timeZone: 'UTC',
      },
    );
    const caller = await callerOfUser(accounts.store.main, user, null, accounts.clock.at);
    assert.deepEqual([caller.organizationName, caller.subscription?.plan], ['Acme Inc', 'growth']);
  });

  test('a link that nobody made uses no other link up', async () => {
    const accounts = await accountsOn(fresh);
    const { token } = await firstLink(accounts.deps);
    const guess = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    for (const wrong of [guess, '', '\u0000', 'sl_link_']) {
      await assert.rejects(createFirstUser(accounts.deps, wrong, ADA, BROWSER), { code: 'not_found' });
    }
    assert.ok(await createFirstUser(accounts.deps, token, ADA, BROWSER));
  });

  test('a link expires after half an hour', async () => {
    const accounts = await accountsOn(fresh);
    const { token } = await firstLink(accounts.deps);
    accounts.clock.at += 30 * MINUTE_MS;
    await assert.rejects(createFirstUser(accounts.deps, token, ADA, BROWSER), { code: 'not_found' });
  });

  test('a refused form leaves the link as it was', async () => {
    const accounts = await accountsOn(fresh);
    const { token } = await firstLink(accounts.deps);
    for (const wrong of [{ password: 'too short' }, { email: 'a b' }, { name: ' ' }, { organization: '' }]) {
      await assert.rejects(createFirstUser(accounts.deps, token, { ...ADA, ...wrong }, BROWSER), {
        code: 'invalid_argument',
      });
    }
    assert.ok(await createFirstUser(accounts.deps, token, ADA, BROWSER));
  });

  test('a password opens a session, in any case of the email', async () => {
    const accounts = await withAda(fresh);
    const { token, expiresAt } = await signInAs(accounts.deps, ' ADA@example.com', PASSWORD);
    assert.equal((await open(accounts, token)).user.name, 'Ada');
    assert.equal(expiresAt, accounts.clock.at + 30 * DAY_MS);
  });

  test('refuses an unknown user, a wrong password, no password yet, and a disabled user in the same words', async () => {
    const { deps, store } = await withAda(fresh);
    await inviteUser({ ...deps, actor: 'test' }, { email: 'new', role: 'admin', organizationId: null });
    const message = 'The email or the password is wrong.';
    const refusal = { code: 'unauthorized', message };
    await assert.rejects(signInAs(deps, 'nobody@example.com', PASSWORD), refusal);
    await assert.rejects(signInAs(deps, '\u0000', PASSWORD), refusal);
    await assert.rejects(signInAs(deps, 'ada@example.com', 'x'.repeat(100_000)), refusal);
    await assert.rejects(signInAs(deps, 'new', ''), refusal);
    await disableUser({ ...deps, actor: 'test' }, await userNamed(store.main, 'ada@example.com'));
    await assert.rejects(signInAs(deps, 'ada@example.com', PASSWORD), refusal);
  });

  test('a session ends a week after it was last used, and after 30 days', async () => {
    const accounts = await withAda(fresh);
    for (let week = 0; week < 4; week += 1) {
      accounts.clock.at += 7 * DAY_MS - 1;
      assert.ok(await isOpen(accounts, accounts.token), `week ${week}`);
    }
    accounts.clock.at += 2 * DAY_MS + 4;
    assert.ok(!(await isOpen(accounts, accounts.token)));
    const { token } = await signInAs(accounts.deps, 'ada@example.com', PASSWORD);
    accounts.clock.at += 7 * DAY_MS;
    assert.ok(!(await isOpen(accounts, token)));
  });

  test("writes a session's use once in five minutes", async () => {
    const accounts = await withAda(fresh);
    const { user } = await open(accounts, accounts.token);
    const start = accounts.clock.at;
    const lastSeen = async () => {
      await open(accounts, accounts.token);
      const [session] = await sessionsOf(accounts.store.main, user, accounts.clock.at);
      return (session?.lastSeenAt ?? 0) - start;
    };
    accounts.clock.at += 5 * MINUTE_MS - 1;
    assert.equal(await lastSeen(), 0);
    accounts.clock.at += 1;
    assert.equal(await lastSeen(), 5 * MINUTE_MS);
  });

  test('a session ends by signing out, and the others stay', async () => {
    const accounts = await withAda(fresh);
    const other = await signInAs(accounts.deps, 'ada@example.com', PASSWORD);
    const { db } = accounts.deps;
    const { user, sessionId } = await open(accounts, accounts.token);
    await signOut(db, user, sessionId, accounts.clock.at);
    const [newest] = await db
      .selectFrom('audit_log')
      .select('action')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.equal(newest?.action, 'session.sign-out');
    assert.ok(!(await isOpen(accounts, accounts.token)));
    assert.ok(await isOpen(accounts, other.token));
  });

  test("ends one session and all others, but not another user's", async () => {
    const accounts = await withAda(fresh);
    const { db } = accounts.deps;
    const bob = await signedUp(accounts, 'bob');
    const [ada, his] = [await open(accounts, accounts.token), await open(accounts, bob)];
    await assert.rejects(endSession(db, ada.user, his.sessionId, accounts.clock.at), { code: 'not_found' });
    await assert.rejects(endSession(db, ada.user, '\u0000', accounts.clock.at), { code: 'not_found' });
    const more = await signInAs(accounts.deps, 'ada@example.com', PASSWORD);
    await signInAs(accounts.deps, 'ada@example.com', PASSWORD);
    await endSession(db, ada.user, more.sessionId, accounts.clock.at);
    assert.equal(await endOtherSessions(db, ada.user, ada.sessionId, accounts.clock.at), 1);
    assert.ok(await isOpen(accounts, accounts.token));
    assert.ok(await isOpen(accounts, bob));
  });

  test('a disabled user has no session and no link, and a link of theirs opens nothing', async () => {
    const accounts = await withAda(fresh);
    const { deps, store } = accounts;
    const acting = { ...deps, actor: 'test' };
    const token = await signedUp(accounts, 'bob');
    const bob = await userNamed(store.main, 'bob');
    const before = await linkFor(deps, 'reset', bob);
    await disableUser(acting, bob);
    assert.ok(!(await isOpen(accounts, token)));
    const after = await linkFor(deps, 'reset', bob);
    const reset = (link: { token: string }) =>
      choosePassword(deps, { kind: 'reset', token: link.token }, { password: 'another password' }, BROWSER);
    await assert.rejects(reset(before), { code: 'not_found' });
    await assert.rejects(reset(after), { code: 'not_found' });
    await enableUser(acting, bob);
    assert.ok(await signInAs(deps, 'bob', PASSWORD));
    await assert.rejects(reset(before), { code: 'not_found' });
  });

  test('a new password ends every session and every link but the new session', async () => {
    const accounts = await withAda(fresh);
    const { deps, store } = accounts;
    const link = await linkFor(deps, 'reset', await userNamed(store.main, 'ada@example.com'));
    const { user } = await open(accounts, accounts.token);
    const wrong = { old: 'not it', password: 'a new password' };
    await assert.rejects(changePassword(deps, user, wrong, BROWSER), { code: 'unauthorized' });
    const { token } = await changePassword(deps, user, { ...wrong, old: PASSWORD }, BROWSER);
    assert.ok(!(await isOpen(accounts, accounts.token)));
    assert.ok(await isOpen(accounts, token));
    await assert.rejects(signInAs(deps, 'ada@example.com', PASSWORD), { code: 'unauthorized' });
    const late = { kind: 'reset', token: link.token } as const;
    await assert.rejects(choosePassword(deps, late, { password: PASSWORD }, BROWSER), { code: 'not_found' });
  });

  test('a password link works once, even twice at once', async () => {
    const { deps, store } = await withAda(fresh);
    const { token } = await linkFor(deps, 'reset', await userNamed(store.main, 'ada@example.com'));
    const choose = () => choosePassword(deps, { kind: 'reset', token }, { password: PASSWORD }, BROWSER);
    const results = await Promise.allSettled([choose(), choose(), choose()]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('a user disabled during sign-in has no session, also when enabled again', async () => {
    const accounts = await withAda(fresh);
    const { deps, store } = accounts;
    const acting = { ...deps, actor: 'test' };
    const ada = await userNamed(store.main, ADA.email);
    const [signedIn] = await Promise.allSettled([
      signInAs(deps, ADA.email, PASSWORD),
      disableUser(acting, ada),
    ]);
    await enableUser(acting, ada);
    const token = signedIn.status === 'fulfilled' ? signedIn.value.token : '';
    assert.equal(await isOpen(accounts, token), false);
  });

  test('of two concurrent password changes, one finds another password', async () => {
    const accounts = await withAda(fresh);
    const { user } = await open(accounts, accounts.token);
    const change = (password: string) =>
      changePassword(accounts.deps, user, { old: PASSWORD, password }, BROWSER);
    const results = await Promise.allSettled([change('another password'), change('a third password')]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test('an email has one user, and an invitation is no link of another kind', async () => {
    const { deps } = await withAda(fresh);
    const acting = { ...deps, actor: 'test' };
    const request = { email: 'bob', role: 'admin', organizationId: null } as const;
    const { link } = await inviteUser(acting, request);
    await assert.rejects(inviteUser(acting, { ...request, email: 'BOB' }), { code: 'conflict' });
    const chosen = { password: PASSWORD };
    await assert.rejects(choosePassword(deps, { kind: 'reset', token: link.token }, chosen, BROWSER), {
      code: 'not_found',
    });
  });

  test("refuses another organization's brand like one that does not exist", async () => {
    const accounts = await withAda(fresh);
    const { store, clock, deps } = accounts;
    const brand = { id: 'other', name: 'Other', configured: true };
    await pipelineOn(store).apply(acmeFile([ACME_BRAND]));
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other Inc', plan: { name: 'growth' }, brands: [brand] }],
    });
    const { user: ada } = await open(accounts, accounts.token);
    const acme = await callerOfUser(store.main, ada, 'acme', clock.at);
    const bob = await open(accounts, await signedUp(accounts, 'bob', acme.organizationId));
    const visibility = REPORTS.find(({ name }) => name === 'visibility');
    assert.ok(visibility);
    const read = async (user: typeof ada, id: string) =>
      runReport(deps.db, clock.at, await callerOfUser(deps.db, user, id, clock.at), visibility, {
        brand: id,
      });
    assert.ok(await read(ada, 'other'));
    assert.ok(await read(bob.user, 'acme'));
    const refusals = await Promise.all(
      [read(bob.user, 'other'), read(bob.user, 'nowhere'), read(ada, 'nowhere')].map((run) =>
        run.catch(String),
      ),
    );
    assert.equal(new Set(refusals).size, 1);
    assert.match(String(refusals[0]), /no brand with that id/);
  });

  test('no password, token or its hash is in the audit log, and no token or password anywhere', async () => {
    const accounts = await withFirstUser(fresh);
    await signedUp(accounts, 'bob');
    await signInAs(accounts.deps, PASSWORD, PASSWORD).catch(() => {});
    await signInAs(accounts.deps, 'ada@example.com', 'a wrong password').catch(() => {});
    const contents = JSON.stringify(await contentsOf(accounts.store.main));
    for (const secret of [PASSWORD, 'a wrong password', 'sl_session_', 'sl_link_']) {
      assert.ok(!contents.includes(secret), secret);
    }
  });
});

/** An invited user who has chosen a password. @returns their session's token */
async function signedUp(
  { deps }: Accounts,
  email: string,
  organizationId: number | null = null,
): Promise<string> {
  const role = organizationId === null ? 'admin' : 'viewer';
  const { link } = await inviteUser({ ...deps, actor: 'test' }, { email, role, organizationId });
  const chosen = { name: email, password: PASSWORD };
  const invited = { kind: 'invite', token: link.token } as const;
  return sessionIn(await choosePassword(deps, invited, chosen, BROWSER)).token;
}
