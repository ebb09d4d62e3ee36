import { hash } from 'node:crypto';

/**
 * A pure function that remembers its newest results by everything it was given, so that none can be out of date.
 *
 * @param make of plain data with finite numbers
 */
export function remembered<Given, Found>(
  make: (given: Given) => Found,
  most: number,
): (given: Given) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (given) => {
    const key = hash('sha256', JSON.stringify(given), 'base64');
    const kept = known.get(key) ?? { found: make(given) };
    known.delete(key);
    known.set(key, kept);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return kept.found;
  };
}
