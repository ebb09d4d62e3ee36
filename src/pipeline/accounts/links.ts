import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/time/period.ts';
import {
  dropExpiredLinks,
  type FoundLink,
  findLink,
  insertLink,
  type LinkKind,
  takeLink,
} from '../../storage/directory/access/one-time-links.ts';
import { findUser, hasUsers, type UserRow } from '../../storage/directory/access/users.ts';
import { mayUsePassword } from './session-check.ts';
import type { AccountDeps } from './sessions.ts';

export type { LinkKind };
export { hasUsers };

/** A new link. Its token is available only here. */
export interface MadeLink {
  readonly token: string;
  /** Path on a server: `/invite/sl_link_…`. */
  readonly path: string;
  readonly expiresAt: number;
}

/** Page for each kind of link. */
const PAGES: Record<LinkKind, string> = { first: 'setup', reset: 'reset', invite: 'invite', demo: 'demo' };

/** Invitations wait for absent colleagues, and demos run long; people use other links at once. */
const LIFETIMES: Record<LinkKind, number> = {
  first: 30 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  invite: 168 * HOUR_MS,
  demo: 168 * HOUR_MS,
};

export async function firstLink(deps: AccountDeps): Promise<MadeLink> {
  return await makeLink(deps, 'first', null);
}

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
 * A link's user, without using it up; null for the link to create the first user.
 *
 * @throws SightlineError `not_found` if it is used, expired, or unknown
 */
export async function holderOf(deps: LinkDeps, kind: LinkKind, token: string): Promise<UserRow | null> {
  const { db, now } = deps;
  return await holder(
    deps,
    isToken('link', token) ? await findLink(db, kind, hashToken(token), now()) : null,
  );
}

type LinkDeps = Pick<AccountDeps, 'db' | 'now' | 'isSignOnOnly'>;

/**
 * Uses up a link. Call it in the same transaction as its effect, so a failure keeps the link usable.
 *
 * @throws SightlineError `not_found` if it is used, expired, or unknown
 */
export async function useLink(deps: LinkDeps, kind: LinkKind, token: string): Promise<UserRow | null> {
  const { db, now } = deps;
  return await holder(
    deps,
    isToken('link', token) ? await takeLink(db, kind, hashToken(token), now()) : null,
  );
}

/**
 * First-user links fail once a user exists, and links of disabled users always fail. Where passwords are refused, only
 * links of break-glass users work.
 */
async function holder(deps: LinkDeps, link: FoundLink | null): Promise<UserRow | null> {
  const { db } = deps;
  if (link === null) throw spent();
  const user = link.userId === null ? null : await findUser(db, link.userId);
  const isSpent = link.userId === null ? await hasUsers(db) : user === null || user.disabledAt !== null;
  if (isSpent) throw spent();
  if (!mayUsePassword(deps, user ?? { isBreakGlass: false }))
    throw new SightlineError('not_found', 'This server takes no passwords: sign in by single sign-on.');
  return user;
}

function spent(): SightlineError {
  return new SightlineError(
    'not_found',
    'Someone used this link already, or it has expired. Ask for a new one.',
  );
}
