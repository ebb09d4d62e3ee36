/** The name most like `word`, or undefined when none is near enough to have been meant. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distanceBetween(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 2)) ? best.name : undefined;
}

/**
 * A name that `word` is most likely a misspelling of, though it is not the same: they differ in capitals, accents and signs
 * alone, or by a letter in five. Names that differ in their digits are a series, and meant so.
 */
export function misspelledName(word: string, names: readonly string[]): string | undefined {
  const bare = bareName(word);
  return names.find((name) => {
    const other = bareName(name);
    if (name === word || digitsOf(other) !== digitsOf(bare)) return false;
    return distanceBetween(bare, other) <= Math.floor(Math.min(bare.length, other.length) / 5);
  });
}

function bareName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\d]/gu, '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Levenshtein distance; words longer than 40 characters are compared by their start. */
function distanceBetween(first: string, second: string): number {
  const a = first.slice(0, 40);
  const b = second.slice(0, 40);
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
