import { actions } from '../../../actions/index.ts';
import { isPublicId } from '../../../domain/access/public-id.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** A button that marks alerts as read or unread. @param back the page to show next */
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

/** Marks alerts as read or unread for this user. @returns how many of them the brand has */
export async function markAlerts(visit: Visit, ids: readonly string[], read: boolean): Promise<number> {
  const alerts = ids.filter((id) => isPublicId('alr', id));
  return (await visit.act(actions.mark_alerts, { alerts, read })).data.alerts;
}
