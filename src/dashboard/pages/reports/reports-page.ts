import { actions } from '../../../actions/index.ts';
import type { ReportedAnswers } from '../../../domain/sharing/shared-report.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { DAY_MS, dayOf } from '../../../domain/time/period.ts';
import { type ListedReport, reportsOf } from '../../../pipeline/declare/shared-reports.ts';
import { reports } from '../../../reports/index.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { textField } from '../../parts/form/field.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { dateText, shortDays, windowLabel } from '../../parts/words/window-text.ts';
import { sharedName } from '../../visit/navigation.ts';
import type { Visit } from '../../visit/visit.ts';
import { windowBetween } from '../../visit/window.ts';
import { daysWords, linkText } from './links.ts';
import { frozenOf, ownedBy } from './report-deps.ts';
import { makeSheetLink, sheetsSection } from './sheet-links.ts';

/** The brand's reports for clients and links for sheets, and forms to make them. @param made a new sheet link's address */
export async function reportsPage(visit: Visit, refused: Refused | null, made?: string): Promise<Outcome> {
  const all = await reportsOf(visit.db, ownedBy(visit));
  return page({
    title: `Reports for clients · ${visit.brand.name}`,
    ...(visit.mayEdit && { figures: [reports.presence] }),
    ...(refused && { status: refused.refusal.status }),
    main: html`<header class="page-head">
<h1>Reports for clients</h1>
<p class="lead">Live pages, or figures frozen with your own blocks and words. Clients read a report by its link, without an account.</p>
</header>
${refusalNote(refused?.refusal ?? null)}
${visit.mayEdit && newForm(visit, refused)}
${all.length > 0 && reportTable(visit, all)}
${visit.mayEdit && (await sheetsSection(visit, made, refused?.form))}`,
  });
}

interface Refused {
  readonly form: URLSearchParams;
  readonly refusal: Refusal;
}

/** What a new report shows, in the bar's window: frozen figures, or live pages. */
const KINDS = ['frozen', 'moves', 'stays', 'chosen'] as const;

function newForm(visit: Visit, refused: Refused | null): Html {
  const { period } = resolvedWindow(visit.window, visit.now);
  const label = windowLabel(visit.choice.window);
  const { firstDay, lastDay } = wholeDays(visit);
  const words: Readonly<Record<(typeof KINDS)[number], string>> = {
    frozen: `Frozen figures of ${shortDays({ from: firstDay * DAY_MS, to: (lastDay + 1) * DAY_MS }, 0)}, to arrange and comment on`,
    moves: `Live pages: ${label}, moving with the days`,
    stays: `Live pages: ${shortDays(period, 0)}, fixed`,
    chosen: 'Live pages: readers choose the days',
  };
  const offered = KINDS.filter((each) => each !== 'moves' || label !== null);
  const given = refused?.form.get('kind');
  const chosen = offered.find((each) => each === given) ?? 'frozen';
  const title = refused?.form.get('title') ?? `${visit.brand.name} in AI answers`;
  return html`<form method="post" action="${visit.address('reports')}">
${textField({ name: 'title', label: 'Title', value: title, of: actions.create_report.input.title, help: 'Clients see it on a frozen report.' })}
<fieldset class="field"><legend>Shows</legend>${offered.map(
    (each) =>
      html`<label class="check"><input type="radio" name="kind" value="${each}"${each === chosen && html` checked`}>${words[each]}</label>`,
  )}<p class="help">For other days (UTC), choose them in the bar above; for frozen figures, also the comparison, engine, and questions.</p></fieldset>
<p class="field"><button class="primary">Make report</button></p>
</form>`;
}

/** The bar's completed days. */
function wholeDays(visit: Visit): Pick<ReportedAnswers, 'firstDay' | 'lastDay'> {
  const { period } = resolvedWindow(visit.window, visit.now);
  const lastDay = Math.min(dayOf(period.to - 1), dayOf(visit.now) - 1);
  const days = Math.max(1, Math.round((period.to - period.from) / DAY_MS));
  return { firstDay: lastDay - days + 1, lastDay };
}

function reportTable(visit: Visit, all: readonly ListedReport[]): Html {
  return html`<table class="cards links"><caption class="unseen">Reports of this brand</caption>
<thead><tr><th scope="col">Report</th><th scope="col">Shows</th><th scope="col">Link</th></tr></thead>
<tbody>${all.map(
    (report) =>
      html`<tr><th scope="row"><a href="${visit.to(`reports/${report.id}`)}"><bdi>${report.title}</bdi></a></th>
<td data-label="Shows">${shownBy(report)}</td><td data-label="Link">${linkText(visit, report.linkUntil)}</td></tr>
`,
  )}</tbody></table>`;
}

function shownBy({ frozen, pages, window }: ListedReport): Content {
  if (frozen === null) {
    const names = pages.map(sharedName).join(', ');
    return html`<span>live${names && `: ${names}`} <small class="muted">${daysWords(window)}</small></span>`;
  }
  const { firstDay, lastDay, at } = frozen;
  return html`<span>${formatDay(firstDay)} to ${formatDay(lastDay)} <small class="muted">frozen ${dateText(new Date(at))}</small></span>`;
}

export async function reportsPost(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const what = form.get('do') ?? '';
  if (what === 'sheet-end') {
    await visit.act(actions.end_sheet_link, { sheet: form.get('link') ?? '' });
    return redirect(`${visit.address('reports')}#sheets`);
  }
  if (what === 'sheet') {
    return await formOutcome(
      makeSheetLink(visit, form),
      (address) => reportsPage(visit, null, address),
      (refusal) => reportsPage(visit, { form, refusal }),
    );
  }
  const made = async () => await visit.act(actions.create_report, await reportIn(visit, form));
  return await formOutcome(
    made(),
    ({ data }) => redirect(visit.address(`reports/${data.report}`)),
    (refusal) => reportsPage(visit, { form, refusal }),
  );
}

async function reportIn(visit: Visit, form: URLSearchParams) {
  const title = form.get('title') ?? '';
  const { from, until } = resolvedWindow(visit.window, visit.now).meta.window;
  switch (form.get('kind')) {
    case 'moves':
      return { title, window: visit.choice.window };
    case 'stays':
      return { title, window: windowBetween(from, until) };
    case 'chosen':
      return { title, window: null };
    default: {
      const { compare } = visit.choice;
      const answers = { ...wholeDays(visit), compare, only: await chosenAnswers(visit) };
      return { title, figures: { answers, frozen: await frozenOf(visit, answers) } };
    }
  }
}

/** The bar's engine and single-market slice. */
async function chosenAnswers(visit: Visit): Promise<ReportedAnswers['only']> {
  const { engine } = visit.choice;
  return { ...(engine !== null && { engine }), ...(await visit.ofOneMarket()) };
}
