import { reports } from '../../../reports/index.ts';
import { type DayCount, dayBars, someDays } from '../../charts/day-bars.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** What each instrument counted in the window, with its days and its limits. */
export async function totalsSection(visit: Visit): Promise<Html> {
  const crawls = await visit.figures(reports.crawls, { by: 'day', compare: undefined });
  const ofVerdict = (verdict: string) => crawls.data.filter((row) => row.verdict === verdict);
  const visits = await visit.figures(reports.visits, { by: 'day', compare: undefined });
  const left = (verdict: string) => sum(ofVerdict(verdict).map(({ requests }) => requests));
  const byReferrer = (await visit.figures(reports.visits, { compare: undefined })).data.filter(
    ({ evidence }) => evidence === 'referrer',
  );
  const referred = sum(byReferrer.map(({ visits: each }) => each));
  const [read, visited] = [daysOf(ofVerdict('verified'), 'requests'), daysOf(visits.data, 'visits')];
  const cited = await citedDays(visit);
  const all = total(visited);
  return html`<div class="log-totals">
${figure(visit, 'fetches by verified crawlers', read, html`<b>Read.</b> ${left('spoofed')} more were spoofed and are left out; ${left('unverifiable')} cannot be verified. A copy from a cache is not in the log.`)}
${figure(visit, 'answers that cite a page of yours', cited, html`<b>Cited.</b> In answers to your questions, not to all that people ask. Engines read more than they cite.`)}
${figure(visit, 'visits from an engine’s link', visited, html`<b>Visited.</b> ${referred} by referrer, ${Math.max(0, all - referred)} by utm alone. Apps often send neither; AI Overviews look like Google search.`)}
</div>`;
}

function figure(visit: Visit, name: string, days: readonly DayCount[], limits: Content): Html {
  const missing = days.filter(({ count }) => count === null).map(({ day }) => day);
  const isUnknown = missing.length === days.length;
  return html`<section><p><b class="log-total">${isUnknown ? '–' : total(days).toLocaleString('en-US')}</b> ${name}</p>
${!isUnknown && dayBars(visit.idFor('missing-days'), name, days)}
${missing.length > 0 && html`<p class="missing-note">${isUnknown ? 'Nothing is known of this window.' : `${someDays(missing)}: not observed`}</p>`}
<p class="help">${limits}</p></section>`;
}

type Observed = { readonly day: string | null; readonly observed: string | null };

function daysOf<Field extends string>(
  rows: readonly (Observed & { readonly [Each in Field]: number | null })[],
  field: Field,
): DayCount[] {
  return rows.map((row) => ({ day: row.day ?? '', count: row[field], isPartly: row.observed === 'partly' }));
}

/** Answers that cite the brand's own pages by day, over engines. A day without answers is missing. */
async function citedDays(visit: Visit): Promise<DayCount[]> {
  const { data } = await visit.figures(reports.trend, { by: 'day' });
  const own = Map.groupBy(
    data.filter(({ role }) => role === 'self'),
    ({ start }) => start.slice(0, 'yyyy-mm-dd'.length),
  );
  return [...own].map(([day, rows]) => ({
    day,
    count: rows.some(({ responses }) => responses > 0) ? sum(rows.map(({ citations }) => citations)) : null,
    isPartly: rows.some(({ complete }) => !complete),
  }));
}

function total(days: readonly DayCount[]): number {
  return sum(days.map(({ count }) => count));
}

function sum(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((all, each) => all + (each ?? 0), 0);
}
