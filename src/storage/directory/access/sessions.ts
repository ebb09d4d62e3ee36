import type { User } from '../../../domain/access/user.ts';
import type { Database } from '../../driver/database.ts';
import { publicUserOf, USER_COLUMNS } from './users.ts';

/** What a session keeps to ask the sign-on provider. */
export interface ProviderHold {
  /** Encrypted. */
  readonly tokens: string;
  /** When to ask again; null: never. */
  readonly nextCheck: number | null;
}

interface NewSession {
  /** `ses_…` */
  readonly id: string;
  readonly userId: number;
  readonly hash: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null for a session by password. */
  readonly hold: ProviderHold | null;
}

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      public_id: session.id,
      user_id: session.userId,
      hash: session.hash,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
      provider_tokens: session.hold?.tokens ?? null,
      next_check: session.hold?.nextCheck ?? null,
    })
    .execute();
}

export interface SessionRow {
  readonly id: string;
  readonly userId: number;
  readonly user: User;
  readonly lastSeenAt: number;
  readonly hold: ProviderHold | null;
  readonly isBreakGlass: boolean;
}

/** A session by its token's SHA-256, if it has not expired, was used since `seenAfter`, and its user may sign in. */
export async function findSession(
  db: Database,
  hash: string,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('organizations as o', 'o.id', 'u.organization_id')
    .select(['s.public_id as session_id', 's.last_seen_at', 's.provider_tokens', 's.next_check'])
    .select('u.break_glass')
    .select(USER_COLUMNS)
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', seenAfter)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { session_id: id, user_id: userId, last_seen_at: lastSeenAt, provider_tokens: tokens } = row;
  const hold = tokens === null ? null : { tokens, nextCheck: row.next_check };
  return { id, userId, user: publicUserOf(row), lastSeenAt, hold, isBreakGlass: row.break_glass === 1 };
}

/** Takes a check that is due now; concurrent requests and servers cannot both. @returns whether it did */
export async function takeCheck(db: Database, id: string, now: number, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ next_check: until })
    .where('public_id', '=', id)
    .where('next_check', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** After an answer of the provider, which knows the session's user now. */
export async function saveHold(
  db: Database,
  { id, userId }: Pick<SessionRow, 'id' | 'userId'>,
  { tokens, nextCheck }: ProviderHold,
  now: number,
): Promise<void> {
  const columns = { provider_tokens: tokens, next_check: nextCheck };
  await db.updateTable('sessions').set(columns).where('public_id', '=', id).execute();
  await db
    .updateTable('users')
    .set({ known_at: now })
    .where('id', '=', userId)
    .where('known_at', '<', now)
    .execute();
}

export async function touchSession(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('public_id', '=', id).execute();
}

export interface ListedSession {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** A user's valid sessions, last used first. */
export async function listSessions(
  db: Database,
  userId: number,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<ListedSession[]> {
  return await db
    .selectFrom('sessions')
    .select(['public_id as id', 'user_agent as userAgent', 'address'])
    .select(['created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('public_id')
    .execute();
}

/** Ends one of a user's sessions. @returns whether it existed */
export async function deleteSession(db: Database, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('public_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a user's other sessions. @returns how many */
export async function deleteSessions(db: Database, userId: number, except: string | null): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== null) query = query.where('public_id', '<>', except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Deletes expired sessions. @returns how many */
export async function dropEndedSessions(
  db: Database,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', seenAfter)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
