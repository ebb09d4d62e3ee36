import { NEW_BLOCKS, type ReportedAnswers, USUAL_COLOR } from '../../../domain/sharing/client-report.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { dayOf } from '../../../domain/time/period.ts';
import {
  clientReportsOf,
  createClientReport,
  type ListedReport,
} from '../../../pipeline/declare/client-reports.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { resolvedWindow } from '../../visit/window.ts';
import { answersIn, frozenOf, ownedBy, refusedBy, reportDeps } from './report-deps.ts';

/** The brand's client reports, and a form to create one. */
export async function reportsPage(visit: Visit, refused: Refused | null): Promise<Outcome> {
  const all = await clientReportsOf(visit.db, ownedBy(visit));
  return page({
    title: `Reports for clients · ${visit.brand.name}`,
    tab: 'reports',
    ...(refused && { status: 400 }),
    main: html`<header class="page-head">
<h1>Reports for clients</h1>
<p class="lead">Fixed days and figures, with your own blocks and words. Share it as a link, on paper, or as one file.</p>
</header>
${refused && html`<p class="note error" role="alert">${refused.message}</p>`}
${visit.mayEdit && newForm(visit, refused)}
${all.length > 0 && reportTable(visit, all)}
${visit.mayEdit && html`<p class="muted">For current figures, share <a href="${visit.to('share')}">links to pages</a>.</p>`}`,
  });
}

interface Refused {
  readonly form: URLSearchParams;
  readonly message: string;
}

export const COMPARE_OPTIONS: readonly Option[] = [
  ['previous', 'the days before'],
  ['year', 'a year earlier'],
  ['off', 'nothing'],
];

function newForm(visit: Visit, refused: Refused | null): Html {
  const { from, until } = usualDays(visit);
  const typed = (name: string, usual: string) => refused?.form.get(name) ?? usual;
  return html`<form method="post" action="${visit.address('reports')}" class="new-report">
${textField({ name: 'title', label: 'Title', value: typed('title', `${visit.brand.name} in AI answers`), isRequired: true })}
${textField({ name: 'from', label: 'First day (UTC)', type: 'date', value: typed('from', from), isRequired: true })}
${textField({ name: 'until', label: 'Last day', type: 'date', value: typed('until', until), isRequired: true })}
${selectField({ name: 'compare', label: 'Compared with', choices: COMPARE_OPTIONS, value: typed('compare', visit.choice.compare) })}
<p class="field"><button class="primary">Make report</button></p>
</form>`;
}

/** The bar's completed days. */
function usualDays(visit: Visit): { readonly from: string; readonly until: string } {
  const { period } = resolvedWindow(visit.window, visit.now);
  const last = Math.min(dayOf(period.to - 1), dayOf(visit.now) - 1);
  const days = Math.max(1, Math.round((period.to - period.from) / 86_400_000));
  return { from: formatDay(last - days + 1), until: formatDay(last) };
}

function reportTable(visit: Visit, all: readonly ListedReport[]): Html {
  return html`<table class="cards"><caption class="unseen">Reports of this brand</caption>
<thead><tr><th scope="col">Report</th><th scope="col">Days</th><th scope="col">Figures as of</th></tr></thead>
<tbody>${all.map(
    ({ id, title, firstDay, lastDay, figuresAt }) =>
      html`<tr><th scope="row"><a href="${visit.to(`reports/${id}`)}"><bdi>${title}</bdi></a></th>
<td data-label="Days">${formatDay(firstDay)} to ${formatDay(lastDay)}</td><td data-label="Figures as of">${dateText(new Date(figuresAt))}</td></tr>
`,
  )}</tbody></table>`;
}

export async function reportsPost(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  try {
    const look = { title: form.get('title') ?? '', preparedBy: '', color: USUAL_COLOR, blocks: NEW_BLOCKS };
    const answers = answersIn(form, await chosenAnswers(visit), visit.now);
    const frozen = await frozenOf(visit, answers);
    const id = await createClientReport(reportDeps(visit), ownedBy(visit), { look, answers, frozen });
    return redirect(visit.address(`reports/${id}`));
  } catch (error) {
    return await reportsPage(visit, { form, message: refusedBy(error) });
  }
}

/** The bar's engine and single-market slice. */
async function chosenAnswers(visit: Visit): Promise<ReportedAnswers['only']> {
  const { engine } = visit.choice;
  return { ...(engine !== null && { engine }), ...(await visit.ofOneMarket()) };
}
