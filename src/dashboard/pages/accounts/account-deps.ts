import type { AccountDeps, Browser, OpenedSession } from '../../../pipeline/accounts/sessions.ts';
import { endSession } from '../../../pipeline/accounts/sessions.ts';
import { type Redirect, redirect } from '../../markup/outcome.ts';
import type { Visit } from '../../visit/visit.ts';

/** Dependencies of account changes, at the visit's instant. */
export function accountDeps({ deps, now }: Visit): AccountDeps {
  const isSignOnOnly = deps.signOn?.isOnly === true;
  return { db: deps.db, random: deps.random, now: () => now, isSignOnOnly };
}

export function browserOf({ client: { userAgent, address } }: Visit): Browser {
  return { userAgent, address };
}

/** Opens a new session. It ends the browser's previous session, because somebody else may know its token. */
export async function enter(visit: Visit, session: OpenedSession, to: string): Promise<Redirect> {
  const { viewer, deps, now } = visit;
  if (viewer.kind === 'user') await endSession(deps.db, viewer.user, viewer.sessionId, now).catch(() => {});
  return redirect(to, { session });
}
