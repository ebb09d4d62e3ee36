/** Internal ids of the brands within reach. Null: all, including future ones. */
export type BrandReach = readonly number[] | null;

/** Whether a brand's data is within reach. Data about all brands (null) needs a null reach. */
export function reaches(reach: BrandReach, brandId: number | null): boolean {
  return reach === null || (brandId !== null && reach.includes(brandId));
}

/** Whether one reach includes another. An empty reach is only within a reach of null. */
export function isWithin(other: BrandReach, reach: BrandReach): boolean {
  if (reach === null) return true;
  return other !== null && other.length > 0 && other.every((id) => reach.includes(id));
}

/** Whether two reaches share a brand. */
export function overlap(one: BrandReach, other: BrandReach): boolean {
  if (one === null || other === null) return (one ?? other)?.length !== 0;
  return one.some((id) => other.includes(id));
}
