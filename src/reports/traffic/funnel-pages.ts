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
import { countPageCrawls, type PageCrawls } from '../../storage/traffic/read-crawls.ts';
import { countVisits } from '../../storage/traffic/read-visits.ts';
import { LONGEST_PAGE } from '../../traffic/counted.ts';
import { loggedPage } from '../../traffic/logged-page.ts';
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
  /** Null if the log has nothing of its host, or if counts of logs keep its address without some of its parameters. */
  readonly crawls: PageCrawls | null;
  readonly visits: { readonly visits: number; readonly paid: number } | null;
  readonly citing: number;
  readonly facts: FetchedPage | null;
}

/** Own pages that answers cite, that a verified crawler found or was refused, that a visit opened, or that Sightline fetched. */
export async function ownPages(
  context: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  log: LogWindow,
): Promise<OwnPage[]> {
  const cited = await citedPages(context, answers);
  const facts = await fetchedPages(context);
  const { crawls, visits } = await loggedPages(context, log);
  const read = [...crawls.values()].filter((each) => each.served + each.refused > 0).map(({ page }) => page);
  const pages = new Set([...cited.keys(), ...read, ...visits.keys(), ...facts.keys()]);
  const hosts = new Set([...crawls.keys(), ...visits.keys()].map(hostOfKey));
  // A log without crawlers and visits still is one. Where it has some, another host of the brand's has a log of its own.
  const hasLog = (page: string) =>
    isKnown(log) && (hosts.size === 0 || hosts.has(hostOfKey(page))) && loggedPage(page) === page;
  return [...pages].map((page) => ({
    page,
    url:
      cited.get(page)?.url ??
      (facts.has(page) ? pageAddressOf(facts.get(page)?.url ?? '') : addressOfPage(page)),
    crawls: hasLog(page) ? (crawls.get(page) ?? { ...NO_CRAWLS, page }) : null,
    visits: hasLog(page) ? (visits.get(page) ?? NO_VISITS) : null,
    citing: cited.get(page)?.answers ?? 0,
    facts: facts.get(page) ?? null,
  }));
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

async function citedPages({ db, brand }: Pick<ReportContext, 'db' | 'brand'>, answers: CountedAnswers) {
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

async function loggedPages({ db, brand }: Pick<ReportContext, 'db' | 'brand'>, { days }: LogWindow) {
  const crawls = await countPageCrawls(db, brand.id, days, { tokens: TOKENS, limit: MOST_PAGES });
  const visits = new Map<string, { visits: number; paid: number }>();
  for (const { page, ...counted } of await countVisits(db, brand.id, 'page', { days, product: null })) {
    if (page === null || page === '') continue;
    const before = visits.get(page) ?? NO_VISITS;
    visits.set(page, { visits: before.visits + counted.visits, paid: before.paid + counted.paid });
  }
  return { crawls: new Map(crawls.map((each) => [each.page, each])), visits };
}
