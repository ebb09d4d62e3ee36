import { reports } from '../../../reports/index.ts';
import { NOT_OVER } from '../../../reports/traffic/coverage.ts';
import { someDays } from '../../charts/day-bars.ts';
import { dayText } from '../../charts/days.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { type Cell, type OutsideChange, outsideChangesOf } from '../../parts/words/outside.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { type Coverage, cellSection } from './cell-section.ts';

export const coverageRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/coverage', who: 'viewer', get: coveragePage },
];

/** An instrument's cells, oldest first. */
interface Instrument {
  readonly id: string;
  readonly kind: Cell['kind'];
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** Which days may be trusted: each instrument day by day, one cell, and what changed from outside. */
async function coveragePage(visit: Visit) {
  const coverage = await visit.figures(reports.coverage);
  const instruments = instrumentsIn(coverage);
  const changes = outsideChangesOf(coverage.data);
  const days = new Set(coverage.data.map(({ day }) => day)).size;
  const chosen = coverage.data.find((cell) => idOf(cell) === visit.query.get('cell'));
  return page({
    title: `Coverage · ${visit.brand.name}`,
    figures: [reports.coverage],
    csv: [{ label: 'Coverage', href: visit.to('csv/coverage') }],
    main: html`<header class="page-head">
<h1>${headline(instruments)}</h1>
<p class="lead">${windowText(coverage.meta)}. A day that is missing is in no figure, and is not zero.</p>
${days > MOST_DRAWN && html`<p class="help">Drawn are the newest ${MOST_DRAWN} of ${days} days. The CSV has all.</p>`}
</header>
${(['engine', 'log', 'file'] as const).map((kind) => group(visit, kind, instruments, changes, chosen))}
${legend()}
<div class="page-lists">${chosen && cellSection(visit, coverage, chosen)}${outsideSection(visit, changes)}</div>`,
  });
}

function instrumentsIn({ data }: Coverage): Instrument[] {
  const byId = Map.groupBy(data, ({ instrument, market }) => `${instrument} ${market ?? ''}`);
  const markets = new Set(data.flatMap(({ market }) => market ?? []));
  return [...byId].flatMap(([id, cells]) => {
    const [first] = cells;
    if (first === undefined) return [];
    const name = markets.size > 1 && first.market !== null ? `${first.name}, ${first.market}` : first.name;
    return [{ id, kind: first.kind, name, cells }];
  });
}

function idOf({ instrument, market, day }: Cell): string {
  return [instrument, market ?? '', day].join('~');
}

/** A silent engine, then a log with gaps, or that nothing is missing. */
function headline(instruments: readonly Instrument[]): string {
  const silent = instruments.flatMap(({ kind, name, cells }) => {
    const since = kind === 'engine' ? silentSince(cells) : null;
    return since === null ? [] : [`${name} has not answered since ${dayText(since)}`];
  });
  const [log] = instruments.filter(({ kind }) => kind === 'log');
  const missing = (log?.cells ?? []).filter(({ state }) => state === 'not_observed').map(({ day }) => day);
  const isWithout = log?.cells.every(({ state }) => state === null || state === 'not_observed') ?? false;
  const gaps =
    missing.length === 0
      ? []
      : [
          isWithout
            ? 'your site has no log of these days'
            : `your site’s log has no line of ${someDays(missing)}`,
        ];
  const isPartly = instruments.some(({ cells }) => cells.some(({ failed }) => (failed ?? 0) > 0));
  const said = [...silent.slice(0, 2), ...gaps].join(', and ');
  if (said === '') return isPartly ? 'No day is missing, but some answers are.' : 'Every day was observed.';
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The last day with an answer, if nothing was answered on the last finished days; null otherwise. */
function silentSince(cells: readonly Cell[]): string | null {
  const asked = cells.filter(({ state, reason }) => state !== null && reason !== NOT_OVER);
  const last = asked.findLastIndex(({ answered }) => (answered ?? 0) > 0);
  return last >= 0 && last < asked.length - 1 ? (asked[last]?.day ?? null) : null;
}

const GROUPS = { engine: 'Engines', log: 'Your site', file: 'Files' } as const;

function group(
  visit: Visit,
  kind: keyof typeof GROUPS,
  instruments: readonly Instrument[],
  changes: readonly OutsideChange[],
  chosen: Cell | undefined,
): Html | null {
  const own = instruments.filter((each) => each.kind === kind);
  if (own.length === 0) return null;
  const drawn = own.map((each) => ({ ...each, drawn: each.cells.slice(-MOST_DRAWN) }));
  const isLong = (drawn[0]?.drawn.length ?? 0) > MOST_IN_LINE;
  return html`<section class="coverage${isLong && ' long'}" aria-labelledby="of-${kind}"><h2 id="of-${kind}">${GROUPS[kind]}</h2>
${dates(drawn[0]?.drawn ?? [])}
${drawn.map(
  ({ name, cells, drawn: shown }) => html`<div class="coverage-row"><h3>${name}</h3>
<ol>${shown.map((cell) => cellOf(visit, cell, changes, cell === chosen))}</ol>
<p class="help"><b>${observedText(cells)}</b>${missingText(cells)}</p></div>`,
)}</section>`;
}

/** More days take several lines, each with its first date. */
const MOST_IN_LINE = 31;
/** A quarter. More would be too many to look at. */
const MOST_DRAWN = 92;

/** The days above the cells, for eyes: each cell says its own. */
function dates(cells: readonly Cell[]): Html | null {
  if (cells.length > MOST_IN_LINE) return null;
  const days = cells.map(({ day }, place) => {
    const [month, date] = dayText(day).split(' ');
    return html`<li>${(place === 0 || date === '1') && html`<b>${month}</b>`} ${date}</li>`;
  });
  return html`<div class="coverage-row coverage-dates" aria-hidden="true"><ol>${days}</ol></div>`;
}

const WORDS = {
  observed: 'observed',
  partly: 'partly observed',
  not_observed: 'not observed',
  changed_outside: 'observed, changed from outside',
} as const;

function cellOf(visit: Visit, cell: Cell, changes: readonly OutsideChange[], isChosen: boolean): Html {
  const words = cell.state === null ? 'not asked' : WORDS[cell.state];
  const day = dayText(cell.day);
  const title = [`${day}: ${words}`, cell.reason ?? ''].filter((each) => each !== '').join('. ');
  const [first, ...others] = changes.filter(({ what }) => cell.outside.some((each) => each.what === what));
  const mark = first && html`<b aria-hidden="true">${first.letter}${others.length > 0 && '+'}</b>`;
  const href = here(visit, { cell: idOf(cell) });
  return html`<li class="day-cell ${cell.state ?? 'unasked'}" data-day="${day}"><a href="${`${href}#cell`}" title="${title}"${isChosen && html` aria-current="true"`}>${mark}</a></li>`;
}

/** `26 of 28 days`, without a day that is not over. */
function observedText(cells: readonly Cell[]): string {
  const days = cells.filter(({ state }) => state !== null && state !== 'not_observed').length;
  const all = cells.filter(({ kind, state }) => kind === 'engine' || state !== null).length;
  return `${days} of ${all} ${all === 1 ? 'day' : 'days'}`;
}

function missingText(cells: readonly Cell[]): string {
  const daysIn = (wanted: Cell['state']) =>
    cells.filter(({ state }) => state === wanted).map(({ day }) => day);
  const [missing, partly] = [daysIn('not_observed'), cells[0]?.kind === 'log' ? daysIn('partly') : []];
  const [failed, planned] = [sum(cells.map((each) => each.failed)), sum(cells.map((each) => each.planned))];
  const known = cells.filter(({ state }) => state !== null).length;
  const since = cells.find(({ state }) => state !== null)?.day;
  return [
    since === undefined ? 'not asked' : '',
    missing.length > 0 && missing.length < known ? `nothing of ${someDays(missing)}` : '',
    partly.length > 0 ? `${someDays(partly)} partly` : '',
    failed > 0 ? `${failed} of ${planned} answers missing` : '',
    since !== undefined && cells[0]?.state === null ? `asked since ${dayText(since)}` : '',
  ]
    .filter((each) => each !== '')
    .map((each) => ` · ${each}`)
    .join('');
}

function sum(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((all, each) => all + (each ?? 0), 0);
}

function legend(): Html {
  const states = ['observed', 'partly', 'not_observed', 'unasked'] as const;
  const words = {
    ...WORDS,
    not_observed: 'not observed: missing, not zero',
    unasked: 'not asked, or not over',
  };
  return html`<ul class="coverage-legend">${states.map((state) => html`<li><span class="day-cell ${state}"></span> ${words[state]}</li>`)}<li><span class="day-cell changed_outside"><b>A</b></span> changed from outside</li></ul>`;
}

function outsideSection(visit: Visit, changes: readonly OutsideChange[]): Html {
  return html`<section aria-labelledby="outside"><div class="section-head"><h2 id="outside">Changed from outside</h2>${visit.mayEdit && html`<a class="small" href="${visit.to('events')}">Note what you know</a>`}</div>
${
  changes.length === 0
    ? html`<p class="empty">Nothing that Sightline knows of in this window.</p>`
    : html`<ul class="outside-list">${changes.map(
        ({ letter, what, source, day, names }) =>
          html`<li><b class="letter">${letter}</b><time datetime="${day}">${dayText(day)}</time><b>${names.join(', ')}</b><span>${what}${source !== null && html` <a href="${source}" rel="noopener nofollow" class="away">Source</a>`}</span></li>`,
      )}</ul>`
}
<p class="help">A change of your figures beside one of these came after it, which does not make it the cause.</p></section>`;
}
