import { reports } from '../../../reports/index.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { coincidesNote, untoldNote } from '../../../reports/why.ts';
import { asTable } from '../../charts/figure.ts';
import { type RateFigure, rateText } from '../../charts/rates.ts';
import {
  extentOf,
  type TrendSeries,
  trendCaption,
  trendChart,
  trendPieces,
  trendTable,
} from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { copied } from '../../parts/copied.ts';
import { type Mark, markList, marksIn, marksOn } from '../../parts/marks.ts';
import { reportTable } from '../../parts/report-table.ts';
import type { TrendRow } from '../../parts/rows.ts';
import { TERM_NAMES } from '../../parts/term-names.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { trendChoice } from './trend-choice.ts';
import { toggles } from './trend-toggles.ts';

/** How the rate of each engine went, week by week or day by day. */
export const trendRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/trend',
    who: 'viewer',
    shared: 'overview',
    get: async (visit) => {
      const choice = await trendChoice(visit);
      const { by } = choice;
      const trend = await visit.figures(reports.trend, { by });
      const engines = new Set<string>(trend.data.map(({ engine }) => engine));
      const marks = (await marksIn(visit, trend.meta.window)).filter(
        ({ engine }) => engine === null || engines.has(engine),
      );
      const shown = marks.filter(({ isAlert }) => !choice.without.has(isAlert ? 'alerts' : 'events'));
      const lines = linesOf(trend.data);
      return page({
        title: `Trend · ${visit.brand.name}`,
        tab: 'trend',
        figures: [reports.trend],
        csv: [{ label: 'Trend', href: visit.to('csv/trend', { by }) }],
        main: html`<div id="trend">
<header class="page-head">
<h1>${headline(visit, trend.data, marks)}</h1>
</header>
${toggles(visit, { ...choice, lines, marks })}
<p class="help">Band: 95% interval of <bdi>${visit.brand.name}</bdi>. Bars below: answers of a ${by}. A gap or a hollow mark has too few for a rate; what leads to a ${by} that is not over yet is dashed. Same scale in every panel, on days of UTC.${linesLeft(trend.data, lines)}</p>
${await panels(visit, trend.data, { by, lines: lines.filter((name) => !choice.hidden.has(name)), all: lines, marks: shown })}
<div class="columns">
${markList(visit, marks)}
<section aria-labelledby="read"><h2 id="read">Read a panel</h2>
<p class="help">Neighbors differ by chance as well. Overlapping bands are no proof of sameness, and lines that cross are no proof of a change: ${comparisonsLink(visit)} say which changes exceed noise.</p>
${tables(visit, trend.data, lines)}
${await whereDrawer(visit)}</section>
</div></div>`,
      });
    },
  },
];

function comparisonsLink(visit: Visit): Content {
  const href = visit.to('comparisons');
  return href === null ? 'alerts' : html`<a href="${href}">the comparisons</a>`;
}

/** What alerts say of how often the brand is named; a line alone says nothing of a change. */
function headline({ brand }: Visit, rows: readonly TrendRow[], marks: readonly Mark[]): string {
  const engines = new Set(rows.map(({ engine }) => engine));
  const told = marks.filter(({ rise, holds }) => rise !== null && holds);
  const newest = [...new Map(told.map((mark) => [mark.engine, mark])).values()];
  if (newest.length === 0) return `How often each engine named ${brand.name}: no alert holds in these days`;
  const says = newest.map(
    ({ engineName, rise }) => `${engineName} names ${brand.name} ${rise ? 'more' : 'less'} often`,
  );
  const others = engines.size - newest.length;
  const rest =
    others < 1 ? '' : `; on ${others === 1 ? 'the other engine' : `the other ${others}`} no alert holds`;
  return `${says.join(', ')}${rest}`;
}

/** More lines than these in one chart cannot be distinguished; the others are in the downloads. */
const MOST_COMPETITORS = 6;

/** More figures than this, each with its link, make a page of more than 60 kB. */
const MOST_FIGURES = 1500;

/** The competitors that most answers name, as far as there is room: the same, in the same colors, for every engine. */
function linesOf(rows: readonly TrendRow[]): string[] {
  const named = new Map<string, number>();
  for (const { role, brand, present } of rows) {
    if (role === 'competitor') named.set(brand, (named.get(brand) ?? 0) + present);
  }
  const own = rows.filter(({ role }) => role === 'self').length;
  const room = Math.floor(MOST_FIGURES / own) - 1;
  const most = [...named].sort(([, a], [, b]) => b - a);
  return most.slice(0, Math.max(0, Math.min(MOST_COMPETITORS, room))).map(([brand]) => brand);
}

function linesLeft(rows: readonly TrendRow[], lines: readonly string[]): string {
  const all = new Set(rows.filter(({ role }) => role === 'competitor').map(({ brand }) => brand)).size;
  return all === lines.length ? '' : ` ${all - lines.length} more competitors are in the download.`;
}

interface Drawn {
  readonly by: 'day' | 'week';
  /** The competitors whose lines are shown. */
  readonly lines: readonly string[];
  /** All that have one, by whose place each has its color. */
  readonly all: readonly string[];
  readonly marks: readonly Mark[];
}

/** One panel for each engine, all on one scale. */
async function panels(visit: Visit, rows: readonly TrendRow[], drawn: Drawn): Promise<Html> {
  if (rows.length === 0)
    return html`<p class="empty">No engine is asked, and none has answered in this window.</p>`;
  const { data: rates, meta } = await visit.figures(reports.visibility);
  const { by } = drawn;
  const shown = [...byEngine(rows)].map(([engine, own]) => {
    const series = seriesOf(visit, own, drawn);
    const name = own[0]?.engine_name ?? engine;
    const rate = rates.engines.find((row) => row.engine === engine);
    const href = visit.answers({ engine, names: 'self' }, meta);
    const parts = { engine: name, series, marks: marksOn(drawn.marks, engine), height: PANEL };
    const { id, menu } = copied(visit, {
      name: `trend-${engine}`,
      title: trendCaption(name, series),
      csv: visit.to('csv/trend', { by, engine }),
      ...extentOf(series),
      about: name,
    })({ pieces: trendPieces(parts) });
    return html`<figure class="chart panel" id="${id}" aria-labelledby="engine-${engine}"><div class="panel-head"><h2 id="engine-${engine}">${name}</h2> ${rate && html`<a class="figure-link small" href="${href}">${shortRate(rate)}</a>`}</div>
<figcaption class="unseen">${trendCaption(name, series)}</figcaption>
${trendChart(parts)}<div class="under">${menu}</div></figure>`;
  });
  return html`<div class="panels">${shown}</div>`;
}

const PANEL = 136;

/** Of the questions that are asked alone: panels have little room. */
function shortRate({ present, responses, rate, interval, min_sample }: RateFigure): string {
  return rateText({ present, responses, rate, interval, min_sample });
}

function byEngine(rows: readonly TrendRow[]): Map<string, TrendRow[]> {
  return Map.groupBy(rows, ({ engine }) => engine);
}

/** The brand itself, and the competitors that are shown. */
function seriesOf(
  visit: Visit,
  rows: readonly TrendRow[],
  { lines, all }: Pick<Drawn, 'lines' | 'all'>,
): TrendSeries[] {
  const own = Map.groupBy(rows, ({ role, brand }) => JSON.stringify([role, brand]));
  return [...own.values()].flatMap((points) => {
    const [first] = points;
    if (first === undefined || (first.role !== 'self' && !lines.includes(first.brand))) return [];
    const look = first.role === 'self' ? 0 : all.indexOf(first.brand) + 1;
    return [{ name: first.brand, look, points: points.map((row) => ({ ...row, href: hrefOf(visit, row) })) }];
  });
}

function hrefOf(visit: Visit, row: TrendRow): string | null {
  if (row.responses === 0) return null;
  return visit.answers({ engine: row.engine, from: row.start, until: row.end, names: filterBrand(row) });
}

/** Every figure of the panels, for who would rather read. */
function tables(visit: Visit, rows: readonly TrendRow[], lines: readonly string[]): Html | null {
  if (rows.length === 0) return null;
  const own = [...byEngine(rows).values()].map(
    (each) =>
      html`<h3>${each[0]?.engine_name}</h3>${trendTable(seriesOf(visit, each, { lines, all: lines }))}`,
  );
  return html`<div class="chart">${asTable(html`${own}`)}</div>`;
}

/** Where the change since the window before is, question by question. Share links have none of it: it quotes questions. */
async function whereDrawer(visit: Visit): Promise<Html | null> {
  if (visit.viewer.kind !== 'user') return null;
  const why = await visit.figures(reports.why, { by: 'question' });
  return html`<details class="figures" id="where"><summary>Where the change since the window before is</summary>
<p class="help">Against the window before, of the same length: ${windowText({ window: why.meta.earlier })}. The rows of an engine add up to its change; what cannot be told from noise is one of them. They say where the change is, not what caused it.</p>
${reportTable(visit, reports.why, why, { caption: 'The change of each engine, and its parts', instead: { term: ({ term }) => TERM_NAMES[term] } })}
${[untoldNote(why.data), coincidesNote(why.data, why.meta.coincides_with)].map((note) => note !== '' && html`<p class="help">${note}</p>`)}
<p><a href="${visit.to('csv/why', { by: 'question' })}">Download</a></p></details>`;
}
