import { SHARE_DAYS } from '../../../domain/sharing/share-link.ts';
import type { ListedShare } from '../../../pipeline/accounts/shares.ts';
import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';
import { type Html, html } from '../../markup/html.ts';
import { checkField, textField } from '../../parts/form/field.ts';
import { linkTable } from '../../parts/form/share-links.ts';
import type { Visit } from '../../visit/visit.ts';

/** A report's links, and a form to add one. */
export function linksSection(visit: Visit, { id }: ClientReport, all: readonly ListedShare[]): Html {
  return html`<section aria-labelledby="links"><h2 id="links">Links for clients</h2>
<p class="help">Anyone with a link sees the current report without signing in, until the link expires or you revoke it.
It includes the texts of lost questions, but no settings, keys, costs, or other brands.</p>
<form method="post" action="${visit.address(`reports/${id}`)}" class="link-form">
${textField({ name: 'name', label: 'Name', help: 'For example the client’s name.', isRequired: true })}
<div class="field">${checkField('pages', 'answers', html`Answers <small class="muted">full texts behind every figure, and quotes in the report</small>`, false)}</div>
<div class="field"><label for="days">Days until it expires</label>
<input id="days" name="days" type="number" min="1" max="${SHARE_DAYS.most}" required value="${SHARE_DAYS.default}"></div>
<p class="field"><button class="primary" name="do" value="link">Make a client link</button></p>
</form>
${linkTable(visit, all, `reports/${id}/links`)}
</section>`;
}
