import { hash } from 'node:crypto';
import { VISITOR } from '../../domain/audit.ts';
import { clientOf } from '../../domain/client-address.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/period.ts';
import { secondsLeft, type Window, windowAt } from '../../domain/quota-window.ts';
import { loginOf } from '../../domain/user.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import { findUsersByLogin, type UserRow } from '../../storage/directory/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type Compared, MOST_BESIDE, offeredBeside } from './beside.ts';
import type { FailureCounter } from './failure-counter.ts';
import { knownHere, rememberHere } from './known-addresses.ts';

/** What became of an attempt: the password was right, it was wrong, or it was not looked at. */
export type AttemptResult = 'opened' | 'wrong' | 'refused';

/** What the operator's monitoring is told of attempts. */
export interface AttemptObserver {
  readonly onAttempt: (result: AttemptResult) => void;
  readonly onGuessing: (guessing: Guessing) => void;
}

/** An account for which many wrong passwords were typed. */
export interface Guessing {
  /** The id of the user; null if there is none with this login. */
  readonly user: string | null;
  /** Wrong passwords on this UTC day, from all addresses. */
  readonly wrong: number;
}

export interface AttemptDeps {
  readonly db: Database;
  readonly failures: FailureCounter;
  readonly signIns: AttemptObserver;
}

/** Who tries to prove to be whom. */
export interface Claim {
  readonly login: string;
  readonly address: string;
  /** The id of the one user who is meant, where it is not any who has this login. */
  readonly userId?: string;
}

/** What an attempt may look at, and what it reports. Users are given by their ids. */
export interface Admission {
  /** Whether the password may be compared with that of this user. */
  readonly mayOpen: (userId: string) => boolean;
  /** Those of the users with the right password who may be offered. */
  readonly offered: (compared: Compared) => Promise<readonly string[]>;
}

const MOST_TRIES = 10;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * After this many wrong passwords for an account in a UTC day, from all addresses together, an address from which nobody has signed
 * in to it may try one password in this time. So no number of addresses makes guessing fast, and the right password works from
 * wherever it is typed first.
 */
const PACES: readonly (readonly [wrong: number, everyMs: number])[] = [
  [20, WINDOW_MS],
  [100, HOUR_MS],
  [1000, 4 * HOUR_MS],
];

/**
 * Runs an attempt to prove by a password who somebody is. An address has 10 failures per account in 15 minutes, and those per hour
 * that an address has with keys; where many addresses guess one account, each has fewer. No limit of an account holds for every
 * address, so a stranger who fails on purpose locks nobody out. An account is a login here, whether it has one user, several in different
 * organizations, or none: all of it is the same.
 *
 * The attempt is counted before it is made and taken back if it succeeds, so that many at once are no more than 10.
 *
 * @throws SightlineError `rate_limited`, and whatever the attempt throws
 */
export async function limited<Result>(
  deps: AttemptDeps,
  claim: Claim,
  now: number,
  attempt: (admission: Admission) => Promise<Result>,
): Promise<Result> {
  const { failures, signIns } = deps;
  try {
    const users = await claimed(deps.db, claim);
    const counted = await admit(failures, claim, users, now);
    const admission = admissionOf(deps, counted, users, now);
    const onWrong = async () => {
      if (PACES.some(([least]) => counted.wrong === least))
        await noteGuessing(deps, users, counted.wrong, now);
    };
    const result = await tried(failures, counted, now, () => attempt(admission), onWrong);
    signIns.onAttempt('opened');
    return result;
  } catch (error) {
    const code = error instanceof SightlineError ? error.code : null;
    if (code === 'unauthorized') signIns.onAttempt('wrong');
    if (code === 'rate_limited') signIns.onAttempt('refused');
    throw error;
  }
}

/** What was counted for an attempt before it was made. */
interface Counted {
  readonly client: string;
  /** The subjects and windows that a right password is taken back from. */
  readonly counts: readonly (readonly [subject: string, window: Window])[];
  /** Wrong passwords for the account today, with this one. */
  readonly wrong: number;
  /** The ids of the users who have signed in from this address. */
  readonly known: ReadonlySet<string>;
  /** Whether it is an attempt at every user of the login, or only at those known here. */
  readonly isForAll: boolean;
}

async function claimed(db: Database, { login: typed, userId }: Claim): Promise<UserRow[]> {
  const login = loginOf(typed);
  const users = login === null ? [] : await findUsersByLogin(db, login);
  return userId === undefined ? users : users.filter(({ id }) => id === userId);
}

/** @throws SightlineError `rate_limited` */
async function admit(
  failures: FailureCounter,
  { login, address }: Claim,
  users: readonly UserRow[],
  now: number,
): Promise<Counted> {
  const client = clientOf(address);
  await failures.refuseAddress(client, now);
  // Not the login itself: people type their password into the wrong field.
  const account = hash('sha256', loginOf(login) ?? '', 'hex');
  const [ofAddress, ofAccount] = [`sign-in ${account} ${client}`, `wrong ${account}`];
  const [window, day] = [windowAt(now, WINDOW_MS), windowAt(now, DAY_MS)];
  const ids = users.map(({ id }) => id);
  const [tries, wrong, known] = await Promise.all([
    failures.add(ofAddress, window, 1),
    failures.add(ofAccount, day, 1),
    knownHere(failures, ids, client, now),
  ]);
  const counts = [[ofAddress, window] as const, [ofAccount, day] as const];
  const refused = async (until: Window) => {
    // What is not looked at is not wrong.
    await failures.add(ofAccount, day, -1);
    return tooMany(until, now);
  };
  if (tries > MOST_TRIES) throw await refused(window);
  const everyMs = PACES.findLast(([least]) => wrong > least)?.[1];
  if (everyMs === undefined) return { client, counts, wrong, known, isForAll: true };
  const paced = [`paced ${account} ${client}`, windowAt(now, everyMs)] as const;
  const isForAll = (await failures.add(...paced, 1)) === 1;
  if (!isForAll && known.size === 0) throw await refused(paced[1]);
  return { client, counts: isForAll ? [...counts, paced] : counts, wrong, known, isForAll };
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
      const { offered, guessed } = await offeredBeside(deps.failures, compared, known, now);
      const those = users.filter(({ id }) => guessed.includes(id));
      if (those.length > 0) await noteGuessing(deps, those, MOST_BESIDE, now);
      return offered;
    },
  };
}

/** Notes that a user signed in from an address: from then on no guesses from elsewhere slow them there. */
export async function rememberAddress(
  { failures }: AttemptDeps,
  { user, address }: { readonly user: string; readonly address: string },
  now: number,
): Promise<void> {
  await rememberHere(failures, user, clientOf(address), now);
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

/** Notes that somebody guesses, for whoever runs the server and whoever administers the account. Called once a day at each pace. */
async function noteGuessing(
  { db, signIns }: AttemptDeps,
  users: readonly UserRow[],
  wrong: number,
  at: number,
): Promise<void> {
  for (const user of users.length === 0 ? [null] : users) {
    signIns.onGuessing({ user: user?.id ?? null, wrong });
    await insertAudit(db, {
      at,
      organizationId: user?.organization?.internalId ?? null,
      actor: VISITOR,
      action: 'session.guessed',
      subject: user?.id ?? null,
      detail: `${wrong} wrong passwords on this day`,
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
