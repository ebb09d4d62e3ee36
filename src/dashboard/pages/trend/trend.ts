import { mixedChangeOn, mixedWindow } from '../../../domain/alerts/change.ts';
import { changeLine, mixedNote, mixedShare } from '../../../domain/alerts/change-words.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { BUCKET_UNITS } from '../../../domain/time/buckets.ts';
import { coincidesNote, noChangeNote } from '../../../reports/alerts/why.ts';
import { reports } from '../../../reports/index.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import { choiceOf } from '../../../reports/run/query.ts';
import { filterBrand } from '../../../reports/shape/columns.ts';
import { asTable } from '../../charts/figure.ts';
import { type RateFigure, rateText } from '../../charts/rates.ts';
import {
  extentOf,
  seriesClass,
  type TrendSeries,
  trendCaption,
  trendChart,
  trendTable,
} from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowDays } from '../../parts/words/engines-now.ts';
import { type Mark, markList, marksIn, marksOn } from '../../parts/words/marks.ts';
import { missingOn, type ObservedDays, observedIn } from '../../parts/words/observed.ts';
import type { ChangeRow, TrendRow } from '../../parts/words/rows.ts';
import { TERM_NAMES } from '../../parts/words/term-names.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { daysOf } from '../../visit/window.ts';

/** Each engine's rate by week or day. */
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
      const changes = await namingChanges(visit, engines);
      const observed = await observedIn(visit, trend.meta.window);
      const marks = (await marksIn(visit, trend.meta.window, observed.outside)).filter(
        (mark) => mark.engines.length === 0 || mark.engines.some((engine) => engines.has(engine)),
      );
      const shown = marks.filter(({ kind }) => !choice.without.has(MARK_NAMES[kind]));
      const lines = linesOf(trend.data);
      return page({
        title: `Trend · ${visit.brand.name}`,
        figures: [reports.trend],
        csv: [{ label: 'Trend', href: visit.to('csv/trend', { by }) }],
        main: html`<div id="trend">
<header class="page-head">
<h1>${headline(visit, changes)}</h1>
</header>
${toggles(visit, { ...choice, lines, marks })}
<p class="help">Band: 95% interval of <bdi>${visit.brand.name}</bdi>. Bars: answers per ${by}. Gaps and hollow marks: too few for a rate. Hatched: ${hatchedText(visit)}. Dashed: the current ${by}. Adjacent points differ by chance too; ${comparisonsLink(visit)} say which changes exceed noise.${linesLeft(trend.data, lines)}</p>
${await panels(visit, trend.data, { by, lines: lines.filter((name) => !choice.hidden.has(name)), all: lines, marks: shown, observed, changes })}
${markList(visit, marks)}
${tables(visit, trend.data, lines)}
${await whereDrawer(visit, changes)}</div>`,
      });
    },
  },
];

/** The marks' names in the address and on their switches. */
const MARK_NAMES = { alert: 'alerts', event: 'events', outside: 'from outside' } as const;

function hatchedText(visit: Visit): Content {
  const href = visit.to('coverage');
  return href === null ? 'not observed' : html`<a href="${href}">not observed</a>`;
}

function comparisonsLink(visit: Visit): Content {
  const href = visit.to('comparisons');
  return href === null ? 'alerts' : html`<a href="${href}">all checks</a>`;
}

/** The changes of naming rates; a line alone proves none. */
async function namingChanges(visit: Visit, engines: ReadonlySet<string>): Promise<ChangeRow[]> {
  if (!visit.mayOpen('alerts')) return [];
  const { market } = await visit.ofOneMarket();
  const { data } = await visit.report(reports.changes, {
    measure: 'visibility',
    market,
    over_from: windowDays(visit).from,
  });
  return data.filter(({ engine }) => engines.has(engine));
}

function headline({ brand: { name }, now }: Visit, changes: readonly ChangeRow[]): string {
  const held = changes.filter(({ state }) => state === 'holds');
  if (held.length === 0) return `How often each engine named ${name}`;
  return held.map((change) => changeLine(change, { brand: name, now })).join(' ');
}

/** More lines look alike; the downloads have all. */
const MOST_COMPETITORS = 6;

/** More linked figures exceed 60 kB per page. */
const MOST_FIGURES = 1500;

/** The most frequent competitors that fit, with the same colors on every engine. */
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
  /** Visible competitors. */
  readonly lines: readonly string[];
  /** All charted competitors; the index sets the color. */
  readonly all: readonly string[];
  readonly marks: readonly Mark[];
  readonly observed: ObservedDays;
  readonly changes: readonly ChangeRow[];
}

/** One panel per engine, on one scale. */
async function panels(visit: Visit, rows: readonly TrendRow[], drawn: Drawn): Promise<Html> {
  if (rows.length === 0)
    return html`<p class="empty">No engine is set up, and none has answered in this window.</p>`;
  const { data: rates, meta } = await visit.figures(reports.visibility);
  const { by } = drawn;
  const shown = [...byEngine(rows)].map(([engine, own]) => {
    const series = seriesOf(visit, own, drawn);
    const name = own[0]?.engine_name ?? engine;
    const rate = rates.engines.find((row) => row.engine === engine);
    const href = visit.answers({ engine, names: 'self' }, meta);
    const missing = missingOn(visit, drawn.observed, engine);
    const parts = { engine: name, series, marks: marksOn(drawn.marks, engine), height: PANEL, missing };
    const { id, menu } = copyMenu(visit, {
      name: `trend-${engine}`,
      title: trendCaption(name, series),
      csv: visit.to('csv/trend', { by, engine }),
      ...extentOf(series),
      about: name,
    });
    return html`<figure class="chart panel" id="${id}" aria-labelledby="engine-${engine}"><div class="panel-head"><h2 id="engine-${engine}">${name}</h2> ${rate && html`<a class="figure-link small" href="${href}">${panelRate(visit, rate, drawn.changes)}</a>`}</div>
<figcaption class="unseen">${trendCaption(name, series)}</figcaption>
${trendChart(parts)}<div class="under">${menu}</div></figure>`;
  });
  return html`<div class="panels">${shown}</div>`;
}

const PANEL = 136;

/** A panel's rate in short, because panels are narrow; of a window that mixes two levels, both. */
function panelRate(
  { window, now }: Visit,
  { engine, present, responses, rate, interval, min_sample }: RateFigure & { readonly engine: string },
  changes: readonly ChangeRow[],
): string {
  const { period, meta } = resolvedWindow(window, now);
  const change = mixedChangeOn(changes, engine, period);
  const mixed = change && mixedShare(change, { present, responses, rate, days: meta.window_days }, now);
  return mixed ?? rateText({ present, responses, rate, interval, min_sample });
}

function byEngine(rows: readonly TrendRow[]): Map<string, TrendRow[]> {
  return Map.groupBy(rows, ({ engine }) => engine);
}

/** The brand and visible competitors. */
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

/** All figures as tables. */
function tables(visit: Visit, rows: readonly TrendRow[], lines: readonly string[]): Html | null {
  if (rows.length === 0) return null;
  const own = [...byEngine(rows).values()].map(
    (each) =>
      html`<h3>${each[0]?.engine_name}</h3>${trendTable(seriesOf(visit, each, { lines, all: lines }))}`,
  );
  return html`<div class="chart">${asTable(html`${own}`)}</div>`;
}

/** Decomposes the difference to the previous window by question. Client links omit it, because it quotes questions. */
async function whereDrawer(visit: Visit, changes: readonly ChangeRow[]): Promise<Html | null> {
  if (visit.viewer.kind !== 'user') return null;
  const why = await visit.figures(reports.why, { by: 'question' });
  const { period } = resolvedWindow(visit.window, visit.now);
  const reading = { brand: visit.brand.name, now: visit.now };
  const mixed = changes.filter((each) => mixedWindow(each, period)).map((each) => mixedNote(each, reading));
  return html`<details class="figures" id="where"><summary>Parts of each difference to the window before</summary>
<p class="help">This window against ${windowText({ window: why.meta.earlier })}. ${mixed.join(' ')} An engine’s rows add up to its difference; one row sums parts within noise. They locate it, not its cause.</p>
${reportTable(visit, reports.why, why, { caption: 'The difference on each engine, and its parts', instead: { term: ({ term }) => TERM_NAMES[term] } })}
${[noChangeNote(why.data), coincidesNote(why.data, why.meta.coincides_with)].map((note) => note !== '' && html`<p class="help">${note}</p>`)}
<p><a href="${visit.to('csv/why', { by: 'question' })}">Download</a></p></details>`;
}

interface Toggles extends TrendChoice {
  readonly lines: readonly string[];
  readonly marks: readonly Mark[];
}

/** Links that switch days or weeks, competitors, and marks. */
function toggles(visit: Visit, { by, hidden, without, lines, marks }: Toggles): Html {
  const units = BUCKET_UNITS.map((unit) => toggle(here(visit, { by: unit }), unit === by, unit));
  const own = html`<span class="toggle on">${key(0)} <bdi>${visit.brand.name}</bdi></span>`;
  const others = lines.map((name, place) => {
    const isOn = !hidden.has(name);
    return toggle(
      here(visit, { hide: switched(hidden, name) }),
      isOn,
      html`${key(place + 1)} <bdi>${name}</bdi>`,
    );
  });
  const kinds = Object.entries(MARK_NAMES).flatMap(([kind, name]) => {
    const count = marks.filter((mark) => mark.kind === kind).length;
    if (count === 0) return [];
    return [
      toggle(here(visit, { without: switched(without, name) }), !without.has(name), `${name} ${count}`),
    ];
  });
  return html`<div class="toggles"><span>By</span>${units}<span>Lines</span>${own}${others}${kinds.length > 0 && html`<span>Marks</span>${kinds}`}${visit.mayEdit && html`<a class="button add-mark" href="${visit.to('events')}">Note an event</a>`}</div>`;
}

/** A toggle link, which works in place with scripts. */
function toggle(href: string, isOn: boolean, content: Content): Html {
  return html`<a class="toggle${isOn && ' on'}" href="${href}" data-swap="#trend"${isOn && html` aria-current="true"`}>${content}</a>`;
}

function switched(all: ReadonlySet<string>, name: string): string[] {
  return all.has(name) ? [...all].filter((each) => each !== name) : [...all, name];
}

function key(look: number): Html {
  return html`<svg width="22" height="8" aria-hidden="true"><g class="series ${seriesClass(look)}"><line class="line" x1="0" x2="22" y1="4" y2="4"/></g></svg>`;
}

type Unit = (typeof BUCKET_UNITS)[number];

interface TrendChoice {
  readonly by: Unit;
  /** Hidden competitors. */
  readonly hidden: ReadonlySet<string>;
  /** Hidden kinds of marks. */
  readonly without: ReadonlySet<string>;
}

/** Longest window by day, if days have enough answers for a rate. */
const SHORT_DAYS = 14;

/** Beyond this, weeks, unless for one engine: the page would grow too large. */
const MOST_DAYS_OF_ALL = 90;

/** The address's choice. Invalid values are refused, as in reports. */
async function trendChoice(visit: Visit): Promise<TrendChoice> {
  const { query, window, choice, now } = visit;
  const asked = query.get('by') ? choiceOf('by', BUCKET_UNITS, query.get('by') ?? '') : null;
  const days = daysOf(window, now);
  const fits = choice.engine !== null || days <= MOST_DAYS_OF_ALL;
  const usual = days <= SHORT_DAYS && (await isEnough(visit, days)) ? 'day' : 'week';
  return {
    by: fits ? (asked ?? usual) : 'week',
    hidden: new Set(query.getAll('hide')),
    without: new Set(query.getAll('without')),
  };
}

/** Whether an engine has enough daily answers for a rate. */
async function isEnough(visit: Visit, days: number): Promise<boolean> {
  const counts = await visit.chosenCounts();
  return Math.max(0, ...(counts?.answers.values() ?? [])) >= MIN_SAMPLE * days;
}
