/**
 * The exact median of whole numbers with frequencies: the middle one, or the mean of the middle two, so a multiple of
 * 0.5. Null if there are none.
 *
 * @param counts how often each number occurs, by the number
 */
export function medianOf(counts: ReadonlyMap<number, number>): number | null {
  const ascending = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const total = ascending.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  return (nth(ascending, Math.floor((total - 1) / 2)) + nth(ascending, Math.floor(total / 2))) / 2;
}

/** The number at a 0-based place in sorted order. */
function nth(ascending: readonly (readonly [number, number])[], place: number): number {
  let before = 0;
  for (const [value, count] of ascending) {
    before += count;
    if (place < before) return value;
  }
  throw new RangeError(`there is no place ${place} among ${before}`);
}
