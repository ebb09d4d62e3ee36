import { reports } from '../../../reports/index.ts';
import { type DayCount, dayBars, someDays } from '../../charts/day-bars.ts';
import { dayText } from '../../charts/days.ts';
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
${figure(visit, { name: 'fetches by verified crawlers', one: 'fetch by a verified crawler', days: read, lacks: 'log', limits: readLimits(left('spoofed'), left('unverifiable')) })}
${figure(visit, { name: 'answers that cite a page of yours', one: 'answer that cites a page of yours', days: cited, lacks: 'answers', limits: html`<b>Cited.</b> In answers to your questions, not to all that people ask. Engines read more than they cite.` })}
${figure(visit, { name: 'visits from an AI product’s link', one: 'visit from an AI product’s link', days: visited, lacks: 'log', limits: visitedLimits(referred, Math.max(0, all - referred)) })}
</div>`;
}

function readLimits(spoofed: number, unverifiable: number): Html {
  const left = spoofed + unverifiable;
  return html`<b>Read.</b> ${left > 0 && `Left out: ${spoofed.toLocaleString('en-US')} spoofed, ${unverifiable.toLocaleString('en-US')} that cannot be verified. `}A copy from a cache is not in the log.`;
}

function visitedLimits(referred: number, tagged: number): Html {
  return html`<b>Visited.</b> ${referred + tagged > 0 && `${referred.toLocaleString('en-US')} by referrer, ${tagged.toLocaleString('en-US')} by utm alone. `}Apps often send neither; AI Overviews look like Google search.`;
}

interface Total {
  readonly name: string;
  /** Its name if it counts one. */
  readonly one: string;
  readonly days: readonly DayCount[];
  /** What a missing day has not. */
  readonly lacks: string;
  readonly limits: Content;
}

function figure(visit: Visit, { name, one, days, lacks, limits }: Total): Html {
  const known = days.filter(({ count }) => count !== null).length;
  const isUnknown = known === 0;
  return html`<section><p><b class="log-total">${isUnknown ? '–' : total(days).toLocaleString('en-US')}</b> ${total(days) === 1 ? one : name}${!isUnknown && known < days.length && `, on ${known} of ${days.length} days`}</p>
${isUnknown ? html`<p class="missing-note">Nothing is known of this window.</p>` : html`${dayBars(visit.idFor('missing-days'), name, days)}${daysUnder(visit, days, lacks)}`}
<p class="help">${limits}</p></section>`;
}

/** The first and the last day, and between them those of which something is missing. */
function daysUnder(visit: Visit, days: readonly DayCount[], lacks: string): Html {
  const missing = days.filter(({ count }) => count === null).map(({ day }) => day);
  const href = visit.to('coverage');
  const note = missing.length > 0 && `${someDays(missing)}: no ${lacks}`;
  return html`<p class="day-ends"><span>${dayText(days[0]?.day ?? '')}</span>${note && html`<span class="missing-note">${href === null ? note : html`<a class="plain" href="${href}">${note}</a>`}</span>`}<span>${dayText(days.at(-1)?.day ?? '')}</span></p>`;
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
