import { BUCKET_UNITS } from '../../../domain/buckets.ts';
import { ENGINE_SLUGS, ENGINES } from '../../../domain/engine.ts';
import { reports } from '../../../reports/index.ts';
import { choiceOf } from '../../../reports/run/query.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { type TrendSeries, trendFigure } from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { type Option, optionList } from '../../parts/field.ts';
import type { TrendRow } from '../../parts/rows.ts';
import { hiddenSlice } from '../../parts/slice-hidden.ts';
import { windowFields } from '../../parts/window-fields.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { daysOf } from '../../window.ts';

type Unit = (typeof BUCKET_UNITS)[number];

/** How the rate of each engine went, day by day or week by week. */
export const trendRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/trend',
    who: 'viewer',
    shared: 'overview',
    get: async (visit) => {
      const choice = chosenIn(visit);
      const { by, engine } = choice;
      const asked = { ...(await visit.chosen()), by, ...(engine === null ? {} : { engine }) };
      const trend = await visit.report(reports.trend, asked);
      return page({
        title: `Trend · ${visit.brand.name}`,
        tab: 'overview',
        hasWindow: true,
        csv: [{ label: 'Trend', href: visit.to('csv/trend', asked) }],
        main: html`<header class="page-head">
<h1>How often each engine named ${visit.brand.name}</h1>
<p class="lead">${windowText(trend.meta)}</p>
<p class="muted small">The band is the 95% interval of <bdi>${visit.brand.name}</bdi>, and the bars below count answers. A gap or a hollow mark has too few answers for a rate; what leads to a ${by} that is not over yet is dashed. Neighbors differ by chance as well: <a href="${visit.to('')}">the overview</a> says which changes exceed noise.</p>
</header>
${form(visit, choice)}
${figures(visit, trend.data, choice)}`,
      });
    },
  },
];

interface Choice {
  readonly by: Unit;
  /** The only engine; null for every one. */
  readonly engine: string | null;
  readonly hasCompetitors: boolean;
}

/** More days than this are shown by week, unless days are asked for. */
const MOST_DAYS = 30;

/** More days than this are shown by week in any case, unless of one engine: the page would be too large to send. */
const MOST_DAYS_OF_ALL = 90;

/** What the form chose. What it cannot choose is refused, as parameters of reports are. */
function chosenIn({ query, window, now }: Visit): Choice {
  const chosen = <Value extends string>(name: string, allowed: readonly Value[]) => {
    const raw = query.get(name) ?? '';
    return raw === '' ? null : choiceOf(name, allowed, raw);
  };
  const days = daysOf(window, now);
  const engine = chosen('engine', ENGINE_SLUGS);
  const asked = chosen('by', BUCKET_UNITS);
  const fits = engine !== null || days <= MOST_DAYS_OF_ALL;
  const by = fits ? (asked ?? (days > MOST_DAYS ? 'week' : 'day')) : 'week';
  return { by, engine, hasCompetitors: chosen('competitors', ['on', 'off']) !== 'off' };
}

function form(visit: Visit, { by, engine, hasCompetitors }: Choice): Html {
  const units = BUCKET_UNITS.map((unit): Option => [unit, unit]);
  const engines: readonly Option[] = [['', 'each'], ...ENGINES.map(({ slug, name }): Option => [slug, name])];
  const shown: readonly Option[] = [
    ['on', 'shown'],
    ['off', 'hidden'],
  ];
  return html`<form class="filter-form" method="get">
${windowFields(visit.window)}${hiddenSlice(visit.slice)}
<div><label for="by">By</label><select id="by" name="by">${optionList(units, by)}</select></div>
<div><label for="engine">Engine</label><select id="engine" name="engine">${optionList(engines, engine ?? '')}</select></div>
<div><label for="competitors">Competitors</label><select id="competitors" name="competitors">${optionList(shown, hasCompetitors ? 'on' : 'off')}</select></div>
<button>Show</button>
</form>
${by === 'week' && engine === null && daysOf(visit.window, visit.now) > MOST_DAYS_OF_ALL && html`<p class="muted small">A year is shown by week. By day, choose one engine.</p>`}`;
}

/** More lines than these in one chart cannot be distinguished; the others are in the downloads. */
const MOST_COMPETITORS = 6;

/** More figures than this, each with its link, make a page of more than 60 kB. */
const MOST_FIGURES = 1500;

function figures(visit: Visit, rows: readonly TrendRow[], { hasCompetitors }: Choice): Content {
  if (rows.length === 0)
    return html`<p class="empty">No engine is asked, and none has answered in this window.</p>`;
  const shown = hasCompetitors ? brandsShown(rows) : new Set<string>();
  const left = hasCompetitors ? competitorsIn(rows) - shown.size : 0;
  const drawn = [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => {
    const series = [...Map.groupBy(own, ({ role, brand }) => JSON.stringify([role, brand])).values()]
      .filter(([first]) => first?.role === 'self' || shown.has(first?.brand ?? ''))
      .map((points) => seriesOf(visit, points));
    return html`<section aria-labelledby="engine-${engine}"><h2 id="engine-${engine}">${own[0]?.engine_name}</h2>${trendFigure({ engine: own[0]?.engine_name ?? engine, series })}</section>`;
  });
  return [
    left > 0 &&
      html`<p class="muted small">With the ${shown.size} competitors that most answers name; ${left} more are in the download.</p>`,
    drawn,
  ];
}

function competitorsIn(rows: readonly TrendRow[]): number {
  return new Set(rows.filter(({ role }) => role === 'competitor').map(({ brand }) => brand)).size;
}

/** The competitors that most answers name, as far as there is room: the same, in the same colors, for every engine. */
function brandsShown(rows: readonly TrendRow[]): Set<string> {
  const named = new Map<string, number>();
  for (const { role, brand, present } of rows) {
    if (role === 'competitor') named.set(brand, (named.get(brand) ?? 0) + present);
  }
  const room = Math.floor(MOST_FIGURES / rows.filter(({ role }) => role === 'self').length) - 1;
  const most = [...named]
    .sort(([, a], [, b]) => b - a)
    .slice(0, Math.max(0, Math.min(MOST_COMPETITORS, room)));
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
