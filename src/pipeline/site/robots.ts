import { createRequire } from 'node:module';
import { type FetchOptions, type FetchOutcome, fetchPage, ROBOT } from './fetch-page.ts';

/** Bytes. RFC 9309 (section 2.5) requires parsing at least this much. */
const MOST_BYTES = 500 * 1024;

/** Characters in all patterns with a star. Matching one takes the product of pattern and address length. */
const MOST_STARRED = 20_000;

export interface Robots {
  /** Whether a robot may read a page on this host. @param token its product token, such as `GPTBot` */
  allows(token: string, url: string): boolean;
  /** `absent` allows everything, `unreadable` nothing. */
  readonly state: 'read' | 'absent' | 'unreadable';
  /** Why it is unreadable, as a sentence; null otherwise. */
  readonly problem: string | null;
}

interface RobotsParser {
  isAllowed(url: string, token: string): boolean | undefined;
}

// The package's types declare a default export, which its CommonJS module lacks.
const robotsParser = createRequire(import.meta.url)('robots-parser') as (
  url: string,
  text: string,
) => RobotsParser;

/** Parses a robots.txt (RFC 9309). @param url its address, for its host */
export function robotsOf(url: string, text: string): Robots {
  const parsed = robotsParser(url, boundedRules(text));
  return {
    allows: (token, page) => parsed.isAllowed(page, token) ?? true,
    state: 'read',
    problem: null,
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

const EVERYTHING: Robots = { allows: () => true, state: 'absent', problem: null };

/**
 * Fetches a host's robots.txt. A 4xx status allows everything, any other failure nothing (RFC 9309, section 2.3.1).
 */
export async function readRobots(
  page: URL,
  options: Omit<FetchOptions, 'follows' | 'mostBytes'>,
): Promise<Robots> {
  const url = new URL('/robots.txt', page.origin).href;
  const fetched = await fetchPage(url, { ...options, follows: () => true, mostBytes: MOST_BYTES });
  if (fetched.kind !== 'answered') return unreadable(whyUnread(url, fetched));
  if (fetched.status >= 200 && fetched.status < 300) return robotsOf(url, wholeLines(fetched));
  if (fetched.status >= 400 && fetched.status < 500) return EVERYTHING;
  return unreadable(`Its robots.txt answered ${fetched.status}, so Sightline reads no page there.`);
}

/** Without a line that was cut: `Disallow: /` may be the start of a longer path. */
function wholeLines({ text, isCut }: Extract<FetchOutcome, { kind: 'answered' }>): string {
  return isCut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text;
}

function unreadable(problem: string): Robots {
  return { allows: () => false, state: 'unreadable', problem };
}

/** If the host is unreachable, its pages fail too. A failed redirect concerns robots.txt alone. */
function whyUnread(url: string, fetched: Exclude<FetchOutcome, { kind: 'answered' }>): string {
  const detail = fetched.kind === 'failed' ? fetched.detail : `It redirects to ${fetched.to}.`;
  return fetched.url === url ? detail : `Sightline cannot read its robots.txt. ${detail}`;
}

/** Whether Sightline itself may read a page. */
export function mayRead(robots: Robots, url: string): boolean {
  return robots.allows(ROBOT, url);
}
