import { sql } from 'kysely';
import type { KeyRecord, Scope } from '../../domain/access/api-key.ts';
import type { BrandReach } from '../../domain/access/brand-reach.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import { isWithinReach } from './brands.ts';
import { subscriptionOf } from './organizations.ts';

/** A key by SHA-256, in any state. */
export async function findKey(db: Database, hash: string): Promise<KeyRecord | null> {
  const [row] = await selectKey(db, { hash });
  return row === undefined ? null : keyRecordOf(row);
}

function keyRecordOf(row: KeyRow): KeyRecord {
  return {
    publicId: row.public_id,
    name: row.name,
    organizationId: row.organization_id,
    organizationName: row.organization,
    subscription: subscriptionOf(row),
    scopes: JSON.parse(row.scopes) as Scope[],
    brandIds: row.brand_id === null ? null : [row.brand_id],
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    audience: row.audience,
  };
}

/** A key with its organization and plan. */
type KeyRow = Omit<Tables['api_keys'], 'id' | 'hint' | 'created_by' | 'created_at'> & {
  readonly organization: string;
} & Parameters<typeof subscriptionOf>[0];

const selectKey = statement<Tables, { hash: string }, KeyRow>(
  'key by hash',
  (_, { hash }) => sql`
    select k.hash, k.public_id, k.name, k.organization_id, k.scopes, k.brand_id, k.expires_at, k.revoked_at,
      k.audience, o.name as organization, o.plan, o.status, o.trial_ends_at, o.prompts_included, o.api_access
    from api_keys as k join organizations as o on o.id = k.organization_id
    where k.hash = ${hash}`,
);

export interface NewKey {
  readonly publicId: string;
  readonly organizationId: number;
  readonly name: string | null;
  readonly hash: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly brandId: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** A user id, or a word for other actors. */
  readonly createdBy: string;
  /** Default: null, for a key that somebody made. */
  readonly audience?: string;
}

/** @returns its internal id */
export async function insertKey(db: Database, key: NewKey): Promise<number> {
  const { id } = await db
    .insertInto('api_keys')
    .values({
      public_id: key.publicId,
      organization_id: key.organizationId,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      scopes: JSON.stringify(key.scopes),
      brand_id: key.brandId,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      created_by: key.createdBy,
      audience: key.audience ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A key for an operator's list. The key itself is not stored. */
export interface ListedKey {
  readonly id: string;
  /** The key's start; a connected assistant's host. */
  readonly hint: string;
  readonly name: string | null;
  readonly organization: string;
  readonly scopes: readonly Scope[];
  readonly brand: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The creator's login, or a word for other actors; null if unknown. */
  readonly madeBy: string | null;
  /** Whether its creator is disabled. The key still works: it belongs to the organization. */
  readonly isMakerDisabled: boolean;
  /** Whether an assistant is connected by it, until it expires. */
  readonly isConnection: boolean;
}

/** Keys in one organization or all, within a caller's brands, oldest first. */
export async function listKeys(
  db: Database,
  organizationId: number | null,
  reach: BrandReach = null,
): Promise<ListedKey[]> {
  let query = db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .leftJoin('brands as b', 'b.id', 'k.brand_id')
    .leftJoin('users as u', 'u.public_id', 'k.created_by')
    .leftJoin('oauth_connections as c', 'c.key_id', 'k.id')
    // A connection begins when its code is used.
    .where((eb) => eb.or([eb('c.key_id', 'is', null), eb('c.used_hash', 'is not', null)]))
    .select(['k.audience', 'c.until'])
    .select(['k.created_by as createdBy', 'u.email', 'u.disabled_at as disabledAt'])
    .select(['k.public_id as id', 'k.hint', 'k.name', 'o.name as organization', 'k.scopes'])
    .select(['b.public_id as brand', 'k.created_at as createdAt'])
    .select(['k.expires_at as expiresAt', 'k.revoked_at as revokedAt'])
    .orderBy('k.id');
  if (organizationId !== null) query = query.where('k.organization_id', '=', organizationId);
  if (reach !== null) query = query.where(isWithinReach('k.brand_id', reach));
  const rows = await query.execute();
  return rows.map(({ createdBy, email, disabledAt, audience, until, ...row }) => ({
    ...row,
    expiresAt: until ?? row.expiresAt,
    isConnection: audience !== null,
    scopes: JSON.parse(row.scopes) as Scope[],
    madeBy: email ?? createdBy,
    isMakerDisabled: disabledAt !== null,
  }));
}

/** The properties that a rotated key inherits. */
export interface FoundKey {
  readonly organizationId: number;
  readonly organization: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly brandId: number | null;
  readonly brand: string | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly audience: string | null;
}

/** By public id, in any state. */
export async function findKeyById(db: Database, publicId: string): Promise<FoundKey | null> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .leftJoin('brands as b', 'b.id', 'k.brand_id')
    .select(['k.organization_id as organizationId', 'o.name as organization', 'k.name', 'k.scopes'])
    .select(['k.brand_id as brandId', 'b.public_id as brand'])
    .select(['k.expires_at as expiresAt', 'k.revoked_at as revokedAt', 'k.audience'])
    .where('k.public_id', '=', publicId)
    .executeTakeFirst();
  return row ? { ...row, scopes: JSON.parse(row.scopes) as Scope[] } : null;
}

/** Until the transaction ends, other changes to this key wait. */
export async function lockKey(db: Database, publicId: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.ref('revoked_at') }))
    .where('public_id', '=', publicId)
    .execute();
}

/** Revokes a key unless it is revoked. */
export async function revokeKey(db: Database, publicId: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .execute();
}
