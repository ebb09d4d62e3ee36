import type { Database } from '../../driver/database.ts';

/** `first` creates the first user. `reset` and `invite` let a user choose a password. `demo` signs in. */
export type LinkKind = 'first' | 'reset' | 'invite' | 'demo';

interface NewLink {
  readonly hash: string;
  readonly kind: LinkKind;
  /** Internal id; null for the first user, who does not exist yet. */
  readonly userId: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Inserts a link and invalidates the user's older one. Uses the index link_of_user. */
export async function insertLink(db: Database, link: NewLink): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({
      hash: link.hash,
      kind: link.kind,
      user_id: link.userId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        kind: eb.ref('excluded.kind'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

export interface FoundLink {
  readonly hash: string;
  readonly userId: number | null;
}

/** A valid link of this kind, by its token's SHA-256. */
export async function findLink(
  db: Database,
  kind: LinkKind,
  hash: string,
  now: number,
): Promise<FoundLink | null> {
  const row = await db
    .selectFrom('one_time_links')
    .select(['hash', 'user_id as userId'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Consumes a link, with every other link to the same purpose: the first user, or this kind for this user. One
 * statement, so only one of two concurrent uses succeeds, even with two links. Null if the link is used or expired.
 */
export async function takeLink(
  db: Database,
  kind: LinkKind,
  hash: string,
  now: number,
): Promise<FoundLink | null> {
  const used = await db
    .deleteFrom('one_time_links')
    .where('kind', '=', kind)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('one_time_links as l')
          .select('l.hash')
          .where('l.hash', '=', hash)
          .where('l.kind', '=', kind)
          .where('l.expires_at', '>', now)
          .where((of) =>
            of.or([of('l.user_id', 'is', null), of('l.user_id', '=', of.ref('one_time_links.user_id'))]),
          ),
      ),
    )
    .returning(['hash', 'user_id as userId'])
    .execute();
  return used.find((each) => each.hash === hash) ?? null;
}

/** @returns how many */
export async function dropLinks(db: Database, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns how many */
export async function dropExpiredLinks(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_links')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
