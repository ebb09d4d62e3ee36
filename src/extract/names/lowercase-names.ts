import type { NameMatch } from './find-names.ts';
import { hasSign } from './words/ordinary-words.ts';

/**
 * Adds an objection to lowercase names in a word's position, known word or not: after an article, or in a compound, in
 * an answer that otherwise capitalizes the name: `a zorba-like dance` beside Zorba.
 *
 * @param matches the whole answer's matches
 */
export function objectToLowercase(matches: readonly NameMatch[]): readonly NameMatch[] {
  const lowercase = matches.filter((match) => isPossible(match) && isLowercase(match) && standsAsWord(match));
  if (lowercase.length === 0) return matches;
  const capitalized = new Set(
    matches.filter((match) => isPossible(match) && !isLowercase(match)).map(({ brand }) => brand),
  );
  const objected = new Set(lowercase.filter(({ brand }) => capitalized.has(brand)));
  return matches.map((match) =>
    objected.has(match)
      ? { ...match, objection: 'elsewhere the answer writes the name with capitals' }
      : match,
  );
}

function isPossible({ name, objection, isGlued }: NameMatch): boolean {
  return name !== null && objection === null && !isGlued;
}

/** Whether a name with capitals appears without any. Addresses never have capitals, and no word has a sign. */
function isLowercase({ name, block, from, to }: NameMatch): boolean {
  if (name === null || name.caseSensitive === false || !/\p{Lu}/u.test(name.cased)) return false;
  if (hasSign(name.folded)) return false;
  const isInAddress = block.hosts.some((host) => host.from < to && host.to > from);
  return !isInAddress && !/\p{Lu}/u.test(block.text.slice(from, to));
}

const ARTICLE =
  /(?:^|[\s("“])(?:an?|the|this|that|these|any|every|some|no|your|my|their|eine?[nmrs]?|der|die|das|dem|den|des|une?|l[ea]s?|des|un[ao]?|el|los|il|lo|gli|o|os|as|um|uma|het|de|een)\s$/iu;

function standsAsWord({ block: { text }, from, to }: NameMatch): boolean {
  const before = text.slice(Math.max(0, from - 12), from);
  return ARTICLE.test(before) || /\p{Ll}{2}-$/u.test(before) || /^-\p{Ll}{2}/u.test(text.slice(to, to + 4));
}
