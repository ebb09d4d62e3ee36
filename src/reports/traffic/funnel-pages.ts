import { CRAWLERS } from '../../domain/web/crawlers.ts';
import { hostOf } from '../../domain/web/host.ts';
import { pageAddressOf, pageKeyOf } from '../../domain/web/page.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import { siteOf } from '../../domain/web/site.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { countPages } from '../../panel/counts/cited/pages.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listMostCited } from '../../storage/answers/lookups.ts';
import { listPagesOfSites } from '../../storage/site/page-facts.ts';
import type { StoredSitemap } from '../../storage/site/sitemaps.ts';
import { countPageCrawls, type PageCrawls } from '../../storage/traffic/read-crawls.ts';
import { countVisits } from '../../storage/traffic/read-visits.ts';
import { LONGEST_PAGE } from '../../traffic/counted.ts';
import { loggedPage } from '../../traffic/logged-page.ts';
import { pathClassOf } from '../../traffic/path-class.ts';
import type { ReportContext } from '../shape/report.ts';
import { isKnown, type LogWindow } from './log-window.ts';
import { addressOfPage } from './page-text.ts';

/** Pages that a report reads at most from the log, and from answers. */
const MOST_PAGES = 10_000;

/** One of the brand's own pages, and what each instrument has of it in the window. */
export interface OwnPage {
  /** Its key, cut as in a log's counts. */
  readonly page: string;
  readonly url: string;
  /**
   * Null if the log has nothing of its host, does not count it one by one, or keeps its address without some of its parameters.
   */
  readonly crawls: PageCrawls | null;
  readonly visits: { readonly visits: number; readonly paid: number } | null;
  readonly citing: number;
  readonly facts: FetchedPage | null;
  /** When its site's sitemap listed it, UTC milliseconds. */
  readonly listedAt: number | null;
}

/** What other reports know of own pages. */
export interface KnownPages {
  readonly log: LogWindow;
  /** Keys of pages that files of engines name. */
  readonly given: readonly string[];
  readonly sitemaps: readonly StoredSitemap[];
}

/**
 * Own pages that answers cite, that a verified crawler found or was refused, that a visit opened, that Sightline fetched, or that a
 * sitemap or an engine's file names.
 */
export async function ownPages(
  context: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  { log, given, sitemaps }: KnownPages,
): Promise<OwnPage[]> {
  const cited = await citedPages(context, answers);
  const facts = await fetchedPages(context);
  const isOnHost = isOwn(context.brand);
  const isOnOwn = (page: string) => isOnHost(hostOfKey(page));
  const listed = listedPages(isOnOwn, sitemaps);
  const { read, logged } = await loggedPages(context, log);
  const named = given.filter(isOnOwn);
  const pages = new Set([...cited.keys(), ...read, ...facts.keys(), ...listed.keys(), ...named]);
  return [...pages].map((page) => ({
    page,
    url:
      cited.get(page)?.url ??
      (facts.has(page) ? pageAddressOf(facts.get(page)?.url ?? '') : addressOfPage(page)),
    ...logged(page),
    citing: cited.get(page)?.answers ?? 0,
    facts: facts.get(page) ?? null,
    listedAt: listed.get(page) ?? null,
  }));
}

/** When own pages were listed, by key. Of a host that is the brand's no more, a sitemap has none. */
function listedPages(isOnOwn: (page: string) => boolean, sitemaps: readonly StoredSitemap[]) {
  return new Map(
    sitemaps.flatMap(({ pages, fetchedAt }) =>
      pages.filter(isOnOwn).map((page) => [page.slice(0, LONGEST_PAGE), fetchedAt]),
    ),
  );
}

const NO_CRAWLS = {
  verified: 0,
  training: 0,
  search: 0,
  user: 0,
  served: 0,
  refused: 0,
  spoofed: 0,
  unverifiable: 0,
};
const NO_VISITS = { visits: 0, paid: 0 };

function hostOfKey(page: string): string {
  return page.split(/[/?]/, 1)[0] ?? page;
}

/** A URL's key as a log's counts have it. */
function keyOf(url: string): string {
  return (pageKeyOf(url) ?? url).slice(0, LONGEST_PAGE);
}

function isOwn({ tracked }: ReportContext['brand']): (host: string) => boolean {
  const owners = ownersAmong(tracked.filter(({ role }) => role === 'self'));
  return (host) => owners(host).length > 0;
}

/** Own pages that answers cite, by key. */
export async function citedPages(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
) {
  const counts = await countPages(answers, { isOnHost: isOwn(brand), limit: MOST_PAGES });
  const pages = await listMostCited(db, brand.id, counts, MOST_PAGES);
  return new Map(pages.map((each) => [keyOf(each.url), each]));
}

async function fetchedPages({ db, brand }: Pick<ReportContext, 'db' | 'brand'>) {
  const own = brand.tracked.filter(({ role }) => role === 'self').flatMap(({ hosts }) => hosts);
  const pages = await listPagesOfSites(db, brand.id, [...new Set(own.map(siteOf))]);
  const isOnOwn = isOwn(brand);
  return new Map(
    pages.filter(({ url }) => isOnOwn(hostOf(url) ?? '')).map((page) => [keyOf(page.url), page]),
  );
}

const tokensFor = (purpose: string) =>
  CRAWLERS.filter((each) => each.purpose === purpose).map(({ token }) => token);
const TOKENS = { training: tokensFor('training'), search: tokensFor('search'), user: tokensFor('user') };

/** What the log has of pages, by key, and the pages that it knows. */
async function loggedPages({ db, brand }: Pick<ReportContext, 'db' | 'brand'>, log: LogWindow) {
  const { days } = log;
  const counted = await countPageCrawls(db, brand.id, days, { tokens: TOKENS, limit: MOST_PAGES });
  const crawls = new Map(counted.map((each) => [each.page, each]));
  const visits = new Map<string, { visits: number; paid: number }>();
  for (const { page, ...own } of await countVisits(db, brand.id, 'page', { days, product: null })) {
    const before = visits.get(page ?? '') ?? NO_VISITS;
    visits.set(page ?? '', { visits: before.visits + own.visits, paid: before.paid + own.paid });
  }
  // A page may be among those that count together, or beyond the most that are read.
  const none = {
    crawls: crawls.has('') || counted.length >= MOST_PAGES ? null : NO_CRAWLS,
    visits: visits.has('') ? null : NO_VISITS,
  };
  for (const each of [crawls, visits]) each.delete('');
  const hosts = new Set([...crawls.keys(), ...visits.keys()].map(hostOfKey));
  // A log without crawlers and visits still is one. Where it has some, another host of the brand's has a log of its own.
  const has = (page: string) =>
    isKnown(log) && (hosts.size === 0 || hosts.has(hostOfKey(page))) && isLogged(page);
  const read = counted.filter((each) => each.page !== '' && each.served + each.refused > 0);
  return {
    read: [...read.map(({ page }) => page), ...visits.keys()],
    logged: (page: string) =>
      has(page)
        ? {
            crawls: crawls.get(page) ?? (none.crawls && { ...none.crawls, page }),
            visits: visits.get(page) ?? none.visits,
          }
        : { crawls: null, visits: null },
  };
}

/** Whether the log would count a request for the page under its key, and as one for content. */
function isLogged(page: string): boolean {
  return loggedPage(page) === page && pathClassOf(page.slice(hostOfKey(page).length) || '/') === 'content';
}
