import { DAY_MS } from '../../domain/time/period.ts';
import { windowAt } from '../../domain/time/quota-window.ts';
import type { FailureCounter } from './failure-counter.ts';

/** A sign-in makes its address known for one to two of these periods. */
const KNOWN_MS = 90 * DAY_MS;

/** The users, by id, with a recent sign-in from this address. Takes the same time for no users as for one. */
export async function usersKnownAt(
  failures: FailureCounter,
  userIds: readonly string[],
  client: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const { start } = windowAt(now, KNOWN_MS);
  const known = new Set<string>();
  await Promise.all(
    (userIds.length === 0 ? [''] : userIds).map(async (id) => {
      const subject = subjectOf(id, client);
      const uses = await Promise.all([
        failures.read(subject, start),
        failures.read(subject, start - KNOWN_MS),
      ]);
      if (uses.some((each) => each > 0)) known.add(id);
    }),
  );
  return known;
}

export async function rememberUserAt(
  failures: FailureCounter,
  userId: string,
  client: string,
  now: number,
): Promise<void> {
  const { start, end } = windowAt(now, KNOWN_MS);
  await failures.add(subjectOf(userId, client), { start, end: end + KNOWN_MS }, 1);
}

function subjectOf(userId: string, client: string): string {
  return `known ${userId} ${client}`;
}
