import { VISITOR } from '../../domain/access/audit.ts';
import { isTooLong } from '../../domain/access/password.ts';
import { loginOf } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  findUserById,
  findUsersByLogin,
  lockPassword,
  passwordOf,
  passwordsOfLogin,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import type { Admission } from './attempts.ts';
import { isProof, proofOf, userOfProof } from './choice-proof.ts';
import { matchesOf } from './password-hash.ts';
import {
  type AccountDeps,
  type Browser,
  mayUsePassword,
  type OpenedSession,
  openSession,
} from './sessions.ts';

export interface Credentials extends Browser {
  readonly email: string;
  readonly password: string;
}

export interface Entry {
  readonly userId: string;
  readonly session: OpenedSession;
}

/** One of several users with the same login and password. */
export interface Choice {
  /** Organization name; null for all. */
  readonly organization: string | null;
  /** Opens a session for this user, for a few minutes. */
  readonly proof: string;
}

/**
 * Opens a session for a login and password; offers a choice if several users of the login share the password. Unknown
 * users, wrong passwords, and disabled users get the same message after the same work, so nobody learns who has an
 * account or several.
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
  const allowed = users.filter((user) => mayUsePassword(deps, user));
  const found = await opened(allowed, passwords, credentials.password, admission);
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
  throw new SightlineError('unauthorized', 'The email or the password is wrong.');
}

interface Found {
  readonly user: UserRow;
  /** The stored hash. */
  readonly stored: string;
}

/** The allowed users with this password. */
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
  // Hash even for users the limits exclude, so the time is the same; but never hash a megabyte, which cannot match.
  const matches = await matchesOf(
    isTooLong(password) ? '' : password,
    all.map(({ stored }) => stored),
  );
  const candidates = all.filter(({ user }) => user.disabledAt === null && mayOpen(user.id));
  const isRight = ({ stored }: Found) => matches.has(stored);
  const idsOf = (found: readonly Found[]) => found.map(({ user }) => user.id);
  const right = candidates.filter(isRight);
  if (right.length === 0) return [];
  const wrong = candidates.filter((each) => !isRight(each));
  const ids = await offered({ right: idsOf(right), wrong: idsOf(wrong) });
  return right.filter(({ user }) => ids.includes(user.id));
}

/** Null if somebody disabled the user or changed the password while hashing took its time. */
async function entryFor(deps: AccountDeps, { user, stored }: Found, browser: Browser): Promise<Entry | null> {
  return await deps.db.transaction().execute(async (db) => {
    if (!(await lockPassword(db, user.internalId, stored))) return null;
    return { userId: user.id, session: await openSession({ ...deps, db }, user, browser) };
  });
}

/**
 * One entry per user of the login: each organization sees attempts on its own user, as if there were no other. One
 * statement, so several users take as long as one.
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
    // Not the typed login: people type their password into the wrong field.
    subject: user?.id ?? null,
    detail: `from ${address}`,
  }));
  await insertAudit(db, ...entries);
}

/** Opens a session for the chosen user. @throws SightlineError `unauthorized` */
export async function choose(deps: AccountDeps, proof: string, browser: Browser): Promise<Entry> {
  const id = userOfProof(proof);
  const user = id === null ? null : await findUserById(deps.db, id);
  const stored = user === null ? null : await passwordOf(deps.db, user.internalId);
  const isGood =
    user !== null && stored !== null && mayUsePassword(deps, user) && isProof(proof, stored, deps.now());
  const entry = isGood ? await entryFor(deps, { user, stored }, browser) : null;
  if (entry !== null) return entry;
  throw new SightlineError('unauthorized', 'That took too long. Sign in again.');
}
