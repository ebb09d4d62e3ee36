import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { nameFilterFor } from './branded-prompts.ts';
import { NameFinder } from './find-names.ts';
import { namedAnswerOf } from './named-answer.ts';

/** The most characters to read at once: a whole page would make other requests wait. */
const PART = 20_000;

/**
 * Returns a function that lists the brands a page names, by id. It reads the text like an answer, in parts that end at
 * a line end.
 *
 * @returns ids in the brands' order
 */
export function pageNamesReader(
  tracked: readonly TrackedBrand[],
): (lines: string) => Promise<readonly number[]> {
  const finder = new NameFinder(tracked);
  const mayNameBrand = nameFilterFor(tracked);
  return async (lines) => {
    const found = new Set<TrackedBrand>();
    for (const text of partsOf(lines)) {
      if (!mayNameBrand(text)) continue;
      for (const { brand } of namedAnswerOf(finder, { text, citedHosts: [] }).named) found.add(brand);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return tracked.filter((brand) => found.has(brand)).map(({ id }) => id);
  };
}

/** The page's parts, each line as its own paragraph. A line longer than a part is split. */
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
