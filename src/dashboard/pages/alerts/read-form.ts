import { type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';

/** A button that marks alerts as read or unread, for those who are signed in. @param back where it leads then */
export function readForm(
  visit: Visit,
  alerts: readonly { readonly id: string }[],
  { read, label, back }: { readonly read: boolean; readonly label: Html | string; readonly back: string },
): Html | null {
  if (visit.viewer.kind !== 'user' || alerts.length === 0) return null;
  return html`<form method="post" action="${visit.address('alerts')}">
<input type="hidden" name="read" value="${String(read)}">
<input type="hidden" name="back" value="${back}">
${alerts.map(({ id }) => html`<input type="hidden" name="alert" value="${id}">`)}
<button class="as-link">${label}</button>
</form>`;
}
