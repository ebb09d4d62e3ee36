import { SHARE_DAYS } from '../../../domain/share-link.ts';
import type { ListedShare } from '../../../pipeline/accounts/shares.ts';
import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';
import { type Html, html } from '../../html.ts';
import { checkField, textField } from '../../parts/field.ts';
import { linkTable } from '../../parts/share-links.ts';
import type { Visit } from '../../visit.ts';

/** The links to a report, and the form of a new one. */
export function linksSection(visit: Visit, { id }: ClientReport, all: readonly ListedShare[]): Html {
  return html`<section aria-labelledby="links"><h2 id="links">Links for clients</h2>
<p class="help">A link shows this report, as it is when it is opened, to anyone who has it, without signing in, until it expires or is revoked.
Its block of lost questions has their texts. It shows no settings, keys, costs, or other brands.</p>
<form method="post" action="${visit.address(`reports/${id}`)}" class="link-form">
${textField({ name: 'name', label: 'Name', help: 'For example the client that it is for.', isRequired: true })}
<div class="field">${checkField('pages', 'answers', html`Answers <small class="muted">their full texts behind every figure, and sentences of them in the report</small>`, false)}</div>
<div class="field"><label for="days">Days until it expires</label>
<input id="days" name="days" type="number" min="1" max="${SHARE_DAYS.most}" required value="${SHARE_DAYS.default}"></div>
<p class="field"><button class="primary" name="do" value="link">Make a client link</button></p>
</form>
${linkTable(visit, all, `reports/${id}/links`)}
</section>`;
}
