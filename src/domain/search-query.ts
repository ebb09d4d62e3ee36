/** Longer queries are compared by their beginning, so that an index can hold them. */
const MOST_COMPARED = 300;

/** What a query that an engine searched for is compared by: trimmed, in lower case, composed. */
export function foldedQuery(query: string): string {
  return [...query.normalize('NFC').trim().toLowerCase()].slice(0, MOST_COMPARED).join('');
}
