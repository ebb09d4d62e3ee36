import { VISITOR } from '../../domain/access/audit.ts';
import { isTooLong } from '../../domain/access/password.ts';
import { loginOf } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { findFactor } from '../../storage/directory/access/second-factor.ts';
import {
  findUserById,
  findUsersByLogin,
  lockPassword,
  passwordOf,
  passwordsOfLogin,
  type StoredPassword,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import type { Admission } from './attempts.ts';
import { isProof, proofOf, userOfProof } from './choice-proof.ts';
import { matchesOf } from './password-hash.ts';
import { type Entry, enroll, enterOrAsk, type FactorDeps, type Pending, useCode } from './second-factor.ts';
import { mayUsePassword } from './session-check.ts';
import { type AccountDeps, type Browser, openSession } from './sessions.ts';

export interface Credentials extends Browser {
  readonly email: string;
  readonly password: string;
}

/** Several users with the same login and password. */
export interface Choices {
  readonly choices: readonly {
    /** Organization name; null for all. */
    readonly organization: string | null;
    /** Goes on as this user, for a few minutes. */
    readonly proof: string;
  }[];
}

/**
 * Opens a session for a login and password, or asks for the second factor; offers a choice if several users of the
 * login share the password. Unknown users, wrong passwords, and disabled users get the same message after the same
 * work, so nobody learns who has an account or several.
 *
 * @throws SightlineError `unauthorized`
 */
export async function signIn(
  deps: AccountDeps,
  credentials: Credentials,
  admission: Admission,
): Promise<Entry | Pending | Choices> {
  const { db, now } = deps;
  const login = loginOf(credentials.email);
  const users = login === null ? [] : await findUsersByLogin(db, login);
  const passwords = login === null ? [] : await passwordsOfLogin(db, login);
  const allowed = users.filter((user) => mayUsePassword(deps, user));
  const found = await opened(allowed, passwords, credentials.password, admission);
  const [first, ...others] = found;
  if (first !== undefined && others.length > 0) {
    const choices = found.map(({ user, stored }) => ({
      organization: user.organization?.name ?? null,
      proof: proofOf(user.id, stored, now()),
    }));
    return { choices };
  }
  const entered = first === undefined ? null : await entryFor(deps, first, credentials);
  if (entered !== null) return entered;
  await noteRefusal(deps, users, credentials);
  throw new SightlineError('unauthorized', 'The email or the password is wrong.');
}

/** A user whose password somebody just proved. */
export interface Found {
  readonly user: UserRow;
  /** The stored hash. */
  readonly stored: string;
  /** The proof, if a form sent it. */
  readonly proof?: string;
}

/** The allowed users with this password. */
async function opened(
  users: readonly UserRow[],
  passwords: readonly StoredPassword[],
  password: string,
  { mayOpen, offered }: Admission,
): Promise<Found[]> {
  const all = passwords.flatMap(({ id, password: stored }): Found[] => {
    const user = users.find((each) => each.id === id);
    return user === undefined ? [] : [{ user, stored }];
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
async function entryFor(deps: AccountDeps, found: Found, browser: Browser): Promise<Entry | Pending | null> {
  return await whileLocked(deps, found, (inside) =>
    enterOrAsk(inside, found.user, found.stored, browser, found.proof),
  );
}

/** Runs work in a transaction in which the user may sign in and keeps the password; null if not. */
async function whileLocked<Deps extends AccountDeps, Result>(
  deps: Deps,
  { user, stored }: Found,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result | null> {
  return await deps.db.transaction().execute(async (db) => {
    if (!(await lockPassword(db, user.internalId, stored))) return null;
    return await work({ ...deps, db });
  });
}

/**
 * One entry per user of the login: each organization sees attempts on its own user, as if there were no other. One
 * statement, so several users take as long as one.
 */
export async function noteRefusal(
  { db, now }: AccountDeps,
  users: readonly UserRow[],
  { address }: Browser,
  what = '',
): Promise<void> {
  const entries = (users.length === 0 ? [null] : users).map((user) => ({
    at: now(),
    organizationId: user?.organization?.internalId ?? null,
    actor: VISITOR,
    action: 'session.refused' as const,
    // Not the typed login: people type their password into the wrong field.
    subject: user?.id ?? null,
    detail: `${what}from ${address}`,
  }));
  await insertAudit(db, ...entries);
}

/** The user of a proof. @throws SightlineError `unauthorized` */
export async function foundBy(deps: AccountDeps, proof: string): Promise<Found> {
  const { db, now } = deps;
  const id = userOfProof(proof);
  const user = id === null ? null : await findUserById(db, id);
  const stored = user === null ? null : await passwordOf(db, user.internalId);
  const isGood =
    user !== null && stored !== null && mayUsePassword(deps, user) && isProof(proof, stored, now());
  return inTime(isGood ? { user, stored, proof } : null);
}

/** Goes on as the chosen user. @throws SightlineError `unauthorized` */
export async function choose(deps: AccountDeps, found: Found, browser: Browser): Promise<Entry | Pending> {
  return inTime(await entryFor(deps, found, browser));
}

/**
 * Opens a session with a code of the user's second factor, or of one that they set up now.
 *
 * @param sealed the new factor; null for the user's
 * @throws SightlineError `unauthorized`, or as `enroll` does
 */
export async function enterWithCode(
  deps: FactorDeps,
  found: Found,
  { code, sealed }: { readonly code: string; readonly sealed: string | null },
  browser: Browser,
): Promise<Entry> {
  const { user } = found;
  if (sealed === null) await useCode(deps, user, code, browser);
  const entered = await whileLocked(deps, found, async (inside): Promise<Entry | null> => {
    const codes = sealed !== null && (await enroll(inside, user, { code, sealed }));
    // Somebody may have removed it since the code was right.
    if ((await findFactor(inside.db, user.internalId)) === null) return null;
    return { userId: user.id, session: await openSession(inside, user, browser), ...(codes && { codes }) };
  });
  return inTime(entered);
}

/** @throws SightlineError `unauthorized` for null */
function inTime<Result>(result: Result | null): Result {
  if (result !== null) return result;
  throw new SightlineError('unauthorized', 'That took too long. Sign in again.');
}
