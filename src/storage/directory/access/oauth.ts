import type { Scope } from '../../../domain/access/api-key.ts';
import type { Database } from '../../driver/database.ts';

interface NewConnection {
  /** Internal id of its key. */
  readonly keyId: number;
  readonly organizationId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly family: string;
  /** The code's SHA-256, as all hashes here. */
  readonly hash: string;
  readonly salt: string;
  readonly createdAt: number;
  readonly until: number;
}

export async function insertConnection(db: Database, connection: NewConnection): Promise<void> {
  const { createdAt, ...given } = connection;
  await db
    .insertInto('oauth_connections')
    .values({
      key_id: given.keyId,
      organization_id: given.organizationId,
      client_id: given.clientId,
      redirect_uri: given.redirectUri,
      challenge: given.challenge,
      family: given.family,
      hash: given.hash,
      salt: given.salt,
      rotated_at: createdAt,
      until: given.until,
    })
    .execute();
}

/** A connection with its key. */
export interface Connection extends Omit<NewConnection, 'createdAt'> {
  readonly usedHash: string | null;
  readonly rotatedAt: number;
  /** `key_…` */
  readonly key: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly brandId: number | null;
  /** Whether its brand is deleted. */
  readonly isBrandGone: boolean;
  /** The user who allowed it. */
  readonly userId: string;
  readonly revokedAt: number | null;
  /** When its access token ends. */
  readonly expiresAt: number;
  readonly audience: string;
}

/** A connection in any state, by the SHA-256 of its tokens' family. */
export async function findConnection(db: Database, family: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('oauth_connections as c')
    .innerJoin('api_keys as k', 'k.id', 'c.key_id')
    .leftJoin('brands as b', 'b.id', 'k.brand_id')
    .select(['c.key_id as keyId', 'c.organization_id as organizationId', 'c.client_id as clientId'])
    .select(['c.redirect_uri as redirectUri', 'c.challenge', 'c.family', 'c.hash', 'c.used_hash as usedHash'])
    .select(['c.salt', 'c.rotated_at as rotatedAt', 'c.until'])
    .select(['k.public_id as key', 'k.name', 'k.scopes', 'k.brand_id as brandId', 'k.created_by as userId'])
    .select(['k.revoked_at as revokedAt', 'k.expires_at as expiresAt', 'k.audience'])
    .select('b.deleted_at as brandDeletedAt')
    .where('c.family', '=', family)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { brandDeletedAt, scopes, ...found } = row;
  return {
    ...found,
    scopes: JSON.parse(scopes) as Scope[],
    isBrandGone: brandDeletedAt !== null,
    userId: found.userId ?? '',
    expiresAt: found.expiresAt ?? 0,
    audience: found.audience ?? '',
  };
}

/** Until the transaction ends, other requests with this connection's tokens wait. */
export async function lockConnection(db: Database, family: string): Promise<void> {
  await db
    .updateTable('oauth_connections')
    .set((eb) => ({ family: eb.ref('family') }))
    .where('family', '=', family)
    .execute();
}

interface Rotation {
  readonly hash: string;
  readonly usedHash: string;
  readonly salt: string;
  readonly at: number;
  /** The new access token's. */
  readonly keyHash: string;
  readonly expiresAt: number;
}

/** Replaces a connection's tokens. Its key keeps its id. */
export async function rotateTokens(
  db: Database,
  keyId: number,
  { hash, usedHash, salt, at, keyHash, expiresAt }: Rotation,
): Promise<void> {
  await db
    .updateTable('oauth_connections')
    .set({ hash, used_hash: usedHash, salt, rotated_at: at })
    .where('key_id', '=', keyId)
    .execute();
  await db
    .updateTable('api_keys')
    .set({ hash: keyHash, expires_at: expiresAt })
    .where('id', '=', keyId)
    .execute();
}

/** Removes connections, with their keys, whose codes were made before an instant and never used. */
export async function dropUnusedConnections(db: Database, before: number): Promise<void> {
  const dropped = await db
    .deleteFrom('oauth_connections')
    .where('used_hash', 'is', null)
    .where('rotated_at', '<', before)
    .returning('key_id')
    .execute();
  if (dropped.length === 0) return;
  const ids = dropped.map(({ key_id: id }) => id);
  await db.deleteFrom('api_keys').where('id', 'in', ids).execute();
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
