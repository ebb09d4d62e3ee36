import { DAY_MS } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { dayText } from '../../charts/days.ts';
import { extentOf, type TrendSeries, trendFigure } from '../../charts/trend.ts';
import { type Html, html } from '../../markup/html.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import type { AlertFacts } from '../../parts/words/alert-facts.ts';
import { type Mark, markLink, markSign, marksIn, marksOn } from '../../parts/words/marks.ts';
import { missingOn, observedIn } from '../../parts/words/observed.ts';
import type { AlertRow, ChangeRow, TrendRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import { NO_WINDOW } from '../../visit/window.ts';

/** Days of the chart before the alert. */
const DAYS_BEFORE = 84;
const DAYS_AFTER = 28;

/** Weekly naming rates around a change of them, for the brand and one competitor, with events. @param start its likely first days */
export async function lineSection(
  visit: Visit,
  alert: AlertRow,
  facts: AlertFacts,
  start: ChangeRow['likely_start'],
): Promise<Html | null> {
  const { engine, current } = facts;
  const found = Date.parse(current.until);
  const from = new Date(found - DAYS_BEFORE * DAY_MS).toISOString();
  const until = new Date(Math.min(visit.now, found + DAYS_AFTER * DAY_MS)).toISOString();
  const { market } = await visit.ofOneMarket();
  const asked = { engine, by: 'week', from, until, market } as const;
  const trend = await visit.report(reports.trend, asked);
  const series = seriesOf(visit, trend.data, facts.competitor);
  if (series.length === 0) return null;
  const name = trend.data[0]?.engine_name ?? engine;
  const observed = await observedIn(visit, trend.meta.window);
  const marks = marksOn(await marksIn(visit, trend.meta.window, observed.outside), engine);
  return html`<section aria-labelledby="line"><h2 id="line">Week by week</h2>
${trendFigure(
  {
    engine: name,
    series,
    marks,
    height: 140,
    missing: missingOn(visit, observed, engine),
    shade: start && { from: start.from, until: new Date(Date.parse(start.until) + DAY_MS).toISOString() },
    caption: html`How often ${name} names each. ${start && 'Shaded: when it most likely began. '} Hatched: not observed. Marked events coincide with the change; they may not have caused it.`,
  },
  copyMenu(visit, {
    name: 'weeks',
    title: `How often ${name} names ${series.map((each) => each.name).join(' and ')}, week by week`,
    csv: visit.to('csv/trend', { ...NO_WINDOW, ...asked }),
    ...extentOf(series),
    about: name,
  }),
)}
${marksLine(visit, alert, marks)}</section>`;
}

/** Series for the brand and for the alert's competitor, or for the competitor that most answers name. */
function seriesOf(visit: Visit, rows: readonly TrendRow[], competitor: string | null): TrendSeries[] {
  const named = new Map<string, number>();
  for (const { role, brand, present } of rows) {
    if (role === 'competitor') named.set(brand, (named.get(brand) ?? 0) + present);
  }
  const [most] = [...named].sort(([, one], [, other]) => other - one);
  const other = competitor ?? most?.[0];
  const shown = [
    rows.filter(({ role }) => role === 'self'),
    rows.filter(({ role, brand }) => role === 'competitor' && brand === other),
  ];
  return shown
    .filter((own) => own.length > 0)
    .map((own) => ({
      name: own[0]?.brand ?? '',
      points: own.map((row) => ({
        ...row,
        href:
          row.responses === 0
            ? null
            : visit.answers({ engine: row.engine, from: row.start, until: row.end, names: filterBrand(row) }),
      })),
    }));
}

function marksLine(visit: Visit, { id }: AlertRow, marks: readonly Mark[]): Html {
  const items = marks.map(
    (mark) =>
      html`<li>${markSign(mark)} ${dayText(mark.at)} ${mark.href === visit.to(`alerts/${id}`) ? 'this alert' : markLink(mark)}</li>`,
  );
  return html`<ul class="mark-line">${items}${visit.mayEdit && html`<li><a href="${visit.to('events')}">Note an event</a></li>`}</ul>`;
}
