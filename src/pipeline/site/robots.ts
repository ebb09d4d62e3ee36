import { type RobotsTxt, robotsTxtOf } from '../../domain/web/robots-txt.ts';
import { type FetchOptions, type FetchOutcome, fetchPage, ROBOT } from './fetch-page.ts';

/** Bytes. RFC 9309 (section 2.5) requires parsing at least this much. */
const MOST_BYTES = 500 * 1024;

/** A host's robots.txt. If absent, it allows everything; if unreadable, nothing. */
export interface Robots extends RobotsTxt {
  readonly state: 'read' | 'absent' | 'unreadable';
  /** Why it is unreadable, as a sentence; null otherwise. */
  readonly problem: string | null;
}

const EVERYTHING: Robots = { allows: () => true, sitemaps: [], state: 'absent', problem: null };

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
  if (fetched.status >= 200 && fetched.status < 300) {
    return { ...robotsTxtOf(wholeLines(fetched)), state: 'read', problem: null };
  }
  if (fetched.status >= 400 && fetched.status < 500) return EVERYTHING;
  return unreadable(`Its robots.txt answered ${fetched.status}, so Sightline reads no page there.`);
}

/** Without a line that was cut: `Disallow: /` may be the start of a longer path. */
function wholeLines({ text, isCut }: Extract<FetchOutcome, { kind: 'answered' }>): string {
  return isCut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text;
}

function unreadable(problem: string): Robots {
  return { allows: () => false, sitemaps: [], state: 'unreadable', problem };
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
