/** Far deeper than any request or file needs, and harmless for code that recurs. */
const MOST_LEVELS = 100;

/** Whether a JSON value has lists or objects in more levels than any request needs. Takes no stack of its own. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
