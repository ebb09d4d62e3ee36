/** Longer queries compare by their beginning, so that an index can hold them. */
const MOST_COMPARED = 300;

/** An engine's search query in comparable form: trimmed, in lower case, composed. */
export function foldedQuery(query: string): string {
  return [...query.normalize('NFC').trim().toLowerCase()].slice(0, MOST_COMPARED).join('');
}
