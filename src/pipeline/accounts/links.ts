import { SightlineError } from '../../domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/period.ts';
import { hashToken, isToken, mintToken } from '../../domain/secret-token.ts';
import {
  dropExpiredLinks,
  type FoundLink,
  findLink,
  insertLink,
  type LinkKind,
  takeLink,
} from '../../storage/directory/one-time-links.ts';
import { findUser, hasUsers, type UserRow } from '../../storage/directory/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { AccountDeps } from './sessions.ts';

export type { LinkKind };
export { hasUsers };

/** A link that was made. This is the only time that its token is known. */
export interface MadeLink {
  readonly token: string;
  /** Where it leads on a server: `/invite/sl_link_…`. */
  readonly path: string;
  readonly expiresAt: number;
}

/** The page that each kind of link leads to. */
const PAGES: Record<LinkKind, string> = { first: 'setup', reset: 'reset', invite: 'invite', demo: 'demo' };

/** An invitation may wait for a colleague who is away, and a demo is not over in an hour; others are used by whoever asked. */
const LIFETIMES: Record<LinkKind, number> = {
  first: 30 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  invite: 168 * HOUR_MS,
  demo: 168 * HOUR_MS,
};

/** Makes the link by which the first user is created. */
export async function firstLink(deps: AccountDeps): Promise<MadeLink> {
  return await makeLink(deps, 'first', null);
}

/** Makes a link for a user. */
export async function linkFor(
  deps: AccountDeps,
  kind: Exclude<LinkKind, 'first'>,
  user: UserRow,
): Promise<MadeLink> {
  return await makeLink(deps, kind, user.internalId);
}

async function makeLink(
  { db, random, now }: AccountDeps,
  kind: LinkKind,
  userId: number | null,
): Promise<MadeLink> {
  const [token, createdAt] = [mintToken('link', random), now()];
  const expiresAt = createdAt + LIFETIMES[kind];
  await dropExpiredLinks(db, createdAt);
  await insertLink(db, { hash: hashToken(token), kind, userId, createdAt, expiresAt });
  return { token, path: `/${PAGES[kind]}/${token}`, expiresAt };
}

/**
 * Whose link this is, without using it up: null for the first user, who is not there yet.
 *
 * @throws SightlineError `not_found` if it was used, has expired, or never was
 */
export async function holderOf(
  db: Database,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<UserRow | null> {
  const found = isToken('link', token) ? await findLink(db, kind, hashToken(token), now) : null;
  return await holder(db, found);
}

/**
 * Uses a link up. Call it in the transaction of what the link is for, so that it can be used again if that fails.
 *
 * @throws SightlineError `not_found` if it was used, has expired, or never was
 */
export async function useLink(
  db: Database,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<UserRow | null> {
  const taken = isToken('link', token) ? await takeLink(db, kind, hashToken(token), now) : null;
  return await holder(db, taken);
}

/** A link to the first user opens nothing once there is one, and a link of a disabled user nothing at all. */
async function holder(db: Database, link: FoundLink | null): Promise<UserRow | null> {
  if (link === null) throw spent();
  if (link.userId === null) {
    if (await hasUsers(db)) throw spent();
    return null;
  }
  const user = await findUser(db, link.userId);
  if (user === null || user.disabledAt !== null) throw spent();
  return user;
}

function spent(): SightlineError {
  return new SightlineError('not_found', 'This link was used already, or it has expired. Ask for a new one.');
}
