import { reports } from '../../../reports/index.ts';
import { someDays } from '../../charts/day-bars.ts';
import { dayText } from '../../charts/days.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { type Cell, type Coverage, cellSection } from './cell-section.ts';

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
  const letters = lettersOf(coverage.data);
  const chosen = coverage.data.find((cell) => idOf(cell) === visit.query.get('cell'));
  return page({
    title: `Coverage · ${visit.brand.name}`,
    tab: 'coverage',
    figures: [reports.coverage],
    csv: [{ label: 'Coverage', href: visit.to('csv/coverage') }],
    main: html`<header class="page-head">
<h1>${headline(instruments)}</h1>
<p class="lead">${windowText(coverage.meta)}</p>
</header>
${(['engine', 'log', 'file'] as const).map((kind) => group(visit, kind, instruments, letters, chosen))}
${legend()}
<div class="page-lists">${chosen && cellSection(visit, coverage, chosen)}${outsideSection(coverage.data, letters)}</div>`,
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
  const isWithout = log !== undefined && missing.length >= log.cells.length - 1;
  const gaps =
    missing.length === 0
      ? []
      : [
          isWithout
            ? 'your site has no log of these days'
            : `your site’s log has no line of ${someDays(missing)}`,
        ];
  const said = [...silent.slice(0, 2), ...gaps].join(', and ');
  return said === '' ? 'Every day was observed.' : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The last day with an answer, if nothing was answered on the last finished days; null otherwise. */
function silentSince(cells: readonly Cell[]): string | null {
  const asked = cells.filter(({ state, reason }) => state !== null && reason !== 'The day is not over.');
  const last = asked.findLastIndex(({ answered }) => (answered ?? 0) > 0);
  return last >= 0 && last < asked.length - 1 ? (asked[last]?.day ?? null) : null;
}

/** A letter for each outside change, in the order of days. */
function lettersOf(cells: readonly Cell[]): ReadonlyMap<string, string> {
  const changed = cells
    .flatMap(({ day, outside }) => outside.map(({ what }) => ({ day, what })))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  return new Map([...new Set(changed.map(({ what }) => what))].map((what, place) => [what, letter(place)]));
}

const LETTERS = 26;

/** A, B, … Z, A2, … */
function letter(place: number): string {
  const round = Math.floor(place / LETTERS);
  return `${String.fromCharCode('A'.charCodeAt(0) + (place % LETTERS))}${round === 0 ? '' : round + 1}`;
}

const GROUPS = { engine: 'Engines', log: 'Your site', file: 'Files' } as const;

function group(
  visit: Visit,
  kind: keyof typeof GROUPS,
  instruments: readonly Instrument[],
  letters: ReadonlyMap<string, string>,
  chosen: Cell | undefined,
): Html | null {
  const own = instruments.filter((each) => each.kind === kind);
  if (own.length === 0) return null;
  return html`<section class="coverage" aria-labelledby="of-${kind}"><h2 id="of-${kind}">${GROUPS[kind]}</h2>
${kind === 'engine' && dates(own[0]?.cells ?? [])}
${own.map(
  ({ name, cells }) => html`<div class="coverage-row"><h3>${name}</h3>
<ol>${cells.map((cell) => cellOf(visit, cell, letters, cell === chosen))}</ol>
<p class="help"><b>${observedText(cells)}</b> ${missingText(cells)}</p></div>`,
)}</section>`;
}

/** More days take several lines, above which no date would stand. */
const MOST_DATED = 31;

/** The days above the cells, for eyes: each cell says its own. */
function dates(cells: readonly Cell[]): Html | null {
  if (cells.length > MOST_DATED) return null;
  const days = cells.map(({ day }, place) => {
    const [month, date] = dayText(day).split(' ');
    return html`<li>${(place === 0 || date === '1') && html`<b>${month}</b>`} ${date}</li>`;
  });
  return html`<div class="coverage-row coverage-dates" aria-hidden="true"><span></span><ol>${days}</ol></div>`;
}

const WORDS = {
  observed: 'observed',
  partly: 'partly observed',
  not_observed: 'not observed',
  changed_outside: 'observed, changed from outside',
} as const;

function cellOf(visit: Visit, cell: Cell, letters: ReadonlyMap<string, string>, isChosen: boolean): Html {
  const words = cell.state === null ? 'not asked' : WORDS[cell.state];
  const label = [`${dayText(cell.day)}: ${words}`, cell.reason ?? '']
    .filter((each) => each !== '')
    .join('. ');
  const [change] = cell.outside;
  const mark = change === undefined ? '' : html`<b>${letters.get(change.what)}</b>`;
  const href = here(visit, { cell: idOf(cell) });
  return html`<li class="cell ${cell.state ?? 'unasked'}"><a href="${`${href}#cell`}" aria-label="${label}" title="${label}"${isChosen && html` aria-current="true"`}>${mark}</a></li>`;
}

function observedText(cells: readonly Cell[]): string {
  const days = cells.filter(({ state }) => state !== null && state !== 'not_observed').length;
  return days === 0 ? 'none' : `${days} ${days === 1 ? 'day' : 'days'}`;
}

function missingText(cells: readonly Cell[]): string {
  const missing = cells.filter(({ state }) => state === 'not_observed').map(({ day }) => day);
  const [failed, planned] = [sum(cells.map((each) => each.failed)), sum(cells.map((each) => each.planned))];
  const since = cells.find(({ state }) => state !== null)?.day;
  return [
    missing.length > 0 && missing.length < cells.length ? `nothing of ${someDays(missing)}` : '',
    failed > 0 ? `${failed} of ${planned} answers missing` : '',
    since !== undefined && cells[0]?.state === null ? `asked since ${dayText(since)}` : '',
  ]
    .filter((each) => each !== '')
    .join('; ');
}

function sum(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((all, each) => all + (each ?? 0), 0);
}

function legend(): Html {
  const states = ['observed', 'partly', 'not_observed', 'unasked'] as const;
  const words = { ...WORDS, not_observed: 'not observed: missing, not zero', unasked: 'not asked' };
  return html`<ul class="coverage-legend">${states.map((state) => html`<li><span class="cell ${state}"></span> ${words[state]}</li>`)}<li><span class="cell changed_outside"><b>A</b></span> changed from outside</li></ul>`;
}

function outsideSection(cells: readonly Cell[], letters: ReadonlyMap<string, string>): Html {
  const changes = [...letters].map(([what, mark]) => {
    const on = cells.filter(({ outside }) => outside.some((each) => each.what === what));
    const source = on[0]?.outside.find((each) => each.what === what)?.source ?? null;
    return { what, mark, source, day: on[0]?.day ?? '', names: [...new Set(on.map(({ name }) => name))] };
  });
  return html`<section aria-labelledby="outside"><h2 id="outside">Changed from outside</h2>
${
  changes.length === 0
    ? html`<p class="empty">Nothing that Sightline knows of in this window.</p>`
    : html`<ul class="page-list">${changes.map(
        ({ what, mark, source, day, names }) =>
          html`<li><span><b class="letter">${mark}</b> ${dayText(day)} <b>${names.join(', ')}</b></span><span>${what}${source !== null && html` <a href="${source}" rel="noreferrer">Source</a>`}</span></li>`,
      )}</ul>`
}
<p class="help">A change of your figures beside one of these came after it, which does not make it the cause.</p></section>`;
}
