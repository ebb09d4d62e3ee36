import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { likeNamesOf } from './branded-prompts.ts';
import { NameFinder } from './find-names.ts';
import { namedAnswerOf } from './named-answer.ts';

/** A part is read in one go, in characters: a whole page would keep others waiting. */
const PART = 20_000;

/**
 * What tells which brands a page names, by their ids. Its text is read as an answer would be, in parts that end with a line.
 *
 * @returns in the order of the brands
 */
export function pageNamesReader(
  tracked: readonly TrackedBrand[],
): (lines: string) => Promise<readonly number[]> {
  const finder = new NameFinder(tracked);
  const isLike = likeNamesOf(tracked);
  return async (lines) => {
    const found = new Set<TrackedBrand>();
    for (const text of partsOf(lines)) {
      if (!isLike(text)) continue;
      for (const { brand } of namedAnswerOf(finder, { text, citedHosts: [] }).named) found.add(brand);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return tracked.filter((brand) => found.has(brand)).map(({ id }) => id);
  };
}

/** Each line is a paragraph of its own. One that is longer than a part is cut. */
function partsOf(lines: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of lines.split('\n')) {
    for (let at = 0; at < line.length; at += PART) {
      const piece = line.slice(at, at + PART);
      if (part.length + piece.length > PART) {
        parts.push(part);
        part = '';
      }
      part += `${piece}\n\n`;
    }
  }
  return [...parts, part].filter((each) => each !== '');
}
