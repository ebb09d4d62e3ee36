import type { SharedPage } from '../../../domain/sharing/share-link.ts';
import type { ListedShare } from '../../../pipeline/accounts/shares.ts';
import { type Html, html } from '../../markup/html.ts';
import { REPORT, TABS } from '../../markup/outcome.ts';
import type { Visit } from '../../visit/visit.ts';
import { dateText, windowLabel } from '../words/window-text.ts';
import { oneTimeSecret } from './one-time-secret.ts';

export function sharedPageName(page: SharedPage): string {
  return page === 'report' ? REPORT.reports : TABS[page];
}

/**
 * A new link's address.
 * @param what names the page or pages that it opens
 */
export function newLink(address: string, what: string): Html {
  const remark = `Copy it now: Sightline stores only its hash and cannot show it again. Anyone with the link can read ${what}.`;
  return oneTimeSecret('Your link', [{ label: 'Address', text: address }], remark);
}

/** Share links, including ended ones; nothing if there are none. @param at address of the page */
export function linkTable(visit: Visit, all: readonly ListedShare[], at: string): Html | null {
  if (all.length === 0) return null;
  return html`<table class="cards links"><caption class="unseen">Links of this brand</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Pages</th><th scope="col">Made</th><th scope="col">State</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${all.map((share) => linkRow(visit, share, at))}</tbody></table>`;
}

function linkRow(visit: Visit, share: ListedShare, at: string): Html {
  const { id, name, pages, window, createdBy, createdAt } = share;
  const isLive = share.revokedAt === null && share.expiresAt > visit.now;
  const names = pages.map(sharedPageName).join(', ');
  return html`<tr><th scope="row" data-label="Name"><bdi>${name}</bdi></th><td data-label="Pages">${names}${window !== null && html` <small class="muted">${windowLabel(window) ?? 'fixed dates'}</small>`}</td>
<td data-label="Made">${dateText(new Date(createdAt))}${createdBy && html` by <bdi>${createdBy}</bdi>`}</td>
<td data-label="State">${stateOf(share, visit.now)}</td>
<td data-label="">${isLive && html`<form method="post" action="${visit.address(`${at}/${id}/revoke`)}"><button class="as-link danger">Revoke<span class="unseen"> ${name}</span></button></form>`}</td></tr>
`;
}

function stateOf({ revokedAt, expiresAt }: ListedShare, now: number): string {
  if (revokedAt !== null) return `revoked ${dateText(new Date(revokedAt))}`;
  return `${expiresAt <= now ? 'expired' : 'until'} ${dateText(new Date(expiresAt))}`;
}
