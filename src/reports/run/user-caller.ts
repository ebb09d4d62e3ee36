import { SCOPES, type Scope } from '../../domain/access/api-key.ts';
import { fullQuota } from '../../domain/access/quota.ts';
import { covers, type User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  findOrganizationOfBrand,
  findSubscription,
  listOrganizations,
  type Organization,
} from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Caller } from '../shape/report.ts';
import { noSuchBrand } from './access.ts';

/**
 * A dashboard user as a caller without a quota: in their own organization; for an admin of all, in the brand's, or else the oldest.
 *
 * @param brandId public id. The report refuses another organization's brand like one that does not exist.
 * @throws SightlineError `no_such_brand`; `no_brand` without any organization
 */
export async function callerOfUser(
  db: Database,
  user: User,
  brandId: string | null,
  now: number,
): Promise<Caller> {
  return await callerIn(db, user, await organizationFor(db, user, brandId), now);
}

/** A user as a caller in each organization that they may see, oldest first. */
export async function callersOfUser(db: Database, user: User, now: number): Promise<Caller[]> {
  const own = user.organization;
  const all =
    own === null ? await listOrganizations(db) : [{ id: own.internalId, publicId: own.id, name: own.name }];
  return await Promise.all(all.map((organization) => callerIn(db, user, organization, now)));
}

async function organizationFor(db: Database, user: User, brandId: string | null): Promise<Organization> {
  const own = user.organization;
  if (own !== null) return { id: own.internalId, publicId: own.id, name: own.name };
  const owner =
    brandId === null ? (await listOrganizations(db))[0] : await findOrganizationOfBrand(db, brandId);
  if (owner) return owner;
  throw brandId === null ? new SightlineError('no_brand', 'There is no organization yet.') : noSuchBrand();
}

async function callerIn(db: Database, user: User, organization: Organization, now: number): Promise<Caller> {
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    subscription: await findSubscription(db, organization.id),
    scopes: scopesOf(user),
    brandIds: user.brandIds,
    quota: fullQuota(now),
  };
}

function scopesOf({ role }: User): readonly Scope[] {
  return covers(role, 'editor') ? SCOPES : ['read'];
}
