import { DAY_MS, HOUR_MS } from '../../src/domain/time/period.ts';
import type { PathClass, StatusClass, Verdict, Visit } from '../../src/traffic/counted.ts';
import type { LoggedRequest } from '../../src/traffic/logged-request.ts';

/** A simulated site and its visitors, whose truth is known: what a log of them must count, and nothing more. */

export interface WorldOptions {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** UTC days since 1970. */
  readonly firstDay: number;
  readonly days: number;
  /** Days whose log is lost, from 0. */
  readonly lost: readonly number[];
  readonly host: string;
  /** Addresses inside each crawler's published list, by its token; a crawler without a list is missing. */
  readonly inside: Readonly<Record<string, string>>;
  /** Tokens of crawlers without a list. */
  readonly unlisted: readonly string[];
}

export interface World {
  /** In order of time, without those of lost days and those that a cache answered. */
  readonly requests: readonly LoggedRequest[];
  /** Counts by `day page crawler verdict status path`. */
  readonly crawls: ReadonlyMap<string, number>;
  /** Counts by `day page product evidence paid`. */
  readonly visits: ReadonlyMap<string, number>;
}

/** An address outside every published list. */
const OUTSIDE = '9.9.9.9';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';

interface Path {
  readonly target: string;
  readonly key: string;
  readonly path: PathClass;
}

const PATHS: readonly Path[] = [
  { target: '/', key: '', path: 'content' },
  { target: '/pricing', key: '/pricing', path: 'content' },
  { target: '/pricing/?utm_campaign=fall', key: '/pricing', path: 'content' },
  { target: '/blog/Caf%C3%A9', key: '/blog/Caf%C3%A9', path: 'content' },
  { target: '/docs/api?version=2', key: '/docs/api?version=2', path: 'content' },
  { target: '/sitemap.xml', key: '/sitemap.xml', path: 'sitemap' },
  { target: '/robots.txt', key: '/robots.txt', path: 'robots' },
  { target: '/static/app.js', key: '/static/app.js', path: 'asset' },
];

const STATUSES: readonly (readonly [number, StatusClass])[] = [
  [200, '2xx'],
  [304, '3xx'],
  [301, '3xx'],
  [403, 'refused'],
  [401, 'refused'],
  [451, 'refused'],
  [404, '4xx'],
  [429, '4xx'],
  [503, '5xx'],
];

export interface Source {
  readonly referrer: string | null;
  readonly query: string;
  /** What it counts as; null for people whom no AI product led here. */
  readonly visit: Pick<Visit, 'product' | 'evidence' | 'paid'> | null;
}

export function logWorld(options: WorldOptions, sources: readonly Source[]): World {
  const { random } = options;
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const requests: LoggedRequest[] = [];
  const crawls = new Map<string, number>();
  const visits = new Map<string, number>();
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1);

  for (let index = 0; index < options.days; index += 1) {
    if (options.lost.includes(index)) continue;
    const day = options.firstDay + index;
    const at = () => day * DAY_MS + Math.floor(random() * DAY_MS);
    const request = (over: Partial<LoggedRequest>) => {
      const made = {
        at: at(),
        host: options.host,
        method: 'GET',
        target: '/',
        status: 200,
        address: OUTSIDE,
        agent: BROWSER,
        referrer: null,
        ...over,
      };
      requests.push(made);
      return made;
    };
    const crawl = (crawler: string, verdict: Verdict, address: string) => {
      const { target, key, path } = pick(PATHS);
      const [status, statusClass] = pick(STATUSES);
      request({
        agent: `Mozilla/5.0 (compatible; ${crawler}/1.2; +https://bots.example/${crawler.length})`,
        address,
        target,
        status,
      });
      add(crawls, [day, options.host + key, crawler, verdict, statusClass, path].join(' '));
    };
    // A person in every hour, so that the whole day is observed.
    for (let hour = 0; hour < 24; hour += 1)
      request({ at: day * DAY_MS + hour * HOUR_MS + Math.floor(random() * HOUR_MS) });
    for (const [token, address] of Object.entries(options.inside)) {
      for (let n = Math.floor(random() * 4); n > 0; n -= 1) crawl(token, 'verified', address);
      for (let n = Math.floor(random() * 2); n > 0; n -= 1) crawl(token, 'spoofed', OUTSIDE);
    }
    for (const token of options.unlisted) crawl(token, 'unverifiable', OUTSIDE);
    for (let n = Math.floor(random() * 12); n > 0; n -= 1) {
      const { referrer, query, visit } = pick(sources);
      const { target, key, path } = pick(PATHS);
      const [status, statusClass] = pick(STATUSES);
      request({
        target: query === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`,
        status,
        referrer,
      });
      const isDocument = path === 'content' && (statusClass === '2xx' || status === 304);
      if (visit && isDocument)
        add(visits, [day, options.host + key, visit.product, visit.evidence, Number(visit.paid)].join(' '));
    }
    // What the page loads by itself, and what is sent to it, are no visits.
    request({ target: '/static/app.js', referrer: 'https://chatgpt.com/' });
    request({ method: 'POST', referrer: 'https://chatgpt.com/' });
  }
  requests.sort((a, b) => a.at - b.at);
  return { requests, crawls, visits };
}
