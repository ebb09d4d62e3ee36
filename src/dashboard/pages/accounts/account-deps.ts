import type { AccountDeps, Browser, OpenedSession } from '../../../pipeline/accounts/sessions.ts';
import { endSession } from '../../../pipeline/accounts/sessions.ts';
import { type Redirect, redirect } from '../../outcome.ts';
import type { Visit } from '../../visit.ts';

/** What changes accounts, at the instant of a visit. */
export function accountDeps({ deps, now }: Visit): AccountDeps {
  return { db: deps.db, random: deps.random, now: () => now };
}

/** The same, by the user who is signed in. */
export function actingDeps(visit: Visit): AccountDeps & { readonly actor: string } {
  return { ...accountDeps(visit), actor: visit.user.id };
}

export function browserOf({ client: { userAgent, address } }: Visit): Browser {
  return { userAgent, address };
}

/**
 * Goes on with a new session. The one that this browser had ends: whoever may know it, by whatever means, must not go on with it.
 */
export async function enter(visit: Visit, session: OpenedSession, to: string): Promise<Redirect> {
  const { viewer, deps, now } = visit;
  if (viewer.kind === 'user') await endSession(deps.db, viewer.user, viewer.sessionId, now).catch(() => {});
  return redirect(to, { session });
}
