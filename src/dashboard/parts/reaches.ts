import { brandsOfCaller } from '../../reports/run/caller-brands.ts';
import { callersOfUser } from '../../reports/run/user-caller.ts';
import type { Visit } from '../visit.ts';

/** What a key or an endpoint may be of: an organization with all its brands, or one brand. */
export interface Reach {
  readonly value: string;
  readonly label: string;
  /** As the pipeline takes it; whoever may choose it sees it in the list, and nothing else counts. */
  readonly organization: string;
  readonly brand?: string;
  /** Of the brand, or the organization. */
  readonly name: string;
}

/** What a user may choose from. */
export async function reachesOf({ db, user, now }: Visit): Promise<Reach[]> {
  const callers = await callersOfUser(db, user, now);
  const lists = callers.map(async (caller) => {
    // Of a user of one organization, the id that they were admitted with: a name could be another's id.
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
