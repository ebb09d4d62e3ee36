import { type Html, html } from '../../markup/html.ts';

/** Renders `**` emphasis. Escapes everything else. */
export function renderEmphasis(snippet: string): (Html | string)[] {
  return snippet
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
