import { hashToken } from '../../domain/access/secret-token.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { windowAt } from '../../domain/time/quota-window.ts';
import type { StoredPassword } from '../../storage/directory/access/users.ts';
import type { FailureCounter } from './failure-counter.ts';

/** A sign-in makes its address known for one to two of these periods, until the password is another. */
const KNOWN_MS = 90 * DAY_MS;

/** The users, by id, with a recent sign-in from this address. Takes the same time for no password as for one. */
export async function usersKnownAt(
  failures: FailureCounter,
  passwords: readonly StoredPassword[],
  client: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const { start } = windowAt(now, KNOWN_MS);
  const known = new Set<string>();
  await Promise.all(
    (passwords.length === 0 ? [NOBODY] : passwords).map(async (stored) => {
      const subject = subjectOf(stored, client);
      const uses = await Promise.all([
        failures.read(subject, start),
        failures.read(subject, start - KNOWN_MS),
      ]);
      if (uses.some((each) => each > 0)) known.add(stored.id);
    }),
  );
  return known;
}

export async function rememberUserAt(
  failures: FailureCounter,
  stored: StoredPassword,
  client: string,
  now: number,
): Promise<void> {
  const { start, end } = windowAt(now, KNOWN_MS);
  await failures.add(subjectOf(stored, client), { start, end: end + KNOWN_MS }, 1);
}

const NOBODY: StoredPassword = { id: '', password: '' };

/** Only with the stored password can anybody tell whose address this is, so nobody can once the user is deleted. */
function subjectOf({ id, password }: StoredPassword, client: string): string {
  return `known ${hashToken(`${id} ${password} ${client}`)}`;
}
