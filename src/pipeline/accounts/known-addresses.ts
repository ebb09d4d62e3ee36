import { DAY_MS } from '../../domain/period.ts';
import { windowAt } from '../../domain/quota-window.ts';
import type { FailureCounter } from './failure-counter.ts';

/** An address is known for one to two of these after somebody signed in from there. */
const KNOWN_MS = 90 * DAY_MS;

/** Those of some users, by their ids, who have signed in from an address. Where there are none it is as much work as for one. */
export async function knownHere(
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

/** Notes that a user signed in from an address. */
export async function rememberHere(
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
