/** All matches. Most patterns have none, and `matchAll` copies its pattern before it looks. */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}
