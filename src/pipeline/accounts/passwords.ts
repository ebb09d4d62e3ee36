import type { AuditChange } from '../../domain/access/audit.ts';
import { passwordProblem } from '../../domain/access/password.ts';
import { publicId } from '../../domain/access/public-id.ts';
import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { timeZoneNamed } from '../../domain/time/time-zone.ts';
import { dropLinks } from '../../storage/directory/access/one-time-links.ts';
import {
  findUserById,
  passwordOf,
  passwordsOfLogin,
  saveName,
  savePassword,
  saveTimeZone,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import {
  insertOrganization,
  listOrganizations,
  saveSubscription,
} from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { subscriptionOf } from '../declare/document/declared.ts';
import { proofOf } from './choice-proof.ts';
import { isCommonPassword } from './common-passwords.ts';
import { endAccess } from './end-access.ts';
import { holderOf, useLink } from './links.ts';
import { noteUser } from './note-user.ts';
import { hashPassword, matchesOf } from './password-hash.ts';
import {
  type Entry,
  enterOrAsk,
  type FactorDeps,
  type Pending,
  removeFactor,
  useCode,
} from './second-factor.ts';
import { mayUsePassword } from './session-check.ts';
import { type AccountDeps, type Browser, type OpenedSession, openSession } from './sessions.ts';
import { checkedLogin, checkedName, newUser } from './users.ts';

export interface FirstUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Name for the first organization, if there is none yet. */
  readonly organization: string;
}

/**
 * Creates the first user, an admin of all organizations, and the first organization if there is none.
 *
 * @throws SightlineError `not_found` for an unusable link, `invalid_argument`, or `conflict`
 */
export async function createFirstUser(
  deps: AccountDeps,
  token: string,
  first: FirstUser,
  browser: Browser,
): Promise<Entry | Pending> {
  await holderOf(deps, 'first', token);
  const fields = { email: checkedLogin(first.email), name: checkedName(first.name) };
  // Before the transaction, to keep it short.
  const password = await newPassword(deps, first.password, { email: fields.email, id: null });
  return await deps.db.transaction().execute(async (db) => {
    await useLink({ ...deps, db }, 'first', token);
    await firstOrganization({ ...deps, db }, first.organization);
    const acting = { ...deps, db, actor: null };
    const user = await newUser(acting, { ...fields, role: 'admin', organizationId: null, password });
    return await enterOrAsk({ ...deps, db }, user, password, browser);
  });
}

/** With a plan, because reports require one. */
async function firstOrganization({ db, random, now }: AccountDeps, typed: string): Promise<void> {
  if ((await listOrganizations(db)).length > 0) return;
  const name = checkedName(typed);
  const id = await insertOrganization(db, { publicId: publicId('org', random), name, createdAt: now() });
  await saveSubscription(db, id, subscriptionOf({ name, plan: { name: 'growth' } }) ?? null);
}

/** Whether the setup page must ask for an organization name. */
export async function lacksOrganization(db: Database): Promise<boolean> {
  return (await listOrganizations(db)).length === 0;
}

/**
 * Sets the password of a link's user, and an invited user's name. Ends their other sessions and their connections. A link
 * replaces the password, never the second factor.
 *
 * @throws SightlineError `not_found` for an unusable link, or `invalid_argument`
 */
export async function choosePassword(
  deps: AccountDeps,
  { kind, token }: { kind: 'reset' | 'invite'; token: string },
  chosen: { password: string; name?: string; organization?: string },
  browser: Browser,
): Promise<Entry | Pending> {
  const holder = present(await holderOf(deps, kind, token));
  const name = chosen.name === undefined ? null : checkedName(chosen.name);
  const password = await newPassword(deps, chosen.password, holder);
  return await deps.db.transaction().execute(async (db) => {
    const user = present(await useLink({ ...deps, db }, kind, token));
    if (name !== null) await saveName(db, user.internalId, name);
    if (user.organization === null) await firstOrganization({ ...deps, db }, chosen.organization ?? '');
    await replacePassword({ ...deps, db }, user, password);
    return await enterOrAsk({ ...deps, db }, user, password, browser);
  });
}

/**
 * Changes a password, given the old one. Ends all the user's sessions, including this one, and their connections.
 *
 * @throws SightlineError `unauthorized` for a wrong old password, or `invalid_argument`
 */
export async function changePassword(
  deps: AccountDeps,
  { id }: User,
  { old, password }: { old: string; password: string },
  browser: Browser,
): Promise<Entry | Pending> {
  const user = present(await findUserById(deps.db, id));
  const stored = await provenPassword(deps, user, old, browser);
  const hashed = await newPassword(deps, password, user);
  return await deps.db.transaction().execute(async (db) => {
    await replacePassword({ ...deps, db }, user, hashed, stored);
    return await enterOrAsk({ ...deps, db }, user, hashed, browser);
  });
}

/**
 * Asks somebody signed in to set up a second factor, given their password: a browser left open must not be enough to lock
 * its owner out.
 *
 * @throws SightlineError `unauthorized` for a wrong password
 */
export async function beginEnrollment(
  deps: AccountDeps,
  { id }: User,
  password: string,
  browser: Browser,
): Promise<Pending> {
  const user = present(await findUserById(deps.db, id));
  const stored = await provenPassword(deps, user, password, browser);
  return { missing: 'enrollment', user, proof: proofOf(user.id, stored, deps.now()) };
}

/** Turns a user's own factor off, given a code. @throws SightlineError `unauthorized` for a wrong one */
export async function removeOwnFactor(
  deps: FactorDeps,
  { id }: User,
  typed: string,
  browser: Browser,
): Promise<void> {
  const user = present(await findUserById(deps.db, id));
  await useCode(deps, user, typed, browser);
  await removeFactor({ ...deps, actor: id }, user);
}

/** The stored hash of the user's password, if that is the typed one. @throws SightlineError `unauthorized` */
async function provenPassword(
  deps: AccountDeps,
  user: UserRow,
  typed: string,
  { address }: Browser,
): Promise<string> {
  const stored = mayUsePassword(deps, user) ? await passwordOf(deps.db, user.internalId) : null;
  if (stored !== null && (await matchesOf(typed, [stored])).has(stored)) return stored;
  await noteUser({ ...deps, actor: user.id }, user, 'user.wrong-password', `from ${address}`);
  throw wrongPassword();
}

/**
 * Opens a session by a demo link, which works any number of times because the data is invented.
 *
 * @throws SightlineError `not_found`
 */
export async function openDemo(deps: AccountDeps, token: string, browser: Browser): Promise<OpenedSession> {
  const user = present(await holderOf(deps, 'demo', token));
  return await openSession(deps, user, browser);
}

/** Changes a user's own name. @throws SightlineError `invalid_argument` */
export async function rename(
  deps: AccountDeps,
  { id }: Pick<User, 'id'>,
  typed: string,
): Promise<AuditChange[]> {
  const name = checkedName(typed);
  const user = present(await findUserById(deps.db, id));
  await saveName(deps.db, user.internalId, name);
  const changes = [{ what: 'name', before: user.name, after: name }];
  await noteUser({ ...deps, actor: user.id }, user, 'user.rename', '', changes);
  return changes;
}

/**
 * Changes a user's own time zone. Not audited, because nobody else sees it.
 *
 * @throws SightlineError `invalid_argument`
 */
export async function changeTimeZone(
  { db }: Pick<AccountDeps, 'db'>,
  { id }: Pick<User, 'id'>,
  typed: string,
): Promise<void> {
  const zone = timeZoneNamed(typed);
  const user = present(await findUserById(db, id));
  await saveTimeZone(db, user.internalId, zone);
}

/** @param insteadOf the old stored hash, if knowing the old password authorizes the change */
async function replacePassword(
  deps: AccountDeps,
  user: UserRow,
  password: string,
  insteadOf: string | null = null,
): Promise<void> {
  // Lock links before users, as elsewhere, to prevent a deadlock.
  await dropLinks(deps.db, user.internalId);
  if (!(await savePassword(deps.db, user.internalId, password, insteadOf))) throw wrongPassword();
  // Somebody else may have known the old one.
  await endAccess(deps, user, 'its user has a new password');
  await noteUser({ ...deps, actor: user.id }, user, 'user.password', '');
}

function wrongPassword(): SightlineError {
  return new SightlineError('unauthorized', 'The current password is wrong.');
}

/** @throws SightlineError `invalid_argument` */
async function newPassword(
  { db, random }: AccountDeps,
  password: string,
  { email, id }: { readonly email: string; readonly id: string | null },
): Promise<string> {
  const problem = passwordProblem(password);
  if (problem !== null) throw new SightlineError('invalid_argument', problem);
  if (await isCommonPassword(password)) {
    throw new SightlineError(
      'invalid_argument',
      'Many people use this password, or one much like it, so others can guess it. Choose several unrelated words.',
    );
  }
  const stored = await passwordsOfLogin(db, email);
  const others = stored.filter((each) => each.id !== id);
  return await hashPassword(
    password,
    random,
    others.map((each) => each.password),
  );
}

function present(user: UserRow | null): UserRow {
  if (user === null) throw new SightlineError('not_found', 'This user no longer exists.');
  return user;
}
