import type { TrackedBrand, TrackedName } from '../../../domain/brand/tracked-brand.ts';
import { fold } from '../../../extract/text/fold.ts';

/** Names or domains claimed by two tracked brands, a sentence each: a match counts for both. */
export function sharedNames(tracked: readonly TrackedBrand[]): string[] {
  const names = tracked.flatMap((brand) => brand.names.map((name) => ({ brand, name })));
  const byName = [...Map.groupBy(names, ({ name }) => compact(fold(name.text).text)).values()].flatMap(
    (claims) => {
      const [first, ...others] = claims;
      const other = others.find(
        ({ brand, name }) => brand !== first?.brand && first && isSame(name, first.name),
      );
      return first && other
        ? [
            `${first.name.text} is a name for both ${first.brand.name} and ${other.brand.name}, and counts for both`,
          ]
        : [];
    },
  );
  const sites = tracked.flatMap((brand) => brand.hosts.map((host) => ({ brand, host })));
  const byHost = [...Map.groupBy(sites, ({ host }) => host)].flatMap(([host, [first, ...others]]) => {
    const other = others.find(({ brand }) => brand !== first?.brand);
    return first && other
      ? [`${host} belongs to both ${first.brand.name} and ${other.brand.name}; citing it counts for both`]
      : [];
  });
  return [...byName, ...byHost];
}

/** Capitals distinguish two names only if both require them. */
function isSame(one: TrackedName, other: TrackedName): boolean {
  const areCased = one.caseSensitive === true && other.caseSensitive === true;
  return !areCased || compact(fold(one.text, true).text) === compact(fold(other.text, true).text);
}

/** Name matches may omit spaces, hyphens, and apostrophes. */
function compact(text: string): string {
  return text.replace(/[\s'-]+/g, '');
}
