/** Internal ids of the brands within reach. Null: all, including future ones. */
export type BrandReach = readonly number[] | null;

/** What somebody may administer. */
export interface ActorReach {
  /** Internal id; null: all organizations. */
  readonly organizationId: number | null;
  readonly brandIds: BrandReach;
}

/** The reach of the operator. */
export const EVERYTHING: ActorReach = { organizationId: null, brandIds: null };

/** Whether a thing of an organization, or of one of its brands, is within reach. */
export function isInReach(
  { organizationId, brandIds }: ActorReach,
  thing: { readonly organizationId: number; readonly brandId: number | null },
): boolean {
  return (
    (organizationId === null || organizationId === thing.organizationId) && reaches(brandIds, thing.brandId)
  );
}

/** Whether a brand's data is within reach. Data about all brands (null) needs a null reach. */
export function reaches(reach: BrandReach, brandId: number | null): boolean {
  return reach === null || (brandId !== null && reach.includes(brandId));
}

/** Whether one reach includes another. An empty reach is only within a reach of null. */
export function isWithin(other: BrandReach, reach: BrandReach): boolean {
  if (reach === null) return true;
  return other !== null && other.length > 0 && other.every((id) => reach.includes(id));
}

export function overlap(one: BrandReach, other: BrandReach): boolean {
  if (one === null || other === null) return (one ?? other)?.length !== 0;
  return one.some((id) => other.includes(id));
}
