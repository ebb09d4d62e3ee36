import { BUCKET_UNITS } from '../../../domain/buckets.ts';
import { reports } from '../../../reports/index.ts';
import { choiceOf } from '../../../reports/run/query.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { coincidesNote, untoldNote } from '../../../reports/why.ts';
import { type TrendSeries, trendFigure } from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { eventList, eventsOf } from '../../parts/event-list.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { reportTable } from '../../parts/report-table.ts';
import type { EventRow, TrendRow, WhyRow } from '../../parts/rows.ts';
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
      const { by } = choice;
      const trend = await visit.figures(reports.trend, { by });
      const events = await eventsOf(visit, trend.meta.window);
      return page({
        title: `Trend · ${visit.brand.name}`,
        tab: 'trend',
        figures: [reports.trend],
        csv: [{ label: 'Trend', href: visit.to('csv/trend', { by }) }],
        main: html`<header class="page-head">
<h1>How often each engine named ${visit.brand.name}</h1>
<p class="lead">${windowText(trend.meta)}</p>
<p class="muted small">The band is the 95% interval of <bdi>${visit.brand.name}</bdi>, and the bars below count answers. A gap or a hollow mark has too few answers for a rate; what leads to a ${by} that is not over yet is dashed. Neighbors differ by chance as well: <a href="${visit.to('')}">the overview</a> says which changes exceed noise.</p>
</header>
${form(visit, choice)}
${figures(visit, trend.data, choice, events)}
${await whereSection(visit)}
${eventsSection(visit, events)}`,
      });
    },
  },
];

interface Choice {
  readonly by: Unit;
  readonly hasCompetitors: boolean;
}

/** More days than this are shown by week, unless days are asked for. */
const MOST_DAYS = 30;

/** More days than this are shown by week in any case, unless of one engine: the page would be too large to send. */
const MOST_DAYS_OF_ALL = 90;

/** What the form chose. What it cannot choose is refused, as parameters of reports are. */
function chosenIn({ query, window, choice, now }: Visit): Choice {
  const chosen = <Value extends string>(name: string, allowed: readonly Value[]) => {
    const raw = query.get(name) ?? '';
    return raw === '' ? null : choiceOf(name, allowed, raw);
  };
  const days = daysOf(window, now);
  const asked = chosen('by', BUCKET_UNITS);
  const fits = choice.engine !== null || days <= MOST_DAYS_OF_ALL;
  const by = fits ? (asked ?? (days > MOST_DAYS ? 'week' : 'day')) : 'week';
  return { by, hasCompetitors: chosen('competitors', ['on', 'off']) !== 'off' };
}

function form(visit: Visit, { by, hasCompetitors }: Choice): Html {
  const units = BUCKET_UNITS.map((unit): Option => [unit, unit]);
  const shown: readonly Option[] = [
    ['on', 'shown'],
    ['off', 'hidden'],
  ];
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
<div><label for="by">By</label><select id="by" name="by">${optionList(units, by)}</select></div>
<div><label for="competitors">Competitors</label><select id="competitors" name="competitors">${optionList(shown, hasCompetitors ? 'on' : 'off')}</select></div>
<button>Show</button>
</form>
${by === 'week' && visit.choice.engine === null && daysOf(visit.window, visit.now) > MOST_DAYS_OF_ALL && html`<p class="muted small">A year is shown by week. By day, choose one engine.</p>`}`;
}

/** More lines than these in one chart cannot be distinguished; the others are in the downloads. */
const MOST_COMPETITORS = 6;

/** More figures than this, each with its link, make a page of more than 60 kB. */
const MOST_FIGURES = 1500;

function figures(
  visit: Visit,
  rows: readonly TrendRow[],
  { hasCompetitors }: Choice,
  events: readonly EventRow[],
): Content {
  if (rows.length === 0)
    return html`<p class="empty">No engine is asked, and none has answered in this window.</p>`;
  const shown = hasCompetitors ? brandsShown(rows) : new Set<string>();
  const left = hasCompetitors ? competitorsIn(rows) - shown.size : 0;
  const drawn = [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => {
    const series = [...Map.groupBy(own, ({ role, brand }) => JSON.stringify([role, brand])).values()]
      .filter(([first]) => first?.role === 'self' || shown.has(first?.brand ?? ''))
      .map((points) => seriesOf(visit, points));
    return html`<section aria-labelledby="engine-${engine}"><h2 id="engine-${engine}">${own[0]?.engine_name}</h2>${trendFigure({ engine: own[0]?.engine_name ?? engine, series, events })}</section>`;
  });
  return [
    left > 0 &&
      html`<p class="muted small">With the ${shown.size} competitors that most answers name; ${left} more are in the download.</p>`,
    drawn,
  ];
}

const TERM_NAMES: Readonly<Record<WhyRow['term'], string>> = {
  change: 'Change',
  questions_added: 'Questions added',
  questions_removed: 'Questions removed',
  questions_replaced: 'Other questions',
  question_mix: 'How often each is asked',
  model_mix: 'Which models answer',
  rate: 'Rate',
  cited_share: 'How often it is cited',
  rate_where_cited: 'Rate where it is cited',
  rate_elsewhere: 'Rate elsewhere',
  reading: 'Reading',
  not_told: 'Not told from noise',
};

/** Where the change since the window before is, question by question. Share links have none of it: it quotes questions. */
async function whereSection(visit: Visit): Promise<Html | null> {
  if (visit.viewer.kind !== 'user') return null;
  const why = await visit.figures(reports.why, { by: 'question' });
  return html`<section aria-labelledby="where"><h2 id="where">Where the change is</h2>
<p class="help">Against the window before, of the same length: ${windowText({ window: why.meta.earlier })}. The rows of an engine add up to its change; what cannot be told from noise is one of them. They say where the change is, not what caused it.</p>
${reportTable(visit, reports.why, why, { caption: 'The change of each engine, and its parts', instead: { term: ({ term }) => TERM_NAMES[term] } })}
${[untoldNote(why.data), coincidesNote(why.data, why.meta.coincides_with)].map((note) => note !== '' && html`<p class="help">${note}</p>`)}
<p><a href="${visit.to('csv/why', { by: 'question' })}">Download</a></p></section>`;
}

/** What the marks in the charts stand for. */
function eventsSection(visit: Visit, events: readonly EventRow[]): Html | null {
  if (visit.viewer.kind !== 'user') return null;
  return html`<section aria-labelledby="events"><h2 id="events">Events</h2>
<p class="help">Marked in the charts. They coincide with what is drawn there; nothing says that they caused it. <a href="${visit.to('events')}">${visit.mayEdit ? 'Note an event' : 'All events'}</a></p>
${eventList(visit, events) ?? html`<p class="empty">No events in this window.</p>`}</section>`;
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
