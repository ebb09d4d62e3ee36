/** A collection's codes as one detail, such as `no_search, unread_citations:2`; null without any. */
export function joinedDetail(...codes: readonly (string | null)[]): string | null {
  return codes.filter((code) => code !== null).join(', ') || null;
}

/** The code for citations of an answer whose page nobody knows; null without any. */
export function unreadCitations(count: number): string | null {
  return count === 0 ? null : `unread_citations:${count}`;
}

/** How many such citations a detail tells of. */
export function unreadCitationsIn(detail: string | null): number {
  return Number(/\bunread_citations:(\d+)/.exec(detail ?? '')?.[1] ?? 0);
}
