import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { NameMatch } from './find-names.ts';

/**
 * Objects to names in small letters where the answer writes the name with its capitals at least as often. It knows the
 * name's capitals then, and means a word: `meta-analysis` beside Meta.
 *
 * @param matches of the whole answer
 */
export function withoutSmallLetters(matches: readonly NameMatch[]): readonly NameMatch[] {
  const small = matches.filter((match) => isPossible(match) && isSmall(match));
  if (small.length === 0) return matches;
  const counts = countsOf(matches.filter((match) => isPossible(match) && !isSmall(match)));
  const smallCounts = countsOf(small);
  const objected = new Set(
    small.filter(({ brand }) => (counts.get(brand) ?? 0) >= (smallCounts.get(brand) ?? 0)),
  );
  return matches.map((match) =>
    objected.has(match)
      ? { ...match, objection: 'elsewhere the answer writes the name with capitals' }
      : match,
  );
}

function isPossible({ name, objection, isGlued }: NameMatch): boolean {
  return name !== null && objection === null && !isGlued;
}

/** Whether a name that has capitals is written without any. Addresses never have them. */
function isSmall({ name, block, from, to }: NameMatch): boolean {
  if (name === null || name.caseSensitive === false || !/\p{Lu}/u.test(name.cased)) return false;
  const isInAddress = block.hosts.some((host) => host.from < to && host.to > from);
  return !isInAddress && !/\p{Lu}/u.test(block.text.slice(from, to));
}

function countsOf(matches: readonly NameMatch[]): Map<TrackedBrand, number> {
  const counts = new Map<TrackedBrand, number>();
  for (const { brand } of matches) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  return counts;
}
