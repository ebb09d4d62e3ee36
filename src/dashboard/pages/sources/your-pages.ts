import { counted } from '../../../domain/text.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { givenFilesOf } from '../../../pipeline/traffic/log-files.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { partsOf } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { choices } from '../../parts/form/choices.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { breakable } from '../../parts/table/web-page.ts';
import { dateText, shortDay, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { crawlersSection, visitsSection } from './log-sections.ts';
import { totalsSection } from './log-totals.ts';
import { type ShareEngine, shareEngine } from './share-engine.ts';

export const yourPageRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/your-pages', who: 'viewer', shared: 'your-pages', get: yourPages },
];

/** Pages that the table shows; the rest is in the CSV. */
const MOST_PAGES = 40;

type Funnel = EnvelopeOf<typeof reports.funnel>;
type Row = Funnel['data'][number];

/** Read, cited, visited: the brand's own pages. */
async function yourPages(visit: Visit) {
  const engine = await shareEngine(visit);
  const share = engine === null ? {} : { share_on: engine.slug };
  const funnel = await visit.figures(reports.funnel, { limit: '200', ...share });
  const hasLog = funnel.meta.days.observed + funnel.meta.days.partly > 0;
  return page({
    title: `Your pages · ${visit.brand.name}`,
    figures: [reports.funnel],
    csv: ['funnel', 'crawls', 'visits'].map((name) => ({
      label: CSV_NAMES[name] ?? name,
      href: visit.to(`csv/${name}`),
    })),
    main: html`<header class="page-head">
<h1>${headline(funnel)}</h1>
<p class="lead">${windowText(funnel.meta)}</p>
</header>
${
  funnel.data.length === 0
    ? emptyState(
        visit,
        `${funnel.meta.answers === 0 ? 'No answer came' : 'No answer cites a page of yours'} in this window, and no log has ${funnel.meta.answers === 0 ? 'a page of yours' : 'one'}.`,
      )
    : html`${await totalsSection(visit)}
${pagesSection(visit, funnel, engine)}`
}
${hasLog ? html`${await crawlersSection(visit)}${await visitsSection(visit)}` : await noLog(visit)}
${await ownPagesSection(visit)}`,
  });
}

const CSV_NAMES: Readonly<Record<string, string>> = {
  funnel: 'Your pages',
  crawls: 'Crawlers',
  visits: 'Visits',
};

/** `Engines cite 7 of your 23 pages; 2 of these have a fault.` */
function headline({ data, meta: { answers, pages } }: Funnel): string {
  if (pages.all === 0) return 'Your pages';
  if (answers === 0)
    return `No answers: which of your ${counted(pages.all, 'page')} engines cite is unknown.`;
  const faulty = data.filter(isFailing);
  const cited = `Engines cite ${pages.all - pages.never_cited} of your ${counted(pages.all, 'page')}`;
  return faulty.length === 0
    ? `${cited}.`
    : `${cited}; ${faulty.length} of these ${faulty.length === 1 ? 'has a fault' : 'have faults'}.`;
}

/** Why the window has no log: none was given, none of the site, or one of other days. */
async function noLog(visit: Visit): Promise<Html> {
  const files = (await givenFilesOf(visit.db, visit.brand.id, MOST_FILES)).filter(
    ({ kind }) => kind === 'log' || kind === 'drain',
  );
  const days = files.flatMap(({ firstDay, lastDay }) => [firstDay ?? [], lastDay ?? []].flat());
  const text = (day: number) => dateText(new Date(day * DAY_MS));
  const has =
    days.length > 0
      ? `Your site’s log has days from ${text(Math.min(...days))} to ${text(Math.max(...days))}, and none of this window`
      : files.length > 0
        ? 'What was given has no line of your site'
        : 'Your site has no log yet';
  return html`<section aria-labelledby="no-log"><h2 id="no-log">Crawlers and visits</h2>
<p class="help">${has}, so nothing is known of crawlers and visits here. <a href="${visit.to('logs')}">Logs and files</a></p></section>`;
}

const MOST_FILES = 100;

/** The filters of the table, by the address's `show`. */
const FILTERS: readonly {
  readonly value: string;
  readonly label: string;
  readonly has: (row: Row) => boolean;
  readonly count: (pages: Funnel['meta']['pages']) => number | null;
}[] = [
  {
    value: '',
    label: 'Cited',
    has: (row) => row.answers_citing_it > 0,
    count: (pages) => pages.all - pages.never_cited,
  },
  { value: 'failing', label: 'Cited and failing', has: isFailing, count: () => null },
  {
    value: 'never_cited',
    label: 'Never cited',
    has: (row) => row.answers_citing_it === 0,
    count: (pages) => pages.never_cited,
  },
  ...(
    [
      ['crawled_not_cited', 'Read, not cited'],
      ['cited_not_crawled', 'Cited, not read'],
      ['cited_not_visited', 'Cited, not visited'],
    ] as const
  ).map(([value, label]) => ({
    ...{ value, label },
    has: ({ state }: Row) => state === value,
    count: (pages: Funnel['meta']['pages']) => pages[value],
  })),
  { value: 'all', label: 'All', has: () => true, count: ({ all }) => all },
];

/** Whether answers cite a page that is broken or hidden. What robots.txt keeps from some crawlers is a choice. */
function isFailing({ answers_citing_it: citing, faults }: Row): boolean {
  return citing > 0 && (faults ?? []).some((fault) => fault !== 'robots');
}

function pagesSection(visit: Visit, funnel: Funnel, engine: ShareEngine | null): Html {
  const { answers, pages } = funnel.meta;
  const filters = FILTERS.filter(({ value }) => answers > 0 || value === 'all')
    .map((each) => ({ ...each, count: each.count(pages) ?? funnel.data.filter(each.has).length }))
    .filter(({ count }) => count > 0);
  const absences = filters.filter(({ value }) => value.startsWith('cited_not_'));
  const chosen = filters.find(({ value }) => value === (visit.query.get('show') ?? '')) ?? filters[0];
  const found = funnel.data
    .filter((row) => chosen?.has(row) ?? true)
    .toSorted((one, other) => Number(isFailing(other)) - Number(isFailing(one)));
  const rows = found.slice(0, MOST_PAGES);
  const all = chosen?.count ?? rows.length;
  const host = mainHost(rows);
  return html`<section aria-labelledby="page-by-page"><h2 id="page-by-page">Page by page</h2>
<div class="filters">${choices(visit, { name: 'show', label: 'Pages', of: filters, chosen: chosen?.value ?? '' })}${engine?.chips}</div>
${reportTable(visit, reports.funnel, funnel, {
  caption: 'Your pages: read, cited, visited',
  rows,
  without: [...LEFT_OUT, ...(engine === null ? (['cited'] as const) : [])],
  labels: {
    page: host === null ? 'Page' : `Page of ${host}`,
    answers_citing_it: 'Answers citing it',
    cited: `Share, ${engine?.name ?? ''}`,
    first_crawl: 'First read → first cited',
  },
  instead: {
    page: (row) => pageCell(row, host),
    ...(answers === 0 ? { answers_citing_it: () => UNKNOWN } : {}),
    ...(engine && { cited: (row) => shareOf(visit, funnel, engine, row) }),
    ...Object.fromEntries(COUNTS.map((field) => [field, (row: Row) => row[field] ?? UNKNOWN])),
    first_crawl: (row) => firstDays(row, answers > 0),
  },
  ...(rows.some((row) => notes(row) !== null) && { more: { label: 'Notes', cell: notes } }),
})}
${rows.length < all && html`<p class="help">${rows.length} of ${counted(all, 'page')}: the CSV has all.</p>`}
<p class="help">Three instruments, each blind in its own way: Sightline never divides one by another. Search, user, training: what the crawler says it reads for. ${absences.length > 0 && html`${absences.map(({ label }) => `“${label}”`).join(' and ')}: in the days that the log has. `}${sitemapText(funnel.meta)}</p></section>`;
}

const UNKNOWN = html`<span class="missing">unknown</span>`;

/** Of the log, which may not have the page's host. */
const COUNTS = ['crawls_search', 'crawls_user', 'crawls_training', 'visits'] as const;

/** In a cell of their own, or filters. */
const LEFT_OUT = [
  ...(['refused', 'spoofed', 'unverifiable', 'paid', 'first_visit', 'first_citation'] as const),
  ...(['lag_days', 'state', 'faults'] as const),
];

/** The host of most of these pages, which their addresses need not repeat. */
function mainHost(rows: readonly Row[]): string | null {
  const byHost = [...Map.groupBy(rows, ({ page: name }) => name.split('/', 1)[0] ?? '')];
  return byHost.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}

/** An engine's share of answers that cite a page. */
function shareOf(visit: Visit, { meta }: Funnel, { slug }: ShareEngine, { cited, url }: Row): Html {
  if (cited === null) return html`–`;
  const { counts, percent, aside } = partsOf(cited);
  const text = html`<b>${percent ?? counts}</b>${percent !== null && html` <small>${aside}</small>`}`;
  if (cited.present === 0) return text;
  return html`<a class="figure-link" href="${visit.answers({ engine: slug, cites: url }, meta)}" title="${counts}, ${aside}">${text}</a>`;
}

/** `Nov 4 → Nov 9 · 5 days` */
function firstDays(row: Row, hasAnswers: boolean): Content {
  const { first_crawl: read, first_citation: cited, lag_days: lag } = row;
  if (read === null && cited === null) return row.crawls_search === null ? UNKNOWN : 'neither';
  const readText = read === null ? (row.crawls_search === null ? 'unknown' : 'not seen') : shortDay(read);
  const citedText = cited === null ? (hasAnswers ? 'never' : 'unknown') : shortDay(cited);
  return html`${readText} → ${citedText}${lag !== null && html` <small>· ${counted(lag, 'day')}</small>`}`;
}

/** Requests that are in no count, refusals among those that are, and what knows a page that no answer cites. */
function notes({
  spoofed,
  unverifiable,
  refused,
  listed_at: listed,
  answers_citing_it: citing,
}: Row): Html | null {
  const counts = (pairs: readonly (readonly [number | null, string])[]) =>
    pairs.flatMap(([count, word]) => ((count ?? 0) === 0 ? [] : [`${count} ${word}`]));
  const left = counts([
    [unverifiable, 'unverifiable'],
    [spoofed, 'spoofed'],
  ]).join(', ');
  const said = [
    left === '' ? [] : `left out: ${left}`,
    counts([[refused, 'refused']]),
    listed !== null && citing === 0 ? 'in the sitemap' : [],
  ].flat();
  return said.length === 0 ? null : html`<span class="help">${said.join('; ')}</span>`;
}

/** A page with its faults. @param host left out of its address */
function pageCell({ page: name, url, faults, status }: Row, host: string | null): Html {
  const words = {
    status: status === null ? 'no answer' : String(status),
    noindex: 'noindex',
    robots: 'closed to some crawlers',
  };
  const path = name === host ? '/' : name.startsWith(`${host}/`) ? name.slice(host?.length) : name;
  return html`<a class="plain away" href="${url}" rel="noopener nofollow">${breakable(path)}</a> ${(faults ?? []).map((fault) => html`<span class="chip${fault !== 'robots' && ' negative'}">${words[fault]}</span> `)}`;
}

function sitemapText({ sitemap }: Funnel['meta']): string {
  if (sitemap === null)
    return 'Pages that nobody read or cited are known once Sightline has read your sitemap: fetch your pages.';
  const read = `Your sitemap of ${shortDay(sitemap.read_at)} lists ${counted(sitemap.pages, 'page')}`;
  return `${read}${sitemap.whole ? '' : ', as far as it could be read'}; others count once they are read or cited.`;
}
