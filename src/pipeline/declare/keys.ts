import { apiKeyHint, hashApiKey, mintApiKey, SCOPES, type Scope } from '../../domain/api-key.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { publicId } from '../../domain/public-id.ts';
import { findReadableBrand } from '../../storage/directory/brands.ts';
import { insertKey, type ListedKey, listKeys, revokeKey } from '../../storage/directory/keys.ts';
import { findOrganization, type Organization } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';

export interface KeyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface KeyRequest {
  /** Name or id. */
  readonly organization: string;
  readonly name?: string | undefined;
  /** Scopes, comma-separated; `read` when left out. */
  readonly scopes?: string | undefined;
  /** Public id of the brand to pin the key to. */
  readonly brand?: string | undefined;
  /** ISO 8601 time. */
  readonly expires?: string | undefined;
}

/** A new key. This is the only time that the key itself is known. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly organization: string;
  readonly scopes: readonly Scope[];
  readonly brand: string | null;
}

/** Makes a key and stores its hash. @throws SightlineError `invalid_argument` or `not_found` */
export async function createKey(deps: KeyDeps, request: KeyRequest): Promise<CreatedKey> {
  const scopes = scopesOf(request.scopes);
  const expiresAt = expiryOf(request.expires);
  const organization = await organizationOf(deps.db, request.organization);
  const brandId = await pinnedBrandOf(deps.db, organization, request.brand);
  const key = mintApiKey(deps.random);
  const id = publicId('key', deps.random);
  await insertKey(deps.db, {
    publicId: id,
    organizationId: organization.id,
    name: request.name ?? null,
    hash: hashApiKey(key),
    hint: apiKeyHint(key),
    scopes,
    brandId,
    createdAt: deps.now(),
    expiresAt,
  });
  return { id, key, organization: organization.name, scopes, brand: request.brand ?? null };
}

/** Every key, or those of one organization. @throws SightlineError `not_found` */
export async function allKeys(db: Database, organization: string | undefined): Promise<ListedKey[]> {
  return await listKeys(db, organization === undefined ? null : (await organizationOf(db, organization)).id);
}

/** Revokes a key for good; again does no harm. @throws SightlineError `not_found` */
export async function revoke(deps: KeyDeps, keyId: string): Promise<void> {
  const found = await revokeKey(deps.db, keyId, deps.now());
  if (!found) throw new SightlineError('not_found', `There is no key with the id ${keyId}.`);
}

async function organizationOf(db: Database, idOrName: string): Promise<Organization> {
  const organization = await findOrganization(db, idOrName);
  if (!organization) throw new SightlineError('not_found', `There is no organization ${idOrName}.`);
  return organization;
}

async function pinnedBrandOf(
  db: Database,
  organization: Organization,
  brand: string | undefined,
): Promise<number | null> {
  if (brand === undefined) return null;
  const access = { organizationId: organization.id, pinnedBrandId: null };
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
      `There is no scope "${unknown}"; there are ${SCOPES.join(', ')}.`,
    );
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

function expiryOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = parseInstant(text);
  if (at === null) {
    throw new SightlineError(
      'invalid_argument',
      '--expires must be an ISO 8601 time with a zone: 2027-01-31T00:00:00Z.',
    );
  }
  return at;
}
