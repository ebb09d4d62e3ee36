import { AI_CRAWLERS } from '../../domain/ai-crawlers.ts';
import { SightlineError } from '../../domain/errors.ts';
import { hostOf, hostOfDomain } from '../../domain/host.ts';
import { pageKeyOf } from '../../domain/page.ts';
import { siteOf } from '../../domain/site.ts';
import { nextPages } from '../../propose/next-pages.ts';
import { type Link, type PageReading, readPage } from '../../propose/page-reading.ts';
import type { Reach } from '../reach/checked-request.ts';
import { type FetchOptions, fetchPage } from './fetch-page.ts';
import { mayRead, type Robots, readRobots } from './robots.ts';
import type { ReadPage, SiteReading } from './site-reading.ts';
import { Turns } from './turns.ts';
import { whyNot } from './why-not.ts';

/** Pages of one site that are read at most. */
export const MOST_PAGES = 30;

/** A person waits for it. What was read until then is used. */
const DEADLINE_MS = 25_000;

export interface SiteReader {
  /**
   * Reads the pages of a site that tell most of what it sells: at most 30, one after the other, as its robots.txt allows. Nothing is stored.
   *
   * @param domain as a person types it: a host, or the address of a page
   * @throws SightlineError `invalid_argument` if it is no domain, or its first page cannot be read; the message says why
   */
  read(domain: string, stop: AbortSignal): Promise<SiteReading>;
}

export interface SiteReaderOptions {
  readonly reach: Reach;
  readonly deadlineMs?: number;
  readonly pageDeadlineMs?: number;
}

/** Reads sites. One host is never asked for two pages at once, whoever asks. */
export function siteReaderWith({
  reach,
  deadlineMs = DEADLINE_MS,
  pageDeadlineMs,
}: SiteReaderOptions): SiteReader {
  const turns = new Turns();
  return {
    read: async (domain, stop) => {
      const starts = startsOf(domain);
      const ends = AbortSignal.any([AbortSignal.timeout(deadlineMs), stop]);
      const options = { reach, turns, stop: ends, ...(pageDeadlineMs && { deadlineMs: pageDeadlineMs }) };
      return await new Visit(options).read(starts);
    },
  };
}

/** The addresses at which a site may begin, the likeliest first. @throws SightlineError `invalid_argument` */
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

type VisitOptions = Omit<FetchOptions, 'follows' | 'mostBytes'>;

/** One reading of one site. */
class Visit {
  readonly #options: VisitOptions;
  readonly #robots = new Map<string, Promise<Robots>>();
  readonly #asked: ReadPage[] = [];
  readonly #known = new Set<string>();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  async read(starts: readonly string[]): Promise<SiteReading> {
    const first = await this.#first(starts);
    const host = hostOf(first.url) ?? '';
    const links: Link[] = [...first.links];
    let left: string[] = [];
    for (;;) {
      left = nextPages(host, links, this.#known);
      const [next] = left;
      if (next === undefined || this.#asked.length >= MOST_PAGES || this.#options.stop.aborted) break;
      const { reading } = await this.#page(next, (url) => siteOf(hostOf(url.href) ?? '') === siteOf(host));
      if (reading !== null) links.push(...reading.links);
    }
    const read = this.#asked.flatMap(({ reading }) => reading ?? []);
    const pages = [...Map.groupBy(read, ({ url }) => pageKeyOf(url)).values()].flatMap(
      ([page]) => page ?? [],
    );
    return { host, typed: hostOf(starts[0] ?? '') ?? host, pages, asked: this.#asked, left: left.length };
  }

  /** The first page, which may be on another host than was typed. */
  async #first(starts: readonly string[]): Promise<PageReading> {
    let detail = '';
    for (const start of starts) {
      const page = await this.#page(start, () => true);
      if (page.reading !== null) return page.reading;
      detail ||= whyNot(page);
    }
    throw new SightlineError('invalid_argument', `${starts[0]} cannot be read. ${detail}`);
  }

  async #page(url: string, isWanted: (url: URL) => boolean): Promise<ReadPage> {
    this.#note(url);
    const outcome = await this.#fetch(url, isWanted);
    this.#note(outcome.url);
    const isHtml =
      outcome.kind === 'answered' &&
      outcome.status >= 200 &&
      outcome.status < 300 &&
      (outcome.type === 'text/html' || outcome.type === 'application/xhtml+xml');
    const robots = await this.#robotsOf(new URL(outcome.url));
    const page = {
      ...{ url, outcome, reading: isHtml ? readPage(outcome.text, outcome.url) : null },
      keptOut: AI_CRAWLERS.map(({ token }) => token).filter((token) => !robots.allows(token, outcome.url)),
    };
    this.#asked.push(page);
    return page;
  }

  async #fetch(url: string, isWanted: (url: URL) => boolean): Promise<ReadPage['outcome']> {
    if (!(await this.#mayRead(new URL(url)))) return { kind: 'disallowed', url };
    const follows = async (to: URL) => isWanted(to) && (await this.#mayRead(to));
    return await fetchPage(url, { ...this.#options, follows });
  }

  async #mayRead(url: URL): Promise<boolean> {
    return mayRead(await this.#robotsOf(url), url.href);
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
