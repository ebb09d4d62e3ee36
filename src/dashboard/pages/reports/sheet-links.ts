import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { LINK_DAYS } from '../../../domain/sharing/shared-report.ts';
import type { SheetLink } from '../../../domain/sharing/sheet-link.ts';
import { sheetLinksOf } from '../../../pipeline/declare/sheet-links.ts';
import { REPORTS } from '../../../reports/index.ts';
import { windowFor } from '../../../reports/run/named-window.ts';
import type { Report } from '../../../reports/shape/report.ts';
import { hasCsv } from '../../../reports/show/csv.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Option, selectField } from '../../parts/form/field.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { windowLabel } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { linkText } from './links.ts';
import { ownedBy } from './report-deps.ts';

/** Links to reports as CSV that sheets read again and again. */

const OFFERED = REPORTS.filter((report) => report.takesBrand && hasCsv(report));

/** @param made the new link's address, shown only once @param given the form, if it was refused */
export async function sheetsSection(
  visit: Visit,
  made: string | undefined,
  given: URLSearchParams | undefined,
): Promise<Html> {
  const links = await sheetLinksOf(visit.db, ownedBy(visit));
  const { days } = actions.add_sheet_link.input;
  const choices = OFFERED.map(({ name }): Option => [name, name]);
  return html`<section aria-labelledby="sheets"><h2 id="sheets">Links for sheets</h2>
<p class="help">A report as CSV at a secret address, with the days, engine, and questions of the bar above. Google Sheets, Excel, and others read it again and again, as of the full hour, without signing in. It has what the API has, also texts of questions and answers. <a href="/docs/reports">What each report says</a>, <a href="/docs/sheets">how to use a link</a></p>
${made !== undefined && oneTimeSecret('Your link', [{ label: 'Address', text: made }], 'Copy it now: Sightline stores only its hash and cannot show it again. Anyone with the link can read the report.')}
<form method="post" action="${visit.address('reports')}" class="link-form">
${selectField({ name: 'sheet', label: 'Report', choices, value: given?.get('sheet') ?? 'presence' })}
<div class="field"><label for="days">Days until it ends</label>
<input id="days" name="days" type="number"${limitsOf(days)} value="${given?.get('days') ?? LINK_DAYS.default}"></div>
<p class="field"><button name="do" value="sheet">Make a link</button></p></form>
${links.length > 0 && sheetTable(visit, links)}</section>`;
}

function sheetTable(visit: Visit, links: readonly SheetLink[]): Html {
  return html`<table class="cards links"><caption class="unseen">Links for sheets</caption>
<thead><tr><th scope="col">Report</th><th scope="col">Of</th><th scope="col">Link</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${links.map(
    ({ id, report, query, until }) => html`<tr><th scope="row">${report}</th>
<td data-label="Of"><bdi>${queryText(query)}</bdi></td><td data-label="Link">${linkText(visit, until)}</td>
<td data-label=""><form method="post" action="${visit.address('reports')}"><input type="hidden" name="link" value="${id}"><button class="as-link danger" name="do" value="sheet-end">End<span class="unseen"> the link to ${report}</span></button></form></td></tr>
`,
  )}</tbody></table>`;
}

/** `Last 28 days, vs the days before, engine: chatgpt` */
function queryText({ window, compare, ...query }: SheetLink['query']): string {
  const days = typeof window === 'string' ? (windowLabel(window) ?? window) : 'All days';
  const parts = Object.entries(query).map(([name, value]) => `${name}: ${[value].flat().join(' ')}`);
  const compared = compare === undefined ? [] : [`vs ${compare === 'year' ? 'a year' : 'the days'} before`];
  return [days, ...compared, ...parts].join(', ');
}

/** @returns the new link's address @throws SightlineError */
export async function makeSheetLink(visit: Visit, form: URLSearchParams): Promise<string> {
  const report = OFFERED.find(({ name }) => name === form.get('sheet'));
  if (!report) throw new SightlineError('invalid_argument', 'Choose a report from the list.');
  const given = form.get('days') ?? '';
  const lasting = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  const query = await chosenFor(report, visit);
  const { window, ...rest } = query;
  // Refuses what the report would refuse at each reading.
  const days = typeof window === 'string' ? windowFor(report, visit.windowOf(window), visit.now) : {};
  await visit.report(report, { ...rest, ...days });
  const { data } = await visit.act(actions.add_sheet_link, { of: report.name, query, days: lasting });
  return `${visit.client.origin}/sheet/${data.token}.csv`;
}

/** The bar's choice. Its window keeps its name. */
async function chosenFor(report: Report, visit: Visit): Promise<SheetLink['query']> {
  const { engines, window } = visit.choice;
  if (engines.length > 1 && 'engine' in report.query) {
    throw new SightlineError('invalid_argument', 'A link has one engine, or all: choose that in the bar.');
  }
  const { days, month, from, until, ...rest } = await visit.choiceFor(report);
  return { ...rest, ...('until' in report.query && { window }) };
}
