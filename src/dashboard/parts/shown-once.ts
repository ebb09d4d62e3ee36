import { type Content, type Html, html } from '../html.ts';

/** A key or a link that is not shown again, and what to do with it. A script adds a button to copy each. */
export function shownOnce(
  heading: string,
  parts: readonly { readonly label: string; readonly text: string }[],
  remark: Content,
): Html {
  return html`<section class="note once" role="status">
<h2>${heading}</h2>
${parts.map(
  ({ label, text }) => html`<div class="copy"><p class="label">${label}</p>
<pre data-copy tabindex="0">${text}</pre></div>
`,
)}<p>${remark}</p>
</section>`;
}
