import { counted } from '../../../domain/text.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { givenFilesOf } from '../../../pipeline/traffic/log-files.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { dateText, shortDay, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { crawlersSection, visitsSection } from './log-sections.ts';
import { totalsSection } from './log-totals.ts';

export const yourPageRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/your-pages', who: 'viewer', shared: 'your-pages', get: yourPages },
];

/** Pages that the table shows; the rest is in the CSV. */
const MOST_PAGES = 40;
/** Pages in a list below it. */
const MOST_LISTED = 8;

type Funnel = EnvelopeOf<typeof reports.funnel>;
type Row = Funnel['data'][number];

/** Read, cited, visited: the brand's own pages. */
async function yourPages(visit: Visit) {
  const funnel = await visit.figures(reports.funnel, { limit: '200' });
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
${pagesSection(visit, funnel)}
${stateLists(visit, funnel)}`
}
${hasLog ? html`${await crawlersSection(visit)}${await visitsSection(visit)}` : await noLog(visit)}`,
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
  const faulty = data.filter(
    (row) => row.answers_citing_it > 0 && row.faults?.some((fault) => fault !== 'robots'),
  );
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

function pagesSection(visit: Visit, funnel: Funnel): Html {
  const isOfOne = funnel.data.some(({ cited }) => cited !== null);
  const seen = (field: keyof Row) => (row: Row) => (row[field] === null ? UNKNOWN : String(row[field]));
  const hasAnswers = funnel.meta.answers > 0;
  const rows = funnel.data
    .filter((row) => row.answers_citing_it > 0 || (row.visits ?? 0) > 0)
    .slice(0, MOST_PAGES);
  const all = funnel.meta.pages.all;
  return html`<section aria-labelledby="page-by-page"><h2 id="page-by-page">Page by page</h2>
${reportTable(visit, reports.funnel, funnel, {
  caption: 'Your pages: read, cited, visited',
  rows,
  without: [...LEFT_OUT, ...(isOfOne ? [] : (['cited'] as const))],
  instead: {
    page: pageCell,
    ...(hasAnswers ? {} : { answers_citing_it: () => UNKNOWN }),
    crawls_search: seen('crawls_search'),
    crawls_user: seen('crawls_user'),
    crawls_training: seen('crawls_training'),
    visits: seen('visits'),
    first_crawl: (row) => (row.crawls_search === null ? UNKNOWN : shortDayOr(row.first_crawl, 'not seen')),
    first_citation: (row) => shortDayOr(row.first_citation, hasAnswers ? 'never' : 'unknown'),
  },
  more: { label: 'Notes', cell: notes },
})}
${rows.length < all && html`<p class="help">${rows.length} of your ${counted(all, 'page')}: the table has up to ${MOST_PAGES} that answers cite or visits opened, the CSV all.</p>`}
<p class="help">Three instruments, each blind in its own way: Sightline never divides one by another. Search, user, training: what the crawler says it reads for. ${!isOfOne && 'Choose one engine for its share of answers.'}</p></section>`;
}

const UNKNOWN = html`<span class="missing">unknown</span>`;

/** In a cell of their own, or below the table. */
const LEFT_OUT = [
  ...(['refused', 'spoofed', 'unverifiable', 'paid', 'first_visit', 'state', 'faults'] as const),
];

function shortDayOr(day: string | null, none: string): string {
  return day === null ? none : shortDay(day);
}

/** Requests that are in no count, and refusals among those that are. */
function notes({ spoofed, unverifiable, refused }: Row): Html | null {
  const counts = (pairs: readonly (readonly [number | null, string])[]) =>
    pairs.flatMap(([count, word]) => ((count ?? 0) === 0 ? [] : [`${count} ${word}`]));
  const left = counts([
    [unverifiable, 'unverifiable'],
    [spoofed, 'spoofed'],
  ]).join(', ');
  const said = [left === '' ? [] : `left out: ${left}`, counts([[refused, 'refused']])].flat();
  return said.length === 0 ? null : html`<span class="help">${said.join('; ')}</span>`;
}

/** A page with its faults. */
function pageCell({ page: name, url, faults, status }: Row): Html {
  const words = {
    status: status === null ? 'no answer' : String(status),
    noindex: 'noindex',
    robots: 'robots.txt',
  };
  return html`<a class="plain away" href="${url}" rel="noopener nofollow"><bdi>${name}</bdi></a> ${(faults ?? []).map((fault) => html`<span class="chip negative">${words[fault]}</span> `)}`;
}

/** `143 search, 52 user · first read Oct 13` */
function readText({ crawls_search, crawls_user, crawls_training, first_crawl }: Row): string {
  const counts = [
    [crawls_search, 'search'],
    [crawls_user, 'user'],
    [crawls_training, 'training'],
  ] as const;
  const said = counts.flatMap(([count, word]) => ((count ?? 0) > 0 ? [`${count} ${word}`] : []));
  const purposes = said.length === 0 ? 'read for other purposes' : said.join(', ');
  return `${purposes}${first_crawl === null ? '' : ` · first read ${shortDay(first_crawl)}`}`;
}

/** What is known of a page that no answer cites, besides those read. */
function uncitedText(row: Row): string {
  const from = row.listed_at === null ? '' : 'in the sitemap, ';
  if (row.crawls_search === null) return `${from}reads unknown`;
  if (row.state === 'not_crawled_not_cited') return `${from}not read either`;
  return `${from}${row.first_crawl === null ? 'no verified read' : readText(row)}`;
}

function sitemapNote(sitemap: Funnel['meta']['sitemap']): Html {
  if (sitemap === null)
    return html`<p class="help">Pages that nobody read or cited are known once Sightline has read your sitemap: fetch your pages.</p>`;
  const read = `Your sitemap of ${shortDay(sitemap.read_at)} lists ${counted(sitemap.pages, 'page')}`;
  return html`<p class="help">${read}${!sitemap.whole && ', as far as it could be read'}.</p>`;
}

function stateLists(visit: Visit, { data, meta }: Funnel): Html | null {
  const { crawled_not_cited: uncited, cited_not_crawled: unread, cited_not_visited: unvisited } = meta.pages;
  const never = meta.answers === 0 ? 0 : meta.pages.never_cited - uncited;
  if (uncited + unread + unvisited + never === 0) return null;
  const list = (
    id: string,
    title: string,
    total: number,
    { isIn = (row) => row.state === id, said }: { isIn?: (row: Row) => boolean; said: (row: Row) => Content },
  ) =>
    data.some(isIn) &&
    html`<section aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2><span class="help">${total > MOST_LISTED && `${MOST_LISTED} of `}${counted(total, 'page')}</span></div>
<ul class="page-list">${data
      .filter(isIn)
      .slice(0, MOST_LISTED)
      .map(
        (row) => html`<li><span>${pageCell(row)}</span><span class="help">${said(row)}</span></li>`,
      )}</ul></section>`;
  const isNeverCited = (row: Row) => row.answers_citing_it === 0 && row.state !== 'crawled_not_cited';
  const answers = (row: Row) =>
    html`<a class="figure-link" href="${visit.answers({ cites: row.url }, meta)}">${row.answers_citing_it} ${row.answers_citing_it === 1 ? 'answer' : 'answers'}</a>`;
  return html`<div class="page-lists">
${list('crawled_not_cited', 'Read, not cited', uncited, { said: readText })}
${list('cited_not_crawled', 'Cited, not read', unread, { said: answers })}
${list('cited_not_visited', 'Cited, not visited', unvisited, { said: answers })}
${list('never_cited', 'Never cited in this window', never, { isIn: isNeverCited, said: uncitedText })}
</div>
${never > 0 && sitemapNote(meta.sitemap)}
${unread + unvisited > 0 && html`<p class="help">“Not read” and “not visited” are of the ${meta.days.observed + meta.days.partly} of ${meta.days.observed + meta.days.partly + meta.days.not_observed} days that the log has.</p>`}`;
}
