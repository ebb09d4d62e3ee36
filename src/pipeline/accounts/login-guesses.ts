import { DAY_MS } from '../../domain/time/period.ts';
import { windowAt } from '../../domain/time/quota-window.ts';
import type { FailureCounter } from './failure-counter.ts';

/**
 * After this many sign-ins to other users of the login in a UTC day, sign-in offers this user only at known
 * addresses.
 */
export const MOST_LOGIN_GUESSES = 20;

/** The users of one login, by whether the password matches. */
export interface PasswordMatches {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Which users with the right password to offer, and which ones somebody guesses at so often that people should know.
 * Anyone with one user's password can change it at will, and each sign-in with it guesses at the passwords of the
 * login's other users without failing. So count these guesses, and after MOST_LOGIN_GUESSES stop offering the other
 * users. This locks nobody out: a password that matches one user alone opens that user. Takes the same work if the
 * login has one user.
 */
export async function usersToOffer(
  failures: FailureCounter,
  { right, wrong }: PasswordMatches,
  known: ReadonlySet<string>,
  now: number,
): Promise<{ readonly offered: readonly string[]; readonly guessed: readonly string[] }> {
  const day = windowAt(now, DAY_MS);
  const count = async (id: string, hits: number) =>
    [id, await failures.add(`beside ${id}`, day, hits)] as const;
  const [missed, hit] = await Promise.all([
    Promise.all((wrong.length === 0 ? [''] : wrong).map((id) => count(id, 1))),
    Promise.all(right.length < 2 ? [] : right.map((id) => count(id, 0))),
  ]);
  const guessed = missed.filter(([id, times]) => id !== '' && times === MOST_LOGIN_GUESSES).map(([id]) => id);
  if (right.length < 2) return { offered: right, guessed };
  const trusted = hit.filter(([id, times]) => times < MOST_LOGIN_GUESSES || known.has(id));
  // If all were guessed at, the guesser owns the user with the fewest guesses.
  const offered = trusted.length > 0 ? trusted : hit.toSorted(([, a], [, b]) => a - b).slice(0, 1);
  return { offered: offered.map(([id]) => id), guessed };
}
