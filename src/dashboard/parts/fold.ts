import { type Content, type Html, html } from '../html.ts';

/**
 * A section of a long page, under its heading. It is open; on a phone the script folds it, so that the headings come first.
 *
 * @param id of the heading, for links to it
 */
export function foldedSection(id: string, title: Content, content: Content): Html {
  return html`<section aria-labelledby="${id}"><details class="fold" id="fold-${id}" open><summary><h2 id="${id}">${title}</h2></summary>
${content}</details></section>`;
}
