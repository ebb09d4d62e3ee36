import { actions } from '../../../actions/index.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import type { FrozenReport } from '../../../pipeline/declare/shared-reports.ts';
import { NO_MAIL } from '../../../pipeline/deliver/endpoints.ts';
import type { ReportMail } from '../../../pipeline/deliver/report-mails.ts';
import { type Html, html } from '../../markup/html.ts';
import { checkField, selectField, textField } from '../../parts/form/field.ts';
import { optionsOf } from '../../parts/form/limits.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';

/** Recipients of scheduled reports, and a form to add one. */
export function mailsSection(visit: Visit, { id }: FrozenReport, mails: readonly ReportMail[]): Html {
  const { address, pace } = actions.mail_report.input;
  const isSet = visit.deps.senders.mailer !== null;
  return html`<section aria-labelledby="mail"><h2 id="mail">By mail</h2>
<p class="help">Each Monday, or on the first of a month, at 06:00 UTC: the past week or month, with these blocks and its own figures, saved as
a report. Its first line states the change. It includes lost questions, and recipients can unsubscribe.</p>
${
  isSet
    ? html`<form method="post" action="${visit.address(`reports/${id}`)}" class="link-form">
${textField({ name: 'address', label: 'Email address', of: address })}
${selectField({
  name: 'pace',
  label: 'How often',
  choices: optionsOf(pace, { monthly: 'each month', weekly: 'each week' }),
})}
${visit.user.role === 'admin' && html`<div class="field">${checkField('again', 'yes', 'They unsubscribed and asked for it again', false)}</div>`}
<p class="field"><button name="do" value="mail">Send it there</button></p></form>`
    : html`<p class="muted">${NO_MAIL}</p>`
}
${mails.length > 0 && mailTable(visit, id, mails)}</section>`;
}

function mailTable(visit: Visit, report: string, mails: readonly ReportMail[]): Html {
  return html`<table class="cards links"><caption class="unseen">Recipients</caption>
<thead><tr><th scope="col">Address</th><th scope="col">How often</th><th scope="col">Next</th><th scope="col">Last sent</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${mails.map(
    ({ id, address, pace, day, lastSentAt, lastFailure }) =>
      html`<tr><th scope="row"><bdi>${address}</bdi></th><td data-label="How often">${pace}</td><td data-label="Next">${formatDay(day)}</td>
<td data-label="Last sent">${lastSentAt === null ? 'never' : dateText(new Date(lastSentAt))}${lastFailure !== null && html`<small class="counts">${lastFailure}</small>`}</td>
<td data-label=""><form method="post" action="${visit.address(`reports/${report}/mails/${id}/remove`)}"><button class="as-link danger">Stop<span class="unseen"> the mail to ${address}</span></button></form></td></tr>
`,
  )}</tbody></table>`;
}
