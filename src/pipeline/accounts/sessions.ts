import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  deleteSession,
  deleteSessions,
  dropEndedSessions,
  findSession,
  insertSession,
  type ListedSession,
  listSessions,
  type ProviderHold,
  touchSession,
} from '../../storage/directory/access/sessions.ts';
import { findUserById, type UserRow } from '../../storage/directory/access/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import { mayGoOn, type SignOn, UNCHECKED_MS } from './session-check.ts';

export type { User } from '../../domain/access/user.ts';
export type { ListedSession } from '../../storage/directory/access/sessions.ts';

export interface AccountDeps {
  readonly db: Database;
  readonly random: RandomBytes;
  readonly now: () => number;
  /** Whether passwords work only for break-glass users. */
  readonly isSignOnOnly?: boolean | undefined;
}

export interface SignedIn {
  readonly user: User;
  /** `ses_…`; not a secret. */
  readonly sessionId: string;
  /** What a session by sign-on keeps, encrypted; null for one by password. */
  readonly tokens: string | null;
}

/** A new session. Its token is available only here. */
export interface OpenedSession {
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAt: number;
}

export interface Browser {
  readonly userAgent: string;
  readonly address: string;
}

const LIFETIME_MS = 30 * DAY_MS;
/** Nobody used a session for longer. */
export const IDLE_MS = 7 * DAY_MS;
const TOUCH_MS = 5 * MINUTE_MS;
const LONGEST_USER_AGENT = 300;

/**
 * The token's session; null if it expired, nobody used it for a week, it ended, its user is disabled, or the sign-on
 * provider no longer knows the person.
 */
export async function sessionOf(
  db: Database,
  token: string,
  now: number,
  signOn: SignOn | null = null,
): Promise<SignedIn | null> {
  if (!isToken('session', token)) return null;
  const found = await findSession(db, hashToken(token), openAt(now));
  if (!found) return null;
  const goesOn = await mayGoOn(db, signOn, found, now);
  if (goesOn === 'changed') return await sessionOf(db, token, now, signOn);
  if (!goesOn) return null;
  // Not on every request, because each would write.
  if (now - found.lastSeenAt >= TOUCH_MS) await touchSession(db, found.id, now);
  return { user: found.user, sessionId: found.id, tokens: found.hold?.tokens ?? null };
}

/** @param keep what a session by sign-on keeps, given its id */
export async function openSession(
  { db, random, now }: AccountDeps,
  user: UserRow,
  browser: Browser,
  keep: ((sessionId: string) => ProviderHold) | null = null,
): Promise<OpenedSession> {
  const at = now();
  const [token, id] = [mintToken('session', random), publicId('ses', random)];
  const hold = keep?.(id) ?? null;
  const expiresAt = at + (hold !== null && hold.nextCheck === null ? UNCHECKED_MS : LIFETIME_MS);
  await dropEndedSessions(db, openAt(at));
  await insertSession(db, {
    id,
    userId: user.internalId,
    hash: hashToken(token),
    userAgent: browser.userAgent.toWellFormed().replaceAll('\u0000', '').slice(0, LONGEST_USER_AGENT),
    address: browser.address,
    createdAt: at,
    expiresAt,
    hold,
  });
  const how = hold === null ? '' : ' by single sign-on';
  await note(db, user, at, 'session.sign-in', id, `from ${browser.address}${how}`);
  return { token, sessionId: id, expiresAt };
}

/** Ends the session that a user signs out of, if it is still open. */
export async function signOut(db: Database, user: User, id: string, now: number): Promise<void> {
  const row = await findUserById(db, user.id);
  if (row && (await deleteSession(db, row.internalId, id)))
    await note(db, user, now, 'session.sign-out', id, '');
}

/** A user's open sessions, last used first. */
export async function sessionsOf(db: Database, user: User, now: number): Promise<ListedSession[]> {
  const row = await findUserById(db, user.id);
  return row ? await listSessions(db, row.internalId, openAt(now)) : [];
}

/** Ends one of a user's sessions. @throws SightlineError `not_found` */
export async function endSession(db: Database, user: User, id: string, now: number): Promise<void> {
  const row = isPublicId('ses', id) ? await findUserById(db, user.id) : null;
  if (row === null || !(await deleteSession(db, row.internalId, id))) {
    throw new SightlineError('not_found', 'There is no such session; it may have ended already.');
  }
  await note(db, user, now, 'session.end', id, '');
}

/** Ends all of a user's other sessions. @returns how many */
export async function endOtherSessions(
  db: Database,
  user: User,
  except: string,
  now: number,
): Promise<number> {
  const row = await findUserById(db, user.id);
  const ended = row ? await deleteSessions(db, row.internalId, except) : 0;
  if (ended > 0) await note(db, user, now, 'session.end-others', null, `${ended} ended`);
  return ended;
}

async function note(
  db: Database,
  user: User,
  at: number,
  action: AuditAction,
  subject: string | null,
  detail: string,
): Promise<void> {
  await insertAudit(db, {
    at,
    organizationId: user.organization?.internalId ?? null,
    actor: user.id,
    action,
    subject,
    detail,
  });
}

/** Deletes ended and expired sessions. @returns how many */
export async function dropEnded(db: Database, now: number): Promise<number> {
  return await dropEndedSessions(db, openAt(now));
}

function openAt(now: number): { now: number; seenAfter: number } {
  return { now, seenAfter: now - IDLE_MS };
}
