import { hash } from 'node:crypto';
import { hostIn, hostOf } from './host.ts';
import { ALIKE_IN_PATH, normalizeEncoding, UNRESERVED } from './percent-encoding.ts';

const MOST_WRAPPERS = 5;

/**
 * A cited URL's target: the one inside a Google redirect or AMP cache address, otherwise the URL itself. Only http and
 * https targets count. A wrapper that hides its target (an opaque id, a cached copy, a translation) stays, because
 * Sightline fetches nothing to find out.
 */
export function targetOf(url: string): string {
  let target = url;
  for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
    const inner = wrappedIn(target);
    if (inner === null) return target;
    target = inner;
  }
  return target;
}

const GOOGLE = /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  '/url': ['url', 'q'],
  '/goto': ['url'],
};
/** `s/` stands for https. */
const AMP = /^\/amp\/(s\/)?([^/]+\.[^/]+(?:\/.*)?)$/s;

/** AMP caches, and their prefixes before the page's address: `c` for documents, `v` in a viewer. */
const CACHES = /\.(?:cdn\.ampproject\.org|bing-amp\.com)$/;
const CACHED = /^\/[cv]\/(s\/)?([^/]+\.[^/]+(?:\/.*)?)$/s;
/** Parameters for the viewer's cache, not for the page. */
const FOR_CACHES = /^(?:amp_|usqp$)/;

function wrappedIn(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  const host = address.hostname.replace(/\.$/, '');
  if (!CACHES.test(host) && !GOOGLE.test(host)) return null;
  const path = normalizeEncoding(address.pathname, UNRESERVED);
  if (CACHES.test(host)) {
    const kept = [...address.searchParams].filter(([name]) => !FOR_CACHES.test(name));
    return pageIn(CACHED, path, kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`);
  }
  const parameters = REDIRECTS[path] ?? [];
  const told = parameters.flatMap((name) => address.searchParams.getAll(name));
  return pageIn(AMP, path, address.search) ?? told.find((each) => hostOf(each) !== null) ?? null;
}

/** The address within a path. */
function pageIn(pattern: RegExp, path: string, search: string): string | null {
  const [, secure, page] = pattern.exec(path) ?? [];
  const target = `http${secure ? 's' : ''}://${page}${search}`;
  return page === undefined || hostOf(target) === null ? null : target;
}

/**
 * One key for every address of a page, to recognize repeated citations: the target's host, path, and query without
 * tracking parameters. Scheme, port, fragment (text fragments too), trailing slashes, and how a character is
 * percent-encoded make no difference.
 *
 * These stay pages of their own, because only their site knows whether they are one: `/index.html` and `/`, a path with
 * and without `;jsessionid=…`, a video with and without its start (`&t=90`), parameters in another order, and redirects
 * of others than Google, such as bing.com/ck, duckduckgo.com/l, and r.search.yahoo.com.
 *
 * @returns null when the text is not an http or https URL
 */
export function pageKeyOf(url: string): string | null {
  const address = URL.parse(targetOf(url));
  const host = address && hostIn(address);
  if (address === null || host === null) return null;
  const { pathname, search } = address;
  return `${host}${normalizeEncoding(withoutSlashes(pathname), ALIKE_IN_PATH)}${queryOf(search)}`;
}

/** A page's key may be longer than an index allows, so this is a 128-bit hash of it, in hex. */
export function pageDigestOf(url: string): string {
  return hash('sha256', pageKeyOf(url) ?? url, 'hex').slice(0, 32);
}

/**
 * The address to show for a cited page: its target without tracking parameters and without a fragment, which selects a
 * part of the page. It has the same key.
 */
export function pageAddressOf(url: string): string {
  const target = targetOf(url);
  if (hostOf(target) === null) return url;
  const { origin, pathname, search } = new URL(target);
  return `${origin}${normalizeEncoding(pathname, UNRESERVED)}${queryOf(search)}`;
}

function queryOf(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .map(parameterOf)
    .filter((each) => each !== '');
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/**
 * A parameter as forms write it, without the `=` of an empty value. Octets that are no UTF-8 stay octets: other
 * charsets tell pages apart too. Empty for a tracking parameter.
 */
function parameterOf(written: string): string {
  // At the start, it would lose a question mark.
  const parameter = new URLSearchParams(`&${written}`);
  const [name = ''] = parameter.keys();
  if (isTracking(name)) return '';
  return isText(written) ? `${parameter}`.replace(/=$/, '') : normalizeEncoding(written, UNRESERVED);
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/** Without trailing slashes. A regular expression would take quadratic time for many slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Parameters that say how a visitor came, never which page to show. Anything that might identify a page is missing here. */
const TRACKING = new Set([
  // click ids of advertising networks
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'yclid',
  'ysclid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'igshid',
  'igsh',
  'epik',
  'rb_clickid',
  // Google Analytics, Google search results and merchant listings
  '_ga',
  '_gl',
  '_gsid',
  'srsltid',
  // newsletters and marketing suites
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_hsenc',
  '_hsmi',
  '__hssc',
  '__hstc',
  '__hsfp',
  'hsctatracking',
  '_kx',
  'vero_id',
  'oly_anon_id',
  'oly_enc_id',
  '_openstat',
  '_branch_match_id',
  // where the visitor was before
  'ref_src',
  'ref_url',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
]);
const TRACKING_FAMILIES = /^(?:utm|hsa|gad|mtm|pk)_./;

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return TRACKING.has(lower) || TRACKING_FAMILIES.test(lower);
}
