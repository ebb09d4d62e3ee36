import { VISITOR } from '../../domain/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isTooLong } from '../../domain/password.ts';
import { loginOf } from '../../domain/user.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import {
  findUserById,
  findUsersByLogin,
  holdPassword,
  passwordOf,
  passwordsOfLogin,
  type UserRow,
} from '../../storage/directory/users.ts';
import type { Admission } from './attempts.ts';
import { isProof, proofOf, userOfProof } from './choice-proof.ts';
import { matchesOf } from './password-hash.ts';
import { type AccountDeps, type Browser, type OpenedSession, openSession } from './sessions.ts';

export interface Credentials extends Browser {
  readonly email: string;
  readonly password: string;
}

/** A session of one user. */
export interface Entry {
  readonly userId: string;
  readonly session: OpenedSession;
}

/** One of several users who have the same login and password. */
export interface Choice {
  /** The name of the organization; null for all of them. */
  readonly organization: string | null;
  /** Opens a session for this user, for a few minutes. */
  readonly proof: string;
}

/**
 * Opens a session for whoever knows the password; where it is that of several users with this login, gives a choice. An unknown user, a
 * wrong password, and a disabled user are refused in the same words and after the same work, so that nobody learns who has an account,
 * or whether somebody has more than one.
 *
 * @throws SightlineError `unauthorized`
 */
export async function signIn(
  deps: AccountDeps,
  credentials: Credentials,
  admission: Admission,
): Promise<Entry | readonly Choice[]> {
  const { db, now } = deps;
  const login = loginOf(credentials.email);
  const users = login === null ? [] : await findUsersByLogin(db, login);
  const passwords = login === null ? [] : await passwordsOfLogin(db, login);
  const found = await opened(users, passwords, credentials.password, admission);
  const [first, ...others] = found;
  if (first !== undefined && others.length > 0) {
    return found.map(({ user, stored }) => ({
      organization: user.organization?.name ?? null,
      proof: proofOf(user.id, stored, now()),
    }));
  }
  const entry = first === undefined ? null : await entryFor(deps, first, credentials);
  if (entry !== null) return entry;
  await noteRefusal(deps, users, credentials);
  throw new SightlineError('unauthorized', 'The email or the password is not right.');
}

interface Found {
  readonly user: UserRow;
  /** What the password is stored as. */
  readonly stored: string;
}

/** Those users whom a password opens, of those whom it may. */
async function opened(
  users: readonly UserRow[],
  passwords: Awaited<ReturnType<typeof passwordsOfLogin>>,
  password: string,
  { mayOpen, offered }: Admission,
): Promise<Found[]> {
  const storedOf = new Map(passwords.map(({ internalId, password: stored }) => [internalId, stored]));
  const all = users.flatMap((user): Found[] => {
    const stored = storedOf.get(user.internalId);
    return stored === undefined ? [] : [{ user, stored }];
  });
  // Whoever may not be looked at is hashed for all the same, and a megabyte is not: it is wrong, whatever it is.
  const matches = await matchesOf(
    isTooLong(password) ? '' : password,
    all.map(({ stored }) => stored),
  );
  const looked = all.filter(({ user }) => user.disabledAt === null && mayOpen(user.id));
  const isRight = ({ stored }: Found) => matches.has(stored);
  const idsOf = (found: readonly Found[]) => found.map(({ user }) => user.id);
  const right = looked.filter(isRight);
  if (right.length === 0) return [];
  const wrong = looked.filter((each) => !isRight(each));
  const ids = await offered({ right: idsOf(right), wrong: idsOf(wrong) });
  return right.filter(({ user }) => ids.includes(user.id));
}

/** Hashing takes its time, in which a user may have been disabled or have chosen another password: null then. */
async function entryFor(deps: AccountDeps, { user, stored }: Found, browser: Browser): Promise<Entry | null> {
  return await deps.db.transaction().execute(async (db) => {
    if (!(await holdPassword(db, user.internalId, stored))) return null;
    return { userId: user.id, session: await openSession({ ...deps, db }, user, browser) };
  });
}

/**
 * For every user of the login: each organization sees what was tried with its own, as if there were no other. One statement, so that it
 * takes as long for several as for one.
 */
async function noteRefusal(
  { db, now }: AccountDeps,
  users: readonly UserRow[],
  { address }: Browser,
): Promise<void> {
  const entries = (users.length === 0 ? [null] : users).map((user) => ({
    at: now(),
    organizationId: user?.organization?.internalId ?? null,
    actor: VISITOR,
    action: 'session.refused' as const,
    // What was typed is not kept: people type their password into the wrong field.
    subject: user?.id ?? null,
    detail: `from ${address}`,
  }));
  await insertAudit(db, ...entries);
}

/** Opens a session for the user whom somebody chose. @throws SightlineError `unauthorized` */
export async function choose(deps: AccountDeps, proof: string, browser: Browser): Promise<Entry> {
  const id = userOfProof(proof);
  const user = id === null ? null : await findUserById(deps.db, id);
  const stored = user === null ? null : await passwordOf(deps.db, user.internalId);
  const isGood = user !== null && stored !== null && isProof(proof, stored, deps.now());
  const entry = isGood ? await entryFor(deps, { user, stored }, browser) : null;
  if (entry !== null) return entry;
  throw new SightlineError('unauthorized', 'That took too long. Sign in again.');
}
