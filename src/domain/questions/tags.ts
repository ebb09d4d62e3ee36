/**
 * Tags group a brand's questions. A question's tags have an order; the first is its category. Tags that differ only in
 * capitals (`ß` and `SS` too), blanks, or letter width are one tag, spelled as the brand first spelled it.
 */

export const LONGEST_TAG = 200;

export const MOST_TAGS = 20;

/** A tag as stored: on one line, without blanks at its ends. Blank if nothing remains. */
export function tagOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Equal for equal tags. `ß` becomes `ss` only on the way through capitals, and `ẞ` only from `ß`. */
export function tagKey(text: string): string {
  return tagOf(text).normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** Spells tags as in their first occurrence. Returns a question's tags as stored: without blanks and duplicates. */
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

export function categoryOf(tags: readonly string[]): string | null {
  return tags[0] ?? null;
}
