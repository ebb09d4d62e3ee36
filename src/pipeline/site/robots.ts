import { createRequire } from 'node:module';
import { type FetchOptions, fetchPage, ROBOT } from './fetch-page.ts';

/** As much of a robots.txt as RFC 9309 (section 2.5) asks to be read at least. Bytes. */
const MOST_BYTES = 500 * 1024;

/** Of all patterns with a star together: each is held against an address in the product of their lengths. Characters. */
const MOST_STARRED = 20_000;

/** What a robots.txt allows. */
export interface Robots {
  /** Whether a robot may read a page of its host. @param token its product token, such as `GPTBot` */
  allows(token: string, url: string): boolean;
  /** The addresses of sitemaps that it names. */
  readonly sitemaps: readonly string[];
  /** What there is: a file that was read, none (which allows everything), or one that cannot be read (which allows nothing). */
  readonly state: 'read' | 'absent' | 'unreadable';
}

interface RobotsParser {
  isAllowed(url: string, token: string): boolean | undefined;
  getSitemaps(): string[];
}

// Its types say that it has a default export, which a CommonJS module has not.
const robotsParser = createRequire(import.meta.url)('robots-parser') as (
  url: string,
  text: string,
) => RobotsParser;

/** What the text of a robots.txt allows (RFC 9309). @param url where it is, whose host it speaks of */
export function robotsOf(url: string, text: string): Robots {
  const parsed = robotsParser(url, boundedRules(text));
  return {
    allows: (token, page) => parsed.isAllowed(page, token) ?? true,
    sitemaps: parsed.getSitemaps(),
    state: 'read',
  };
}

function boundedRules(text: string): string {
  let starred = 0;
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      if (!line.includes('*') || /^\s*user-agent/i.test(line)) return true;
      starred += line.length;
      return starred <= MOST_STARRED;
    })
    .join('\n');
}

const EVERYTHING: Robots = { allows: () => true, sitemaps: [], state: 'absent' };
const NOTHING: Robots = { allows: () => false, sitemaps: [], state: 'unreadable' };

/** The robots.txt of the host of an address. 4xx means that there is none, whatever else goes wrong that nothing is allowed (RFC 9309, section 2.3.1). */
export async function readRobots(
  page: URL,
  options: Omit<FetchOptions, 'follows' | 'mostBytes'>,
): Promise<Robots> {
  const url = new URL('/robots.txt', page).href;
  const fetched = await fetchPage(url, { ...options, follows: () => true, mostBytes: MOST_BYTES });
  if (fetched.kind !== 'answered') return NOTHING;
  if (fetched.status >= 200 && fetched.status < 300) return robotsOf(url, fetched.text);
  return fetched.status >= 400 && fetched.status < 500 ? EVERYTHING : NOTHING;
}

/** Whether this server itself may read a page. */
export function mayRead(robots: Robots, url: string): boolean {
  return robots.allows(ROBOT, url);
}
