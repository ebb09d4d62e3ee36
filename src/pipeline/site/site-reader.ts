import { SightlineError } from '../../domain/errors.ts';
import { AI_CRAWLERS } from '../../domain/web/crawlers.ts';
import { hostOf, hostOfDomain } from '../../domain/web/host.ts';
import { pageKeyOf } from '../../domain/web/page.ts';
import { siteOf } from '../../domain/web/site.ts';
import { LinkedPages } from '../../propose/next-pages.ts';
import { type PageReading, readPage } from '../../propose/page-reading.ts';
import type { Reach } from '../reach/checked-request.ts';
import { type FetchOptions, fetchPage } from './fetch-page.ts';
import { HostQueue } from './host-queue.ts';
import { readSitemap, type Sitemap } from './read-sitemap.ts';
import { mayRead, type Robots, readRobots } from './robots.ts';
import { isHtmlPage, type ReadPage, type SiteReading } from './site-reading.ts';
import { disallowedReason, unreadReason } from './unread-reason.ts';

/** Most pages read per site. */
export const MOST_PAGES = 30;

/** A person waits for the result. After this time, the reading uses the pages it has. */
const DEADLINE_MS = 25_000;

/** Nobody waits for a sitemap. */
const SITEMAP_DEADLINE_MS = 120_000;

export interface SiteReader {
  /**
   * Reads up to 30 pages that best describe what a site sells, one at a time, as its robots.txt allows. Stores
   * nothing.
   *
   * @param domain a host or page address, as a person types it
   * @throws SightlineError `invalid_argument` if it is no domain or its first page is unreadable; the message gives
   *   the reason
   */
  read(domain: string, stop: AbortSignal): Promise<SiteReading>;

  /** Reads these pages one at a time, as each host's robots.txt allows. Follows redirects anywhere. */
  readEach(urls: readonly string[], stop: AbortSignal): AsyncIterable<ReadPage>;

  /**
   * Reads the sitemap that a site's robots.txt names, or /sitemap.xml.
   *
   * @param domain as for `read`
   * @returns null if it could not be read, which says nothing of the site
   */
  readSitemap(domain: string, isOwn: (host: string) => boolean, stop: AbortSignal): Promise<Sitemap | null>;
}

/** Reads a page; null if that takes too much time or memory. */
export type ReadHtml = (html: string, url: string) => Promise<PageReading | null>;

export interface SiteReaderOptions {
  readonly reach: Reach;
  /** Where it may be slow; by default, here. */
  readonly readHtml?: ReadHtml;
  readonly deadlineMs?: number;
  readonly pageDeadlineMs?: number;
}

/** A site reader that never fetches two pages from one host at once, for all its callers. */
export function siteReaderWith({
  reach,
  readHtml = async (html, url) => readPage(html, url),
  deadlineMs = DEADLINE_MS,
  pageDeadlineMs,
}: SiteReaderOptions): SiteReader {
  const turns = new HostQueue();
  const visitUntil = (stop: AbortSignal) =>
    new Visit({ reach, turns, readHtml, stop, ...(pageDeadlineMs && { deadlineMs: pageDeadlineMs }) });
  const within = (milliseconds: number, stop: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(milliseconds), stop]);
  return {
    read: async (domain, stop) =>
      await visitUntil(within(deadlineMs, stop)).read(startsOf(domain), deadlineMs),
    readSitemap: async (domain, isOwn, stop) =>
      await visitUntil(within(SITEMAP_DEADLINE_MS, stop)).sitemap(startsOf(domain), isOwn),
    readEach: async function* (urls, stop) {
      const visit = visitUntil(stop);
      for (const url of urls) {
        if (stop.aborted) return;
        const page = await visit.page(url, () => true);
        if (stop.aborted) return;
        yield page;
      }
    },
  };
}

/** Start addresses to try, the likeliest first. @throws SightlineError `invalid_argument` */
function startsOf(domain: string): string[] {
  const typed = domain.trim();
  const host = hostOfDomain(typed);
  if (host === null) {
    throw new SightlineError(
      'invalid_argument',
      `“${typed.slice(0, 80)}” is not a domain. Type one, such as example.com.`,
    );
  }
  if (/^https?:\/\//i.test(typed)) return [new URL(typed).href];
  const { hostname, pathname, search } = new URL(`https://${typed}`);
  const page = `${pathname}${search}`;
  return [`https://${hostname}${page}`, `https://www.${host}${page}`, `http://${hostname}${page}`];
}

/** Tokens of the crawlers that a robots.txt keeps from a page. */
function keptOutBy(robots: Robots, url: string): string[] {
  const out = AI_CRAWLERS.filter(({ token, fallback }) => !robots.allows(token, url, fallback));
  return out.map(({ token }) => token);
}

type VisitOptions = Omit<FetchOptions, 'follows' | 'mostBytes'> & { readonly readHtml: ReadHtml };

class Visit {
  readonly #options: VisitOptions;
  readonly #robots = new Map<string, Promise<Robots>>();
  readonly #asked: ReadPage[] = [];
  readonly #known = new Set<string>();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  async read(starts: readonly string[], deadlineMs: number): Promise<SiteReading> {
    const first = await this.#first(starts, deadlineMs);
    const host = hostOf(first.url) ?? '';
    const linked = new LinkedPages(host);
    linked.add(first.links);
    let left = linked.unread(this.#known);
    while (left[0] !== undefined && this.#asked.length < MOST_PAGES && !this.#options.stop.aborted) {
      const page = await this.page(left[0], (url) => siteOf(hostOf(url.href) ?? '') === siteOf(host));
      // The end of the time says nothing about the page.
      if (this.#options.stop.aborted && page.outcome.kind !== 'answered') break;
      this.#asked.push(page);
      linked.add(page.reading?.links ?? []);
      left = linked.unread(this.#known);
    }
    const read = this.#asked.flatMap(({ reading }) => reading ?? []);
    const pages = [...Map.groupBy(read, ({ url }) => pageKeyOf(url)).values()].flatMap(
      ([page]) => page ?? [],
    );
    return { host, typed: hostOf(starts[0] ?? '') ?? host, pages, asked: this.#asked, left: left.length };
  }

  async sitemap(starts: readonly string[], isOwn: (host: string) => boolean): Promise<Sitemap | null> {
    for (const start of starts) {
      const robots = await this.#robotsOf(new URL(start));
      if (robots.state === 'unreadable') continue;
      const named = robots.sitemaps.flatMap((each) => URL.parse(each, start)?.href ?? []);
      const files = named.length > 0 ? named : [new URL('/sitemap.xml', start).href];
      const isWanted = ({ href }: URL) => isOwn(hostOf(href) ?? '');
      return await readSitemap(files, isOwn, async (url, mostBytes) =>
        this.#fetch(url, isWanted, { mostBytes, mayBeGzipped: true }),
      );
    }
    return null;
  }

  /** The first page, perhaps on another host than the person typed. */
  async #first(starts: readonly string[], deadlineMs: number): Promise<PageReading> {
    let detail = '';
    for (const start of starts) {
      const page = await this.page(start, () => true);
      this.#asked.push(page);
      if (page.reading !== null) return page.reading;
      if (this.#options.stop.aborted) break;
      detail ||= unreadReason(page);
    }
    detail ||= `It did not answer within ${deadlineMs / 1000} seconds.`;
    throw new SightlineError('invalid_argument', `Sightline cannot read ${starts[0]}. ${detail}`);
  }

  async page(url: string, isWanted: (url: URL) => boolean): Promise<ReadPage> {
    this.#note(url);
    const outcome = await this.#fetch(url, isWanted);
    this.#note(outcome.url);
    const isHtml = outcome.kind === 'answered' && isHtmlPage(outcome);
    const robots = await this.#robotsOf(new URL(outcome.url));
    return {
      url,
      outcome,
      reading: isHtml ? await this.#options.readHtml(outcome.text, outcome.url) : null,
      keptOut: robots.state === 'unreadable' ? null : keptOutBy(robots, outcome.url),
    };
  }

  async #fetch(
    url: string,
    isWanted: (url: URL) => boolean,
    limits: Pick<FetchOptions, 'mostBytes' | 'mayBeGzipped'> = {},
  ): Promise<ReadPage['outcome']> {
    const robots = await this.#robotsOf(new URL(url));
    if (!mayRead(robots, url)) return { kind: 'disallowed', url, problem: robots.problem };
    let detail: string | null = null;
    const follows = async (to: URL) => {
      if (!isWanted(to) || hostOf(to.href) === null) return false;
      const there = await this.#robotsOf(to);
      if (mayRead(there, to.href)) return true;
      detail = disallowedReason(there.problem);
      return false;
    };
    const outcome = await fetchPage(url, { ...this.#options, ...limits, follows });
    if (outcome.kind !== 'leads_elsewhere' || detail === null) return outcome;
    return { ...outcome, kind: 'leads_to_unreadable', detail };
  }

  async #robotsOf(url: URL): Promise<Robots> {
    const robots = this.#robots.get(url.origin) ?? readRobots(url, this.#options);
    this.#robots.set(url.origin, robots);
    return await robots;
  }

  #note(url: string): void {
    const key = pageKeyOf(url);
    if (key !== null) this.#known.add(key);
  }
}
