import { BUCKET_UNITS } from '../../../domain/buckets.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { type TrendSeries, trendFigure } from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { rowsOf, type TrendRow } from '../overview/data.ts';

type Unit = (typeof BUCKET_UNITS)[number];

/** How the rate of each engine went, day by day or week by week. */
export const trendRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/trend',
    who: 'viewer',
    shared: 'overview',
    get: async (visit) => {
      const choice = choiceOf(visit);
      const { by } = choice;
      const trend = await rowsOf<TrendRow>(visit, 'trend', { ...visit.window, by });
      return page({
        title: `Trend · ${visit.brand.name}`,
        tab: 'overview',
        hasWindow: true,
        csv: [{ label: 'Trend', href: visit.to('csv/trend', { ...visit.window, by }) }],
        main: html`<header class="page-head">
<h1>How often each engine named ${visit.brand.name}</h1>
<p class="lead">${windowText(trend.meta)}</p>
<p class="muted small">The band is the 95% interval, and the bars below count answers. A gap or a hollow mark has too few answers for a rate; what leads to a ${by} that is not over yet is dashed. Neighbors differ by chance as well: <a href="${visit.to('')}">the overview</a> says which changes exceed noise.</p>
</header>
${form(visit, choice)}
${figures(visit, trend.rows, choice)}`,
      });
    },
  },
];

interface Choice {
  readonly by: Unit;
  readonly hasCompetitors: boolean;
}

/** More days than this are shown by week unless days are asked for. */
const MOST_DAYS = 30;

/** In a year by day, competitors would make the page too large to send. */
const MOST_DAYS_OF_COMPETITORS = 90;

function choiceOf({ query, window }: Visit): Choice {
  const days = Number(window.days);
  const asked = query.get('by');
  const by = BUCKET_UNITS.find((unit) => unit === asked) ?? (days > MOST_DAYS ? 'week' : 'day');
  const fits = by === 'week' || days <= MOST_DAYS_OF_COMPETITORS;
  return { by, hasCompetitors: fits && query.get('competitors') !== 'off' };
}

function form(visit: Visit, { by, hasCompetitors }: Choice): Html {
  const { days, until } = visit.window;
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`;
  return html`<form class="row" method="get">
<input type="hidden" name="days" value="${days}">
${until !== undefined && html`<input type="hidden" name="until" value="${until}">`}
<label>By <select name="by">${BUCKET_UNITS.map((unit) => option(unit, unit, unit === by))}</select></label>
<label>Competitors <select name="competitors">${option('on', 'shown', hasCompetitors)}${option('off', 'hidden', !hasCompetitors)}</select></label>
<button>Show</button>
</form>`;
}

/** More lines than these in one chart cannot be told apart; the others are in the downloads. */
const MOST_COMPETITORS = 6;

function figures(visit: Visit, rows: readonly TrendRow[], { hasCompetitors }: Choice): Content {
  if (rows.length === 0)
    return html`<p class="empty">No engine is asked, and none has answered in this window.</p>`;
  const shown = hasCompetitors ? brandsShown(rows) : new Set<string>();
  return [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => {
    const series = [...Map.groupBy(own, ({ role, brand }) => JSON.stringify([role, brand])).values()]
      .filter(([first]) => first?.role === 'self' || shown.has(first?.brand ?? ''))
      .map((points) => seriesOf(visit, points));
    return html`<section aria-labelledby="engine-${engine}"><h2 id="engine-${engine}">${own[0]?.engine_name}</h2>${trendFigure({ engine: own[0]?.engine_name ?? engine, series })}</section>`;
  });
}

/** The competitors that most answers name: the same, in the same colors, for every engine. */
function brandsShown(rows: readonly TrendRow[]): Set<string> {
  const named = new Map<string, number>();
  for (const { role, brand, present } of rows) {
    if (role === 'competitor') named.set(brand, (named.get(brand) ?? 0) + present);
  }
  const most = [...named].sort(([, a], [, b]) => b - a).slice(0, MOST_COMPETITORS);
  return new Set(most.map(([brand]) => brand));
}

function seriesOf(visit: Visit, rows: readonly TrendRow[]): TrendSeries {
  return {
    name: rows[0]?.brand ?? '',
    points: rows.map((row) => ({
      ...row,
      href:
        row.responses === 0
          ? null
          : visit.answers({ engine: row.engine, from: row.start, until: row.end, names: filterBrand(row) }),
    })),
  };
}
