import type { Branded } from '../../domain/brand/branded.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { fold } from '../text/fold.ts';
import { NameFinder } from './find-names.ts';
import { patternsOf, searchFor } from './name-pattern.ts';
import { namedAnswerOf } from './named-answer.ts';

/**
 * Returns a function that tells whether a prompt names the brand or a competitor, read like an answer: `alternatives to
 * Kestrel` names Kestrel. A prompt that names the brand is `self`, even beside others.
 */
export function promptBrandReader(tracked: readonly TrackedBrand[]): (text: string) => Branded {
  const finder = new NameFinder(tracked);
  const mayNameBrand = nameFilterFor(tracked);
  return (text) => {
    if (!mayNameBrand(text)) return 'none';
    const { named } = namedAnswerOf(finder, { text, citedHosts: [] });
    const roles = new Set(named.map(({ brand }) => brand.role));
    if (roles.has('self')) return 'self';
    return roles.has('competitor') ? 'competitor' : 'none';
  };
}

/** Whether a text may contain a name. Most do not, and reading each like an answer would take milliseconds. */
export function nameFilterFor(brands: readonly TrackedBrand[]): (text: string) => boolean {
  const search = searchFor(patternsOf(brands));
  const hosts = brands.flatMap((brand) => brand.hosts);
  return (text) => {
    const folded = fold(text).text;
    if (hosts.some((host) => folded.includes(host))) return true;
    return search.next(folded, 0) !== null;
  };
}
