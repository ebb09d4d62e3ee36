/**
 * Tags: words that group a brand's questions. A question has several, in an order; the first is its category. Two tags that
 * differ only in capitals (`ß` and `SS` too), blanks, or the width of letters are one tag, and in a brand it is written as where it is first given.
 */

/** The most characters of a tag. */
export const LONGEST_TAG = 200;

/** The most tags of a question. */
export const MOST_TAGS = 20;

/** A tag as it is stored: on one line, without blanks at its ends. Blank if nothing is left. */
export function tagOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** What two tags have in common that are one. `ß` becomes `ss` only on the way through capitals, and `ẞ` only from `ß`. */
export function tagKey(text: string): string {
  return tagOf(text).normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Spells tags as they were first given to it. The tags of a question come back as they are stored: without blank ones, and each
 * once.
 */
export function tagSpelling(): (tags: readonly string[]) => string[] {
  const first = new Map<string, string>();
  const spelled = (tag: string) => {
    const known = first.get(tagKey(tag));
    if (known === undefined) first.set(tagKey(tag), tag);
    return known ?? tag;
  };
  return (tags) => [
    ...new Set(
      tags
        .map(tagOf)
        .filter((tag) => tag !== '')
        .map(spelled),
    ),
  ];
}

/** The category of a question with these tags. */
export function categoryOf(tags: readonly string[]): string | null {
  return tags[0] ?? null;
}
