import { beforeOf, sharedQuestions } from '../../../reports/shape/compared.ts';
import { daysText } from '../../charts/days.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { asTable, linked, plainTable } from '../../charts/figure.ts';
import { partsOf, rangeText, rateText } from '../../charts/rates.ts';
import { type LinkedPoint, spark } from '../../charts/spark.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { changeCell } from '../../parts/table/change.ts';
import { missingOn } from '../../parts/words/observed.ts';
import type { PresenceRow, TrendRow } from '../../parts/words/rows.ts';
import { shortDays } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

type PresenceMeta = OverviewData['presence']['meta'];

/** Each engine's rate, change, and weekly trend. */
export function enginesSection(visit: Visit, data: OverviewData): Html {
  const own = data.presence.data.filter(({ role }) => role === 'self');
  if (own.length === 0)
    return html`<p class="empty">No engine is set up, and none has answered in this window.</p>`;
  const { compared } = data.presence.meta;
  const earlier =
    compared && shortDays({ from: Date.parse(compared.from), to: Date.parse(compared.until) + 1 }, visit.now);
  return html`<section aria-labelledby="engines">
<h2 id="engines" class="unseen">How often each engine names you</h2>
<table class="engines cards">
<thead><tr><th scope="col">Engine</th><th scope="col">Names you in</th><th scope="col"><span class="unseen">Share of answers, 0 to 100%</span>${percentAxis()}</th>${earlier !== undefined && html`<th scope="col">Against ${earlier} (dashed)</th>`}<th scope="col">13 weeks, with answers per week</th></tr></thead>
<tbody>${own.map((row) => engineRow(visit, data, row))}</tbody>
</table>
${weeksTable(visit, own, data)}
</section>`;
}

function engineRow(visit: Visit, data: OverviewData, row: PresenceRow): Html {
  const { engine, engine_name: name } = row;
  const { meta } = data.presence;
  const href = answersOf(visit, data, row);
  return html`<tr>
<th scope="row"><a class="plain" href="${visit.answers({ engine }, data.presence.meta)}">${name}</a></th>
<td class="rate-cell" data-label="Names you in">${namedCell(row, href)}</td>
<td class="wide-cell dot-cell" data-label="">${dotWithInterval({ name, figure: row, href, before: beforeMark(visit, row, meta.window) })}</td>
${meta.compared && html`<td class="verdict-cell" data-label="Change">${changeCell(row, meta.compared)}</td>`}
<td class="wide-cell spark-cell" data-label="">${spark({ name, points: weeksOf(visit, data, engine), missing: missingOn(visit, data.observed, engine) })}</td>
</tr>
`;
}

/** The rate with interval and counts in two lines. The title has the interval for similar questions. */
function namedCell(row: PresenceRow, href: string | null): Content {
  const { counts, percent, aside } = partsOf(row);
  const range = rangeText(row);
  if (row.responses === 0) return html`<span class="few">no answers</span>`;
  const figure =
    percent === null
      ? html`<span class="few">${counts}</span><small class="counts">${aside}</small>`
      : html`<b class="big">${percent}</b> <small>${aside}</small><small class="counts">${counts}</small>`;
  return html`<a class="figure-link"${href !== null && html` href="${href}"`}${range !== null && html` title="Questions like these: ${range}"`}>${figure}</a>`;
}

/** Link to the answers that name the brand; null without answers. */
function answersOf(visit: Visit, data: OverviewData, { engine, responses }: PresenceRow): string | null {
  return responses === 0 ? null : visit.answers({ engine, names: 'self' }, data.presence.meta);
}

function beforeMark(visit: Visit, { engine, compared }: PresenceRow, window: PresenceMeta['window']) {
  const figure = beforeOf(compared);
  if (figure === null || compared === undefined) return null;
  return { figure, href: visit.answers({ engine, names: 'self', ...sharedQuestions(window, compared) }) };
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

/** All sparklines in one table. */
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
