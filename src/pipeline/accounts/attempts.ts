import { hash } from 'node:crypto';
import { clientOf } from '../../domain/client-address.ts';
import { SightlineError } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../domain/period.ts';
import { secondsLeft, type Window, windowAt } from '../../domain/quota-window.ts';
import { loginOf } from '../../domain/user.ts';

/** Where failures are counted, for all replicas together. */
export interface FailureCounter {
  /** Adds hits to a subject's window and returns how many it then has. */
  add(subject: string, window: Window, hits: number): Promise<number>;
  /** @throws SightlineError `rate_limited` if this client has failed too often, with whatever it tried */
  refuseAddress(client: string, now: number): Promise<void>;
  /** Counts a failure of a client. @throws SightlineError `rate_limited` if it is one too many */
  countFailure(client: string, now: number): Promise<void>;
}

/** Who tries to prove to be whom. */
export interface Claim {
  readonly login: string;
  readonly address: string;
}

const MOST_TRIES = 10;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Runs an attempt to prove by a password who somebody is. An address has 10 failures per account in 15 minutes, and those per hour
 * that an address has with keys. The limit of an account is one of each address, so that a stranger who fails on purpose locks
 * nobody out. It is the same for an account that does not exist.
 *
 * The attempt is counted before it is made and taken back if it succeeds, so that many at once are no more than 10.
 *
 * @throws SightlineError `rate_limited`, and whatever the attempt throws
 */
export async function limited<Result>(
  failures: FailureCounter,
  claim: Claim,
  now: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const client = clientOf(claim.address);
  await failures.refuseAddress(client, now);
  const window = windowAt(now, WINDOW_MS);
  // Not the login itself: people type their password into the wrong field.
  const subject = `sign-in ${hash('sha256', loginOf(claim.login) ?? '', 'hex')} ${client}`;
  const tries = await failures.add(subject, window, 1);
  if (tries > MOST_TRIES) throw tooMany(window, now);
  try {
    const result = await attempt();
    await failures.add(subject, window, -1);
    return result;
  } catch (error) {
    const isWrong = error instanceof SightlineError && error.code === 'unauthorized';
    if (isWrong) await failures.countFailure(client, now);
    else await failures.add(subject, window, -1);
    throw error;
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
