import { hash } from 'node:crypto';
import { VISITOR } from '../../domain/audit.ts';
import { clientOf } from '../../domain/client-address.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/period.ts';
import { secondsLeft, type Window, windowAt } from '../../domain/quota-window.ts';
import { loginOf } from '../../domain/user.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import { findUserByLogin } from '../../storage/directory/users.ts';
import type { Database } from '../../storage/driver/database.ts';

/** Where failures are counted, for all replicas together. */
export interface FailureCounter {
  /** Adds hits to a subject's window and returns how many it then has. */
  add(subject: string, window: Window, hits: number): Promise<number>;
  /** How many hits the subject has in the window that starts at `start`. */
  read(subject: string, start: number): Promise<number>;
  /** @throws SightlineError `rate_limited` if this client has failed too often, with whatever it tried */
  refuseAddress(client: string, now: number): Promise<void>;
  /** Counts a failure of a client. @throws SightlineError `rate_limited` if it is one too many */
  countFailure(client: string, now: number): Promise<void>;
}

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

/** An address is known for one to two of these after somebody signed in from there. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * Runs an attempt to prove by a password who somebody is. An address has 10 failures per account in 15 minutes, and those per hour
 * that an address has with keys; where many addresses guess one account, each has fewer. No limit of an account holds for every
 * address, so a stranger who fails on purpose locks nobody out. All of it is the same for an account that does not exist.
 *
 * The attempt is counted before it is made and taken back if it succeeds, so that many at once are no more than 10.
 *
 * @throws SightlineError `rate_limited`, and whatever the attempt throws
 */
export async function limited<Result>(
  deps: AttemptDeps,
  claim: Claim,
  now: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { failures, signIns } = deps;
  try {
    const counted = await admit(failures, claim, now);
    const result = await tried(failures, counted, now, attempt, () =>
      noticeGuessing(deps, claim, counted, now),
    );
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
  readonly known: readonly [subject: string, window: Window];
}

/** @throws SightlineError `rate_limited` */
async function admit(failures: FailureCounter, { login, address }: Claim, now: number): Promise<Counted> {
  const client = clientOf(address);
  await failures.refuseAddress(client, now);
  // Not the login itself: people type their password into the wrong field.
  const account = hash('sha256', loginOf(login) ?? '', 'hex');
  const [ofAddress, ofAccount] = [`sign-in ${account} ${client}`, `wrong ${account}`];
  const [window, day] = [windowAt(now, WINDOW_MS), windowAt(now, DAY_MS)];
  const { start, end } = windowAt(now, KNOWN_MS);
  const known = [`known ${account} ${client}`, { start, end: end + KNOWN_MS }] as const;
  const [tries, wrong, ...uses] = await Promise.all([
    failures.add(ofAddress, window, 1),
    failures.add(ofAccount, day, 1),
    failures.read(known[0], start),
    failures.read(known[0], start - KNOWN_MS),
  ]);
  const counts = [[ofAddress, window] as const, [ofAccount, day] as const];
  const refused = async (until: Window) => {
    // What is not looked at is not wrong.
    await failures.add(ofAccount, day, -1);
    return tooMany(until, now);
  };
  if (tries > MOST_TRIES) throw await refused(window);
  const everyMs = PACES.findLast(([least]) => wrong > least)?.[1];
  if (everyMs === undefined || uses.some((each) => each > 0)) return { client, counts, wrong, known };
  const paced = [`paced ${account} ${client}`, windowAt(now, everyMs)] as const;
  if ((await failures.add(...paced, 1)) > 1) throw await refused(paced[1]);
  return { client, counts: [...counts, paced], wrong, known };
}

async function tried<Result>(
  failures: FailureCounter,
  { client, counts, known }: Counted,
  now: number,
  attempt: () => Promise<Result>,
  onWrong: () => Promise<void>,
): Promise<Result> {
  const takeBack = () => Promise.all(counts.map(([subject, window]) => failures.add(subject, window, -1)));
  try {
    const result = await attempt();
    await Promise.all([takeBack(), failures.add(...known, 1)]);
    return result;
  } catch (error) {
    const isWrong = error instanceof SightlineError && error.code === 'unauthorized';
    if (isWrong) await Promise.all([onWrong(), failures.countFailure(client, now)]);
    else await takeBack();
    throw error;
  }
}

/** Notes once a day at each pace that somebody guesses, for whoever runs the server and whoever administers the account. */
async function noticeGuessing(
  { db, signIns }: AttemptDeps,
  { login: typed }: Claim,
  { wrong }: Counted,
  now: number,
): Promise<void> {
  if (!PACES.some(([least]) => wrong === least)) return;
  const login = loginOf(typed);
  const user = login === null ? null : await findUserByLogin(db, login);
  signIns.onGuessing({ user: user?.id ?? null, wrong });
  await insertAudit(db, {
    at: now,
    organizationId: user?.organization?.internalId ?? null,
    actor: VISITOR,
    action: 'session.guessed',
    subject: user?.id ?? null,
    detail: `${wrong} wrong passwords on this day`,
  });
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
