import { SCOPES } from '../../domain/access/api-key.ts';
import { fullQuota } from '../../domain/access/quota.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  findOrganizationOfBrand,
  findSubscription,
  listOrganizations,
  type Organization,
  organizationNamed,
} from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Caller } from '../shape/report.ts';

export type { Database };

/** The operator's choice; not needed with only one organization. */
export interface OperatorChoice {
  /** Name or id. */
  readonly organization?: string | undefined;
  /** A brand's public id. */
  readonly brand?: string | undefined;
}

/**
 * The operator as a caller: with every scope that an organization's key can have, and without a quota.
 *
 * @throws SightlineError `not_found` or `invalid_argument` if no organization matches, or several do
 */
export async function operatorCaller(db: Database, choice: OperatorChoice, now: number): Promise<Caller> {
  const organization = await chosenOrganization(db, choice);
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    subscription: await findSubscription(db, organization.id),
    scopes: SCOPES,
    brandIds: null,
    quota: fullQuota(now),
  };
}

async function chosenOrganization(
  db: Database,
  { organization, brand }: OperatorChoice,
): Promise<Organization> {
  if (organization !== undefined) return await organizationNamed(db, organization);
  const owner = brand === undefined ? null : await findOrganizationOfBrand(db, brand);
  if (owner) return owner;
  const [only, ...others] = await listOrganizations(db);
  if (!only)
    throw new SightlineError(
      'not_found',
      'There is no organization yet; declare one with `sightline apply`.',
    );
  if (others.length === 0) return only;
  const names = [only, ...others].map((each) => each.name);
  throw new SightlineError('invalid_argument', `Pass --organization: ${names.join(', ')}.`);
}
