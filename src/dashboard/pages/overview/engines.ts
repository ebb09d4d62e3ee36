import { BASELINE_DAYS } from '../../../domain/alert-rules.ts';
import { daysText } from '../../charts/days.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { asTable, linked, plainTable } from '../../charts/figure.ts';
import { rateText } from '../../charts/rates.ts';
import { type LinkedPoint, spark } from '../../charts/spark.ts';
import { type Content, type Html, html } from '../../html.ts';
import { rateCell } from '../../parts/rate-cell.ts';
import type { PresenceRow, TrendRow } from '../../parts/rows.ts';
import { type Verdict, verdictOnNaming } from '../../parts/verdict.ts';
import { verdictText, verdictWord } from '../../parts/verdict-words.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** How often each engine names the brand: its rate, what became of the change, and the weeks that led to it. */
export function enginesSection(visit: Visit, data: OverviewData): Html {
  const own = data.presence.data.filter(({ role }) => role === 'self');
  if (own.length === 0)
    return html`<p class="empty">No engine is asked, and none has answered in this window.</p>`;
  const before = data.isAsCompared ? ` Dashed: the ${BASELINE_DAYS} days before.` : '';
  return html`<section aria-labelledby="engines">
<h2 id="engines">How often each engine names you</h2>
<p class="muted">Dot: this window, with its 95% interval.${before} Engines are never averaged.</p>
<table class="engines cards">
<thead><tr><th scope="col">Engine</th><th scope="col">Named in</th><th scope="col"><span class="unseen">Share of answers, 0 to 100%</span>${percentAxis()}</th><th scope="col">Change, 7 days against ${BASELINE_DAYS} before</th><th scope="col">13 weeks, with answers per week</th></tr></thead>
<tbody>${own.map((row) => engineRow(visit, data, row))}</tbody>
</table>
${weeksTable(visit, own, data)}
</section>`;
}

function engineRow(visit: Visit, data: OverviewData, row: PresenceRow): Html {
  const { engine, engine_name: name } = row;
  const verdict = verdictOnNaming(data.comparisons, engine);
  const href = answersOf(visit, data, row);
  const before = data.isAsCompared && verdict ? beforeOf(visit, verdict) : null;
  return html`<tr>
<th scope="row"><a class="plain" href="${visit.answers({ engine }, data.presence.meta)}">${name}</a></th>
<td class="rate-cell" data-label="Named in">${rateCell(row, href)}</td>
<td class="wide-cell" data-label="">${dotWithInterval({ name, figure: row, href, before })}</td>
<td class="verdict-cell" data-label="Change">${verdictCell(visit, data, row, verdict)}</td>
<td class="wide-cell" data-label="">${spark({ name, points: weeksOf(visit, data, engine) })}</td>
</tr>
`;
}

/** The answers that name the brand; null if there are none to show. */
function answersOf(visit: Visit, data: OverviewData, { engine, responses }: PresenceRow): string | null {
  return responses === 0 ? null : visit.answers({ engine, names: 'self' }, data.presence.meta);
}

function beforeOf(visit: Visit, { row }: Verdict) {
  const href = visit.answers({ comparison: row.id, side: 'baseline', figure: 'present' });
  return { figure: row.baseline, href };
}

function verdictCell(
  visit: Visit,
  data: OverviewData,
  figure: PresenceRow,
  verdict: Verdict | null,
): Content {
  if (figure.responses === 0) return html`<b class="muted">No answers in this window</b>`;
  if (verdict === null) return html`<b class="muted">Not compared</b>`;
  const { row, kind } = verdict;
  const word = verdictWord(verdict);
  const shown = html`<b class="verdict ${kind}">${word}</b>`;
  const link = kind === 'told' && row.alert !== null ? visit.to(`alerts/${row.alert}`) : null;
  return html`${linked(link, shown)}<small class="counts">${verdictText(verdict)}</small>${sharedNote(visit, data, figure, verdict)}`;
}

/** Where the comparison counts fewer answers than the figure beside it: only those to questions of both windows. */
function sharedNote(visit: Visit, data: OverviewData, figure: PresenceRow, { row, kind }: Verdict): Content {
  const isSame = row.current.responses === figure.responses && row.current.present === figure.present;
  if (!data.isAsCompared || isSame || kind === 'few' || kind === 'outage') return null;
  const href = visit.answers({ comparison: row.id, side: 'current', figure: 'responses' });
  const { present, responses } = row.current;
  return html`<small class="counts">compares <a class="figure-link" href="${href}">${present} of ${responses}</a>, to questions asked in both</small>`;
}

function weeksOf(visit: Visit, { trend }: OverviewData, engine: string): LinkedPoint[] {
  return trend.data
    .filter((row) => row.engine === engine && row.role === 'self')
    .map((row) => ({ ...row, href: weekAnswers(visit, row) }));
}

function weekAnswers(visit: Visit, { engine, start, end, responses }: TrendRow): string | null {
  if (responses === 0) return null;
  return visit.answers({ engine, from: start, until: end, names: 'self' });
}

/** The figures of every small trend, in one table. */
function weeksTable(visit: Visit, own: readonly PresenceRow[], data: OverviewData): Html | null {
  const series = own.map(({ engine }) => weeksOf(visit, data, engine));
  const [first] = series;
  if (first === undefined) return null;
  const rows = first.map((week, index): Content[] => [
    `${daysText(week.start, week.end)}${week.complete ? '' : ' (not over yet)'}`,
    ...series.map((points) => {
      const point = points[index];
      return point ? linked(point.href, rateText(point)) : null;
    }),
  ]);
  return asTable(
    plainTable(['Week', ...own.map(({ engine_name: name }) => name)], rows.reverse()),
    'The weeks as a table',
  );
}
