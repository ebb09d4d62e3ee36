import { apiKeyHint, hashApiKey, mintApiKey, SCOPES, type Scope } from '../../domain/access/api-key.ts';
import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { overlapOf } from '../../domain/time/overlap.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { findReadableBrand } from '../../storage/directory/brands.ts';
import {
  expireKey,
  findKeyById,
  insertKey,
  type ListedKey,
  listKeys,
  lockKey,
  type NewKey,
  revokeKey,
} from '../../storage/directory/keys.ts';
import { type Organization, organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandIdOf } from './find-brand.ts';

export interface KeyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** For the audit log: a user's id, or a word such as `server`. */
  readonly actor: string;
  /** The operator's limit on the lifetime of new keys, in days; default: none. */
  readonly maxKeyDays?: number | null;
}

export interface KeyRequest {
  /** Name or id. */
  readonly organization: string;
  readonly name?: string | undefined;
  /** Comma-separated; default: `read`. */
  readonly scopes?: string | undefined;
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

/** Creates a key and stores its hash. @throws SightlineError `invalid_argument` or `not_found` */
export async function createKey(deps: KeyDeps, request: KeyRequest): Promise<CreatedKey> {
  const scopes = scopesOf(request.scopes);
  const name = nameOf(request.name);
  const expiresAt = boundedExpiry(expiryOf(request.expires, deps.now()), deps);
  const organization = await organizationNamed(deps.db, request.organization);
  const brand =
    request.brand === undefined ? null : await brandIdOf(deps.db, request.brand, organization.publicId);
  const brandId = brand === null ? null : await pinnedBrandOf(deps.db, organization, brand);
  const settings = { organizationId: organization.id, name, scopes, brandId, expiresAt };
  return await deps.db.transaction().execute(async (db) => {
    const minted = await mint({ ...deps, db }, settings);
    await note({ ...deps, db }, organization.id, 'key.create', minted.id, name ?? '');
    return { ...minted, organization: organization.name, scopes, brand };
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

/** A new key with the replaced one. */
export interface RotatedKeys extends CreatedKey {
  readonly replaces: string;
  /** End of the old key, in UTC milliseconds; null if it has already ended. */
  readonly oldWorksUntil: number | null;
}

/**
 * Replaces a key by one with the same name, scopes, brand, and expiry. Revokes the old key at once or after an
 * overlap.
 *
 * @param overlapHours text of a whole number; default: none
 * @throws SightlineError `not_found`, `invalid_argument`, or `conflict` if the old key has already ended
 */
export async function rotateKey(
  deps: KeyDeps,
  keyId: string,
  overlapHours: string | undefined,
): Promise<RotatedKeys> {
  const overlapMs = overlapOf(overlapHours);
  return await deps.db.transaction().execute(async (db) => {
    const now = deps.now();
    await lockKey(db, keyId);
    const old = await findKeyById(db, keyId);
    if (!old) throw noKey(keyId);
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
      throw new SightlineError('conflict', `Key ${keyId} has already ended; create one with \`key create\`.`);
    }
    const longest = longestExpiry(deps) ?? Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, longest);
    const renewed = { ...old, expiresAt: Number.isFinite(expiresAt) ? expiresAt : null };
    const minted = await mint({ ...deps, db }, renewed);
    const until =
      overlapMs === 0 ? null : Math.min(now + overlapMs, old.expiresAt ?? Number.POSITIVE_INFINITY);
    if (until === null) await revokeKey(db, keyId, now);
    else await expireKey(db, keyId, until);
    await note({ ...deps, db }, old.organizationId, 'key.rotate', keyId, `with ${minted.id}`);
    const { organization, scopes, brand } = old;
    return { ...minted, organization, scopes, brand, replaces: keyId, oldWorksUntil: until };
  });
}

function noKey(keyId: string): SightlineError {
  return new SightlineError('not_found', `There is no key with the id ${keyId}.`);
}

/** Every key, or one organization's. @throws SightlineError `not_found` */
export async function allKeys(db: Database, organization: string | undefined): Promise<ListedKey[]> {
  return await listKeys(
    db,
    organization === undefined ? null : (await organizationNamed(db, organization)).id,
  );
}

/** Revokes a key permanently; idempotent. @throws SightlineError `not_found` */
export async function revoke(deps: KeyDeps, keyId: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const key = await findKeyById(db, keyId);
    if (!key) throw noKey(keyId);
    if (key.revokedAt !== null) return;
    await revokeKey(db, keyId, deps.now());
    await note({ ...deps, db }, key.organizationId, 'key.revoke', keyId, key.name ?? '');
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

async function pinnedBrandOf(db: Database, organization: Organization, brand: string): Promise<number> {
  const access = { organizationId: organization.id, brandIds: null };
  const row = await findReadableBrand(db, access, brand);
  if (!row) throw new SightlineError('not_found', `${organization.name} has no brand ${brand}.`);
  return row.id;
}

function scopesOf(text: string | undefined): Scope[] {
  const names = (text ?? 'read').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) {
    throw new SightlineError(
      'invalid_argument',
      `There is no scope "${unknown}"; the scopes are ${SCOPES.join(', ')}.`,
    );
  }
  return SCOPES.filter((scope) => names.includes(scope));
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
      '--expires must be an ISO 8601 time with a time zone, such as 2027-01-31T00:00:00Z.',
    );
  }
  if (at <= now) {
    throw new SightlineError('invalid_argument', '--expires is in the past; give a time in the future.');
  }
  return at;
}
