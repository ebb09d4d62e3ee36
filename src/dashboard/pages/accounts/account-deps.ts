import type { FactorDeps } from '../../../pipeline/accounts/second-factor.ts';
import type { Browser, OpenedSession } from '../../../pipeline/accounts/sessions.ts';
import { endSession } from '../../../pipeline/accounts/sessions.ts';
import { type Redirect, redirect } from '../../markup/outcome.ts';
import type { Visit } from '../../visit/visit.ts';

/** Dependencies of account changes, at the visit's instant. */
export function accountDeps({ deps, now }: Visit): FactorDeps {
  const { db, random, engineKeys } = deps;
  return { db, random, now: () => now, secretKey: engineKeys.secretKey };
}

export function browserOf({ client: { userAgent, address } }: Visit): Browser {
  return { userAgent, address };
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
