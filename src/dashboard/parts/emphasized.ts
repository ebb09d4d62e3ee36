import { type Html, html } from '../html.ts';

/** A sentence with its `**` emphasis shown as such. Everything else of it stays text. */
export function emphasized(snippet: string): (Html | string)[] {
  return snippet
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
