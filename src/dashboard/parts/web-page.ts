import { type Html, html } from '../html.ts';

/** As much of an address as there is room for in a table; all of it is in the `title`. */
const MOST_SHOWN = 64;
const MOST_OF_TITLE = 110;

/**
 * A cited page: its title as the link, its address below. Both come from engines and from whoever wrote the page, so only http
 * and https are links, and what they say about themselves may end anywhere.
 */
export function webPage({ url, title }: { readonly url: string; readonly title: string | null }): Html {
  const address = shortAddress(url);
  const name = title === null || title.trim() === '' ? null : shortened(title.trim(), MOST_OF_TITLE);
  const text = html`<bdi>${name ?? address}</bdi>`;
  const link = /^https?:\/\//i.test(url)
    ? html`<a class="away" href="${url}" rel="noopener nofollow" title="${name === null ? url : `${title}\n${url}`}">${text}</a>`
    : html`<span title="${url}">${text}</span>`;
  return html`<span class="web-page">${link}${name !== null && html`<small><bdi>${address}</bdi></small>`}</span>`;
}

/** An address without what is the same in all of them; its middle is left out where it is long. */
export function shortAddress(url: string): string {
  const plain = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  const characters = [...plain];
  if (characters.length <= MOST_SHOWN) return plain;
  const end = 20;
  const start = characters.slice(0, MOST_SHOWN - end - 1).join('');
  return `${start}…${characters.slice(-end).join('')}`;
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
