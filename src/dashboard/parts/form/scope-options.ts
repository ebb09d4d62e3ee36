import { brandsOfCaller } from '../../../reports/run/caller-brands.ts';
import { callersOfUser } from '../../../reports/run/user-caller.ts';
import type { Visit } from '../../visit/visit.ts';

/** The scope of a key or an endpoint: an organization with all its brands, or one brand. */
export interface ScopeOption {
  readonly value: string;
  readonly label: string;
  /** The pipeline's scope. Only listed scopes are valid. */
  readonly organization: string;
  readonly brand?: string;
  /** Name of the brand or the organization. */
  readonly name: string;
}

export async function scopeOptions({ db, user, now }: Visit): Promise<ScopeOption[]> {
  const callers = await callersOfUser(db, user, now);
  const lists = callers.map(async (caller) => {
    // A user of one organization keeps the admitted id: the name could match another organization's id.
    const organization = user.organization?.id ?? caller.organizationName;
    const all = {
      value: `all ${caller.organizationId}`,
      label: `All brands of ${caller.organizationName}`,
      name: caller.organizationName,
      organization,
    };
    const brands = await brandsOfCaller(db, caller);
    return [
      ...(user.brandIds === null ? [all] : []),
      ...brands.map(({ publicId, name }) => ({
        value: `brand ${publicId}`,
        label: `Only ${name}${callers.length > 1 ? ` of ${caller.organizationName}` : ''}`,
        name,
        organization,
        brand: publicId,
      })),
    ];
  });
  return (await Promise.all(lists)).flat();
}
