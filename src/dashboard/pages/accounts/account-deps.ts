import { type GuessingNotice, limited } from '../../../pipeline/accounts/attempts.ts';
import type { FactorDeps } from '../../../pipeline/accounts/second-factor.ts';
import type { Browser, OpenedSession, User } from '../../../pipeline/accounts/sessions.ts';
import { endSession } from '../../../pipeline/accounts/sessions.ts';
import { type Redirect, redirect } from '../../markup/outcome.ts';
import type { Visit } from '../../visit/visit.ts';

/** Dependencies of account changes, at the visit's instant. */
export function accountDeps({ deps, now }: Visit): FactorDeps {
  const { db, random, engineKeys, signOn } = deps;
  return { db, random, now: () => now, secretKey: engineKeys.secretKey, isSignOnOnly: signOn?.isOnly };
}

export function browserOf({ client: { userAgent, address } }: Visit): Browser {
  return { userAgent, address };
}

/** Runs what takes a user's password, or a code of their second factor. @throws SightlineError as `limited` does */
export async function limitedTo<Result>(
  { deps, client: { address }, now }: Visit,
  { id, email }: User,
  attempt: () => Promise<Result>,
  what: GuessingNotice['what'] = 'passwords',
): Promise<Result> {
  return await limited(deps, { login: email, address, userId: id, what }, now, attempt);
}

/** Opens a new session. It ends the browser's previous session, because somebody else may know its token. */
export async function enter(visit: Visit, session: OpenedSession, to: string): Promise<Redirect> {
  await leave(visit);
  return redirect(to, { session });
}

/** Ends the browser's session. */
export async function leave({ viewer, deps, now }: Visit): Promise<void> {
  if (viewer.kind === 'user') await endSession(deps.db, viewer.user, viewer.sessionId, now).catch(() => {});
}
