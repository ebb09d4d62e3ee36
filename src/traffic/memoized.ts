/** Longer keys are not remembered. */
const LONGEST_KEY = 1000;
const MOST_KEYS = 20_000;

/** A pure function that remembers its last results: logs repeat hosts, pages, addresses, and user agents. */
export function memoized<Value>(read: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = read(key);
    if (known.size >= MOST_KEYS) known.clear();
    // A copy, because a piece of a log's text would keep all of that text in memory.
    if (key.length <= LONGEST_KEY) known.set(copyOf(key), value);
    return value;
  };
}

/** In one byte per character where that has all of them. */
function copyOf(text: string): string {
  const copy = Buffer.from(text, 'latin1').toString('latin1');
  return copy === text ? copy : Buffer.from(text, 'utf16le').toString('utf16le');
}
