import { type Html, html } from '../html.ts';

/** A paragraph that is nothing but a link, so it is left out for a reader who may not open the address. */
export function onlyLink(href: string | null, text: string): Html | null {
  return href === null ? null : html`<p><a href="${href}">${text}</a></p>`;
}
