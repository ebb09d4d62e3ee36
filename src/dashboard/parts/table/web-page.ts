import { type Html, html } from '../../markup/html.ts';

/** Maximum address length in a table; the `title` has the rest. */
const MOST_SHOWN = 64;
const MOST_OF_TITLE = 110;

/**
 * A cited page: a title link above its address. Engines and page authors control both, so only http and https become links, and
 * bidirectional text is isolated.
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

/** An address without its common parts, shortened in the middle. */
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

/** A host or an address that breaks only after its dots, slashes, hyphens, and at signs, or in what is longer than 20 characters. */
export function breakable(address: string): Html {
  return html`<bdi>${address.split(/(?<=[./?&=@-]|[^./?&=@-]{20})/).map((part) => html`${part}<wbr>`)}</bdi>`;
}
