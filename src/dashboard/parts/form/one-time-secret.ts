import { type Content, type Html, html } from '../../markup/html.ts';

/** A secret that the page shows only once, with instructions. A script adds copy buttons. */
export function oneTimeSecret(
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
