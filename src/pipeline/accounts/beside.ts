import { DAY_MS } from '../../domain/period.ts';
import { windowAt } from '../../domain/quota-window.ts';
import type { FailureCounter } from './failure-counter.ts';

/** After this many sign-ins to other users of its login in a UTC day, a user is offered beside them only where they are known. */
export const MOST_BESIDE = 20;

/** The users of one login, by whether a password is theirs. */
export interface Compared {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Which of the users with the right password are offered, and which were guessed at so often that somebody should know.
 *
 * Whoever has the password of one user of a login may change it at will, and each sign-in is a guess at the passwords of the others
 * that fails nowhere. So such guesses are counted, and after some the others are not offered. Nobody is locked out: a password that is
 * right for one user alone opens that user. Where there are no others it is as much work.
 */
export async function offeredBeside(
  failures: FailureCounter,
  { right, wrong }: Compared,
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
  const guessed = missed.filter(([id, times]) => id !== '' && times === MOST_BESIDE).map(([id]) => id);
  if (right.length < 2) return { offered: right, guessed };
  const trusted = hit.filter(([id, times]) => times < MOST_BESIDE || known.has(id));
  // Of users who were all guessed at, whoever was guessed at least is where the guesses were made.
  const offered = trusted.length > 0 ? trusted : hit.toSorted(([, a], [, b]) => a - b).slice(0, 1);
  return { offered: offered.map(([id]) => id), guessed };
}
