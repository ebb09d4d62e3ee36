import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import { fold } from '../text/fold.ts';
import { NameFinder } from './find-names.ts';
import { patternsOf, searchFor } from './name-pattern.ts';
import { namedAnswerOf } from './named-answer.ts';

/** A question of a brand. */
interface Prompt {
  readonly id: number;
  readonly text: string;
}

/**
 * The prompts that contain a name of the brand itself, as an answer would: `alternatives to Kestrel` is branded for Kestrel
 * and not for its competitors.
 */
export function brandedPrompts(tracked: readonly TrackedBrand[], prompts: readonly Prompt[]): Set<number> {
  const self = tracked.filter(({ role }) => role === 'self');
  const finder = new NameFinder(tracked);
  const isLike = likeNamesOf(self);
  const branded = prompts.filter(({ text }) => {
    if (!isLike(text)) return false;
    const { named } = namedAnswerOf(finder, { text, citedHosts: [] });
    return named.some(({ brand }) => brand.role === 'self');
  });
  return new Set(branded.map(({ id }) => id));
}

/** Whether a text may contain a name, which most prompts do not: reading each as an answer would take milliseconds. */
function likeNamesOf(brands: readonly TrackedBrand[]): (text: string) => boolean {
  const search = searchFor(patternsOf(brands));
  const hosts = brands.flatMap((brand) => brand.hosts);
  return (text) => {
    const folded = fold(text).text;
    if (hosts.some((host) => folded.includes(host))) return true;
    return search.next(folded, 0) !== null;
  };
}
