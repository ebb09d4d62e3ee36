import { apiKeyHint, hashApiKey, mintApiKey, SCOPES, type Scope } from '../../domain/access/api-key.ts';
import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { type ActorReach, EVERYTHING, isInReach } from '../../domain/access/brand-reach.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  type FoundKey,
  findKeyById,
  insertKey,
  type ListedKey,
  listKeys,
  lockKey,
  type NewKey,
  revokeKey,
} from '../../storage/directory/keys.ts';
import { organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { ownerNamed } from './find-brand.ts';

export type { ListedKey };

export interface KeyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** For the audit log: a user's id, or a word such as `server`. */
  readonly actor: string;
  /** The operator's limit on the lifetime of new keys, in days; default: none. */
  readonly maxKeyDays?: number | null;
  /** Whose keys; default: all. */
  readonly reach?: ActorReach;
}

export interface KeyRequest {
  /** Name or id; default: the only one within reach. */
  readonly organization?: string | undefined;
  readonly name?: string | undefined;
  /** Default: `read`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Id or name of the brand to pin the key to. */
  readonly brand?: string | undefined;
  /** ISO 8601 time. */
  readonly expires?: string | undefined;
}

/** A new key. Its text is available only here. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly organization: string;
  readonly scopes: readonly Scope[];
  readonly brand: string | null;
}

/** Creates a key and stores its hash. @throws SightlineError `invalid_argument`, or as `ownerNamed` */
export async function createKey(deps: KeyDeps, request: KeyRequest): Promise<CreatedKey> {
  const { scopes: asked = ['read'] } = request;
  const scopes = SCOPES.filter((scope) => asked.includes(scope));
  const name = nameOf(request.name);
  const expiresAt = boundedExpiry(expiryOf(request.expires, deps.now()), deps);
  return await inTransaction(deps.db, async (db) => {
    const { organization, brand } = await ownerNamed(db, deps.reach ?? EVERYTHING, request);
    const settings = { organizationId: organization.id, name, scopes, brandId: brand?.id ?? null, expiresAt };
    const minted = await mint({ ...deps, db }, settings);
    await note({ ...deps, db }, organization.id, 'key.create', minted.id, name ?? '');
    return { ...minted, organization: organization.name, scopes, brand: brand?.publicId ?? null };
  });
}

/** Null for no name; refuses an invisible one. */
function nameOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const name = givenNameOf(text);
  if (name !== null) return name;
  throw new SightlineError(
    'invalid_argument',
    `Give the key a name with 1 to ${LONGEST_NAME} characters, or leave it out.`,
  );
}

type Minted = Pick<CreatedKey, 'id' | 'key'>;
type KeySettings = Pick<NewKey, 'organizationId' | 'name' | 'scopes' | 'brandId' | 'expiresAt'>;

async function mint({ db, now, random, actor }: KeyDeps, settings: KeySettings): Promise<Minted> {
  const key = mintApiKey(random);
  const id = publicId('key', random);
  const { organizationId, name, scopes, brandId, expiresAt } = settings;
  await insertKey(db, {
    publicId: id,
    organizationId,
    name,
    hash: hashApiKey(key),
    hint: apiKeyHint(key),
    scopes,
    brandId,
    createdAt: now(),
    expiresAt,
    createdBy: actor,
  });
  return { id, key };
}

export interface RotatedKeys extends CreatedKey {
  readonly replaces: string;
}

/**
 * Replaces a key by one with the same name, scopes, brand, and expiry, and revokes it.
 *
 * @throws SightlineError `not_found`, or `conflict` if the old key has already ended
 */
export async function rotateKey(deps: KeyDeps, keyId: string): Promise<RotatedKeys> {
  return await inTransaction(deps.db, async (db) => {
    const now = deps.now();
    await lockKey(db, keyId);
    const old = await keyWithin({ ...deps, db }, keyId);
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
      throw new SightlineError('conflict', `Key ${keyId} has already ended; create another.`);
    }
    if (old.audience !== null) {
      const sentence = `Key ${keyId} is a connected assistant's, which replaces it every hour. Revoke it to end the connection.`;
      throw new SightlineError('conflict', sentence);
    }
    const longest = longestExpiry(deps) ?? Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, longest);
    const renewed = { ...old, expiresAt: Number.isFinite(expiresAt) ? expiresAt : null };
    const minted = await mint({ ...deps, db }, renewed);
    await revokeKey(db, keyId, now);
    await note({ ...deps, db }, old.organizationId, 'key.rotate', keyId, `with ${minted.id}`);
    const { organization, scopes, brand } = old;
    return { ...minted, organization, scopes, brand, replaces: keyId };
  });
}

/** @throws SightlineError `not_found`, also for a key out of reach */
async function keyWithin({ db, reach = EVERYTHING }: KeyDeps, id: string): Promise<FoundKey> {
  const key = isPublicId('key', id) ? await findKeyById(db, id) : null;
  if (key && isInReach(reach, key)) return key;
  throw new SightlineError('not_found', 'There is no key with this id.');
}

export async function keysIn(db: Database, { organizationId, brandIds }: ActorReach): Promise<ListedKey[]> {
  return await listKeys(db, organizationId, brandIds);
}

/** Every key, or one organization's. @throws SightlineError `not_found` */
export async function allKeys(db: Database, organization: string | undefined): Promise<ListedKey[]> {
  return await listKeys(
    db,
    organization === undefined ? null : (await organizationNamed(db, organization)).id,
  );
}

/** Revokes a key permanently. @returns the key before; idempotent @throws SightlineError `not_found` */
export async function revoke(deps: KeyDeps, keyId: string): Promise<FoundKey> {
  return await inTransaction(deps.db, async (db) => {
    const key = await keyWithin({ ...deps, db }, keyId);
    if (key.revokedAt !== null) return key;
    await revokeKey(db, keyId, deps.now());
    await note({ ...deps, db }, key.organizationId, 'key.revoke', keyId, key.name ?? '');
    return key;
  });
}

async function note(
  { db, now, actor }: KeyDeps,
  organizationId: number,
  action: AuditAction,
  subject: string,
  detail: string,
): Promise<void> {
  await insertAudit(db, { at: now(), organizationId, actor, action, subject, detail });
}

/** Latest allowed expiry of a new key, in UTC milliseconds. */
function longestExpiry({ now, maxKeyDays = null }: KeyDeps): number | null {
  return maxKeyDays === null ? null : now() + maxKeyDays * DAY_MS;
}

/** The requested expiry, or the latest allowed one. @throws SightlineError `invalid_argument` */
function boundedExpiry(asked: number | null, deps: KeyDeps): number | null {
  const longest = longestExpiry(deps);
  if (longest === null || asked === null) return asked ?? longest;
  if (asked <= longest) return asked;
  throw new SightlineError(
    'invalid_argument',
    `Keys work for at most ${deps.maxKeyDays} days here (SIGHTLINE_MAX_KEY_DAYS): until ${formatInstant(longest)}.`,
  );
}

function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const at = parseInstant(text);
  if (at === null) {
    throw new SightlineError(
      'invalid_argument',
      '`expires` must be an ISO 8601 time with a time zone, such as 2027-01-31T00:00:00Z.',
    );
  }
  if (at <= now) {
    throw new SightlineError('invalid_argument', '`expires` is in the past; give a time in the future.');
  }
  return at;
}
