import type { Scope } from '../../../domain/access/api-key.ts';
import type { Database } from '../../driver/database.ts';

/** Every hash here is a SHA-256. */
interface NewConnection {
  /** Internal id of its key. */
  readonly keyId: number;
  readonly organizationId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly family: string;
  /** The code's. */
  readonly hash: string;
  readonly salt: string;
  readonly rotatedAt: number;
  readonly until: number;
}

export async function insertConnection(db: Database, connection: NewConnection): Promise<void> {
  const { keyId, organizationId, clientId, redirectUri, rotatedAt, ...rest } = connection;
  const named = { key_id: keyId, organization_id: organizationId, client_id: clientId };
  await db
    .insertInto('oauth_connections')
    .values({ ...rest, ...named, redirect_uri: redirectUri, rotated_at: rotatedAt })
    .execute();
}

/** A connection with its key. */
export type Connection = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

/** A connection in any state, by the hash of its tokens' family. */
export async function findConnection(db: Database, family: string) {
  const row = await db
    .selectFrom('oauth_connections as c')
    .innerJoin('api_keys as k', 'k.id', 'c.key_id')
    .leftJoin('brands as b', 'b.id', 'k.brand_id')
    .select(['c.key_id as keyId', 'c.client_id as clientId', 'c.redirect_uri as redirectUri', 'c.challenge'])
    .select(['c.family', 'c.hash', 'c.used_hash as usedHash', 'c.salt', 'c.rotated_at as rotatedAt'])
    .select(['c.until', 'k.public_id as key', 'k.name', 'k.scopes', 'k.revoked_at as revokedAt'])
    .select(['k.expires_at as expiresAt', 'k.organization_id as organizationId', 'k.brand_id as brandId'])
    .select(['b.deleted_at as brandDeletedAt', 'k.created_by as userId', 'k.audience'])
    .where('c.family', '=', family)
    .$narrowType<{ userId: string; audience: string; expiresAt: number }>()
    .executeTakeFirst();
  return row ? { ...row, scopes: JSON.parse(row.scopes) as readonly Scope[] } : null;
}

/** Until the transaction ends, other requests with this connection's tokens wait. */
export async function lockConnection(db: Database, family: string): Promise<void> {
  await db.updateTable('oauth_connections').set({ family }).where('family', '=', family).execute();
}

type Rotated = Pick<Connection, 'keyId' | 'hash' | 'usedHash' | 'salt' | 'rotatedAt' | 'expiresAt'>;

/** Replaces a connection's tokens. Its key keeps its id. @param keyHash the new access token's */
export async function rotateTokens(db: Database, rotated: Rotated, keyHash: string): Promise<void> {
  const { keyId, hash, salt } = rotated;
  await db
    .updateTable('oauth_connections')
    .set({ hash, salt, used_hash: rotated.usedHash, rotated_at: rotated.rotatedAt })
    .where('key_id', '=', keyId)
    .execute();
  await db
    .updateTable('api_keys')
    .set({ hash: keyHash, expires_at: rotated.expiresAt })
    .where('id', '=', keyId)
    .execute();
}

/** Removes connections, with their keys, whose codes were made before an instant and never used. */
export async function dropUnusedConnections(db: Database, before: number): Promise<void> {
  const dropped = await db
    .deleteFrom('oauth_connections')
    .where('used_hash', 'is', null)
    .where('rotated_at', '<', before)
    .returning('key_id as id')
    .execute();
  for (const { id } of dropped) await db.deleteFrom('api_keys').where('id', '=', id).execute();
}

export type AllowedConnection = Pick<Connection, 'key' | 'name' | 'organizationId' | 'brandId'>;

/** The connections that a user allowed and nobody ended, oldest first. */
export async function listConnections(db: Database, userId: string): Promise<AllowedConnection[]> {
  return await db
    .selectFrom('api_keys')
    .select(['public_id as key', 'name', 'organization_id as organizationId', 'brand_id as brandId'])
    .where('created_by', '=', userId)
    .where('audience', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}
