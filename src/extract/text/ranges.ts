/** A stretch of text: `from` included, `to` excluded, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The index of the first range that begins at a place or after it, in a list that is in order; found by halving. */
export function indexFrom(ranges: readonly Range[], at: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those of a list in order, without overlaps, that lie inside a range. */
export function within<Item extends Range>(items: readonly Item[], { from, to }: Range): Item[] {
  const found: Item[] = [];
  for (let index = indexFrom(items, from); index < items.length; index += 1) {
    const item = items[index];
    if (!item || item.to > to) break;
    found.push(item);
  }
  return found;
}

/** The one of a list in order that a range lies inside. */
export function around<Item extends Range>(items: readonly Item[], { from, to }: Range): Item | undefined {
  const last = items[indexFrom(items, from + 1) - 1];
  return last && last.to >= to ? last : undefined;
}
