/** All matches. Most patterns have none, and `matchAll` copies its pattern before searching. */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}
