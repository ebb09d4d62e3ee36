/** Which brands of an organization somebody reaches, by their internal ids. Null: all of them, those to come too. */
export type BrandReach = readonly number[] | null;

/** Whether somebody reaches what belongs to a brand. What belongs to all brands (null) is only for whoever reaches all. */
export function reaches(reach: BrandReach, brandId: number | null): boolean {
  return reach === null || (brandId !== null && reach.includes(brandId));
}

/** Whether somebody reaches all that another one does. Who reaches no brand is within the reach of nobody but who reaches all. */
export function isWithin(other: BrandReach, reach: BrandReach): boolean {
  if (reach === null) return true;
  return other !== null && other.length > 0 && other.every((id) => reach.includes(id));
}

/** Whether two have a brand in common. */
export function overlap(one: BrandReach, other: BrandReach): boolean {
  if (one === null || other === null) return (one ?? other)?.length !== 0;
  return one.some((id) => other.includes(id));
}
