/** Other tools' words for our values. */
const SYNONYMS: Readonly<Record<string, string>> = {
  positive: 'recommended',
  favorable: 'recommended',
  favourable: 'recommended',
  unfavorable: 'negative',
  unfavourable: 'negative',
};

/**
 * The name that `word` most likely means, as a synonym or a misspelling. Undefined if none is near: a wrong suggestion
 * is worse than none.
 */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const synonym = SYNONYMS[word.toLowerCase()];
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  // The edit distance is at least the difference in length, so most among thousands of names need no comparison.
  const ranked = names
    .filter((name) => Math.abs(comparedOf(name).length - comparedOf(word).length) <= MOST_CHANGES)
    .map((name) => ({ name, distance: distanceBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => isCloseSpelling(word, name, distance))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** A name with more edits is another word. */
const MOST_CHANGES = 2;

/** Below this length, a word with two wrong letters is another word. */
const SHORT = 6;

/**
 * Allows one wrong letter, and two in a longer name with the same beginning. Opposites often differ by at most two
 * letters, at the start: `unranked` and `ranked`, `increase` and `decrease`.
 */
function isCloseSpelling(word: string, name: string, distance: number): boolean {
  if (distance < 2) return true;
  return (
    distance === MOST_CHANGES && name.length >= SHORT && word[0]?.toLowerCase() === name[0]?.toLowerCase()
  );
}

function comparedOf(word: string): string {
  return word.slice(0, 40);
}

/** The edit distance with swaps of neighbors (optimal string alignment). Compares only the first 40 characters. */
function distanceBetween(first: string, second: string): number {
  const [a, b] = [comparedOf(first), comparedOf(second)];
  let before: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : substitution;
      current[j] = Math.min(substitution, swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
