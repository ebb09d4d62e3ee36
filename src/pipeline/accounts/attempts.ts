import { hash } from 'node:crypto';
import { VISITOR } from '../../domain/access/audit.ts';
import { loginOf } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/period.ts';
import { secondsLeft, type Window, windowAt } from '../../domain/time/quota-window.ts';
import { clientOf } from '../../domain/web/client-address.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  findUserById,
  findUsersByLogin,
  passwordOf,
  passwordsOfLogin,
  type StoredPassword,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { FailureCounter } from './failure-counter.ts';
import { rememberUserAt, usersKnownAt } from './known-addresses.ts';
import { MOST_LOGIN_GUESSES, type PasswordMatches, usersToOffer } from './login-guesses.ts';

/** `refused`: a limit stopped the attempt before the check of the password or code. */
export type AttemptResult = 'opened' | 'wrong' | 'refused';

/** Receives attempts for the operator's monitoring. */
export interface AttemptObserver {
  readonly onAttempt: (result: AttemptResult) => void;
  readonly onGuessing: (guessing: GuessingNotice) => void;
}

/** An account with many wrong passwords or codes. */
export interface GuessingNotice {
  /** The user's id; null for an unknown login. */
  readonly user: string | null;
  readonly what: 'passwords' | 'codes';
  /** How many wrong ones on this UTC day, from all addresses. */
  readonly wrong: number;
}

export interface AttemptDeps {
  readonly db: Database;
  readonly failures: FailureCounter;
  readonly signIns: AttemptObserver;
}

export interface Claim {
  readonly login: string;
  readonly address: string;
  /** Set if the attempt is for this user only, not for every user of the login. */
  readonly userId?: string;
  /** What is tried: a password, or a code of that user's second factor. */
  readonly what?: GuessingNotice['what'] | undefined;
}

/** Limits of an attempt, and its result. All ids are user ids. */
export interface Admission {
  /** Whether to compare the password with this user's. */
  readonly mayOpen: (userId: string) => boolean;
  /** The users with the right password to offer. */
  readonly offered: (compared: PasswordMatches) => Promise<readonly string[]>;
}

const MOST_TRIES = 10;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * After this many wrong passwords for an account in a UTC day, from all addresses, each unknown address may try one
 * password per interval. So more addresses do not speed up guessing, and the right password still works.
 */
const PACES: readonly (readonly [wrong: number, everyMs: number])[] = [
  [20, WINDOW_MS],
  [100, HOUR_MS],
  [1000, 4 * HOUR_MS],
];

/**
 * After this many wrong codes in a UTC day, an unknown address may try none: a million codes are too few for a guesser
 * with many addresses. Whoever guesses knows the password, so a new password helps.
 */
const MOST_CODES = 100;

/**
 * Runs an attempt with a password or a code under limits. An address has 10 failures per account in 15 minutes, plus the
 * hourly limit it shares with API keys; if many addresses guess at one account, each has fewer. No account limit covers
 * every address, so a stranger cannot lock anybody out. For passwords, an account is a login, whether it has one user,
 * several in different organizations, or none; all behave the same. It counts the attempt before running it and undoes
 * the count on success, so concurrent attempts cannot exceed 10.
 *
 * @throws SightlineError `rate_limited`, and errors of the attempt
 */
export async function limited<Result>(
  deps: AttemptDeps,
  claim: Claim,
  now: number,
  attempt: (admission: Admission) => Promise<Result>,
): Promise<Result> {
  return await observed(deps.signIns, async () => {
    const users = await usersOfLogin(deps.db, claim);
    const counted = await admit(deps, claim, users, now);
    const admission = admissionOf(deps, counted, users, now);
    const onWrong = async () => {
      if (PACES.some(([least]) => counted.wrong === least))
        await noteGuessing(deps, users, { what: claim.what, wrong: counted.wrong }, now);
    };
    return await tried(deps.failures, counted, now, () => attempt(admission), onWrong);
  });
}

/** Tells the operator's monitoring how an attempt ends. */
export async function observed<Result>(
  signIns: AttemptObserver,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await attempt();
    signIns.onAttempt('opened');
    return result;
  } catch (error) {
    const code = error instanceof SightlineError ? error.code : null;
    if (code === 'unauthorized') signIns.onAttempt('wrong');
    if (code === 'rate_limited') signIns.onAttempt('refused');
    throw error;
  }
}

/** Counts taken before an attempt. */
interface Counted {
  readonly client: string;
  /** Subjects and windows to undo for a right password. */
  readonly counts: readonly (readonly [subject: string, window: Window])[];
  /** Today's wrong passwords for the account, including this one. */
  readonly wrong: number;
  /** Ids of users known at this address. */
  readonly known: ReadonlySet<string>;
  /** Whether to try every user of the login, or only those known here. */
  readonly isForAll: boolean;
}

async function usersOfLogin(db: Database, { login: typed, userId }: Claim): Promise<UserRow[]> {
  const login = loginOf(typed);
  const users = login === null ? [] : await findUsersByLogin(db, login);
  return userId === undefined ? users : users.filter(({ id }) => id === userId);
}

/** @throws SightlineError `rate_limited` */
async function admit(
  { db, failures }: AttemptDeps,
  claim: Claim,
  users: readonly UserRow[],
  now: number,
): Promise<Counted> {
  const client = clientOf(claim.address);
  await failures.refuseAddress(client, now);
  const stored = await passwordsOfLogin(db, loginOf(claim.login) ?? '');
  const passwords = stored.filter(({ id }) => users.some((user) => user.id === id));
  const account = accountOf(claim, passwords);
  const [ofAddress, ofAccount] = [`sign-in ${account} ${client}`, `wrong ${account}`];
  const [window, day] = [windowAt(now, WINDOW_MS), windowAt(now, DAY_MS)];
  const [tries, wrong, known] = await Promise.all([
    failures.add(ofAddress, window, 1),
    failures.add(ofAccount, day, 1),
    usersKnownAt(failures, passwords, client, now),
  ]);
  const counts = [[ofAddress, window] as const, [ofAccount, day] as const];
  const refused = async (until: Window) => {
    // A skipped check is no failure.
    await failures.add(ofAccount, day, -1);
    return tooMany(until, now);
  };
  if (tries > MOST_TRIES) throw await refused(window);
  if (claim.what === 'codes' && wrong > MOST_CODES && known.size === 0) throw await refused(day);
  const everyMs = PACES.findLast(([least]) => wrong > least)?.[1];
  if (everyMs === undefined) return { client, counts, wrong, known, isForAll: true };
  const paced = [`paced ${account} ${client}`, windowAt(now, everyMs)] as const;
  const isForAll = (await failures.add(...paced, 1)) === 1;
  if (!isForAll && known.size === 0) throw await refused(paced[1]);
  return { client, counts: isForAll ? [...counts, paced] : counts, wrong, known, isForAll };
}

/**
 * What failures count against: not the login itself, because people type their password into the wrong field. Codes
 * count apart, and anew with each password, because a new one ends the guesses of whoever knew the old one.
 */
function accountOf({ login, what }: Claim, [own]: readonly StoredPassword[]): string {
  const account = what === 'codes' && own ? `${own.id} ${own.password}` : loginOf(login);
  return hash('sha256', account ?? '', 'hex');
}

function admissionOf(
  deps: AttemptDeps,
  { known, isForAll }: Counted,
  users: readonly UserRow[],
  now: number,
): Admission {
  return {
    mayOpen: (userId) => isForAll || known.has(userId),
    offered: async (compared) => {
      const { offered, guessed } = await usersToOffer(deps.failures, compared, known, now);
      const those = users.filter(({ id }) => guessed.includes(id));
      if (those.length > 0) await noteGuessing(deps, those, { wrong: MOST_LOGIN_GUESSES }, now);
      return offered;
    },
  };
}

/** Records a sign-in address: guesses from elsewhere no longer slow the user there. */
export async function rememberAddress(
  { db, failures }: AttemptDeps,
  { user: id, address }: { readonly user: string; readonly address: string },
  now: number,
): Promise<void> {
  const user = await findUserById(db, id);
  const password = user && (await passwordOf(db, user.internalId));
  if (user && password) await rememberUserAt(failures, { id, password }, clientOf(address), now);
}

async function tried<Result>(
  failures: FailureCounter,
  { client, counts }: Counted,
  now: number,
  attempt: () => Promise<Result>,
  onWrong: () => Promise<void>,
): Promise<Result> {
  const takeBack = () => Promise.all(counts.map(([subject, window]) => failures.add(subject, window, -1)));
  try {
    const result = await attempt();
    await takeBack();
    return result;
  } catch (error) {
    const isWrong = error instanceof SightlineError && error.code === 'unauthorized';
    if (isWrong) await Promise.all([onWrong(), failures.countFailure(client, now)]);
    else await takeBack();
    throw error;
  }
}

/** Tells the operator and the account's admins about guessing. Runs once a day per pace. */
async function noteGuessing(
  { db, signIns }: AttemptDeps,
  users: readonly UserRow[],
  { what = 'passwords', wrong }: Pick<Claim, 'what'> & Pick<GuessingNotice, 'wrong'>,
  at: number,
): Promise<void> {
  for (const user of users.length === 0 ? [null] : users) {
    signIns.onGuessing({ user: user?.id ?? null, what, wrong });
    await insertAudit(db, {
      at,
      organizationId: user?.organization?.internalId ?? null,
      actor: VISITOR,
      action: 'session.guessed',
      subject: user?.id ?? null,
      detail: `${wrong} wrong ${what} on this day`,
    });
  }
}

function tooMany(window: Window, now: number): SightlineError {
  const seconds = secondsLeft(window, now);
  const minutes = Math.ceil(seconds / 60);
  return new SightlineError(
    'rate_limited',
    `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: seconds },
  );
}
