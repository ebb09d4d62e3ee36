import { isBad } from '../../../domain/alerts/change.ts';
import { changeLine } from '../../../domain/alerts/change-words.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import type { ChangeRow } from './rows.ts';

/** Changes, a line each, with the pages that explain them; null without any. */
export function changeLines(visit: Visit, changes: readonly ChangeRow[]): Html | null {
  if (changes.length === 0) return null;
  const reading = { brand: visit.brand.name, now: visit.now };
  return html`<ul class="change-lines">${changes.map((change) => {
    const href = changePage(visit, change);
    const line = changeLine(change, reading);
    const style = change.state !== 'holds' ? 'muted' : isBad(change) ? 'worse' : 'better';
    return html`<li><span class="${style}" aria-hidden="true">${arrowOf(change)}</span> ${href === null ? line : html`<a class="plain" href="${href}">${line}</a>`}</li>
`;
  })}</ul>`;
}

/** Down for bad news; a change that is over has a mark of its own. */
export function arrowOf(change: ChangeRow): string {
  if (change.state !== 'holds') return '•';
  return isBad(change) ? '▼' : '▲';
}

/** The page of its alert; null without one, or for readers who may not open it. */
export function changePage(visit: Visit, { alerts }: ChangeRow): string | null {
  const [id] = alerts;
  return id === undefined ? null : visit.to(`alerts/${id}`);
}
