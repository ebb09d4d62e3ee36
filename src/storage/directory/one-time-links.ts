import type { Database } from '../driver/database.ts';

/** `first`: makes the first user. `reset`, `invite`: lets a user choose a password. `demo`: is signed in. */
export type LinkKind = 'first' | 'reset' | 'invite' | 'demo';

interface NewLink {
  readonly hash: string;
  readonly kind: LinkKind;
  /** Internal id; null for the first user, who is not there yet. */
  readonly userId: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Inserts a link. It takes the place of an older one of the same user, which no longer works. By the index link_of_user. */
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

/** A link of this kind that can still be used, by the SHA-256 of its token. */
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
 * Uses a link up, with every other link to the same: to the first user, or of the same kind to the same user. One statement, so
 * of two uses at once one finds nothing, even by two links. Null if the link had been used or has expired.
 */
export async function takeLink(
  db: Database,
  kind: LinkKind,
  hash: string,
  now: number,
): Promise<FoundLink | null> {
  const taken = await db
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
  return taken.find((each) => each.hash === hash) ?? null;
}

/** Removes every link of a user. @returns how many */
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
