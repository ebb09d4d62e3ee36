import { type Content, type Html, html } from '../markup/html.ts';

/**
 * A page section. Open by default; on phones the script folds it so that the headings come first.
 *
 * @param id heading id, for links
 */
export function foldedSection(id: string, title: Content, content: Content): Html {
  return html`<section aria-labelledby="${id}"><details class="fold" id="fold-${id}" open><summary><h2 id="${id}">${title}</h2></summary>
${content}</details></section>`;
}
