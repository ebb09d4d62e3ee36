import { belongsTo, hostOf } from '../domain/web/host.ts';
import { pageKeyOf } from '../domain/web/page.ts';
import { senderOf } from './agent.ts';
import { type Crawl, type Evidence, LONGEST_PAGE, type StatusClass, type Visit } from './counted.ts';
import { loggedPage } from './logged-page.ts';
import type { LoggedRequest } from './logged-request.ts';
import { memoized } from './memoized.ts';
import { pathClassOf } from './path-class.ts';
import { isPaidMedium, type Product, productOfHost, productOfSource } from './products.ts';
import type { AddressLists } from './verdict.ts';

export interface ClassifyDeps {
  /** Hosts of the brand's sites, as hostOf has them; their subdomains are theirs too. */
  readonly own: readonly string[];
  /** The one among them that was asked where a log does not say. */
  readonly site: string;
  readonly lists: AddressLists;
}

/**
 * Counts a request as a crawl, of any path, or as a visit that an AI product led to. Null for all others: people who
 * came otherwise, other hosts, and requests of no page.
 *
 * A visit asks for a document: GET, answered with 2xx or 304, the path of a page, and no sender that names itself a bot.
 * A field that a log leaves out excludes nothing. Logs do not show that a browser fetched a page before anybody opened
 * it, so prefetched pages are visits.
 */
export function classify(
  request: LoggedRequest,
  deps: ClassifyDeps,
): { crawl: Crawl } | { visit: Visit } | null {
  const { agent, status, target } = request;
  const { crawler, isBot } = agent === null ? { crawler: null, isBot: false } : senderOf(agent);
  if (crawler !== null) {
    const page = pageOf(request, deps);
    if (page === null) return null;
    const verdict = deps.lists.verdictFor(crawler, request.address, request.at);
    const path = pathClassOf(pathIn(target));
    return { crawl: { page, crawler: crawler.token, verdict, status: statusClassOf(status), path } };
  }
  if (isBot || !isDelivered(request)) return null;
  const origin = originOf(request, deps);
  if (origin === null || pathClassOf(pathIn(target)) !== 'content') return null;
  const page = pageOf(request, deps);
  return page === null ? null : { visit: { page, ...origin } };
}

function isDelivered({ method, status }: LoggedRequest): boolean {
  return (
    (method ?? 'GET') === 'GET' && (status === null || status === 304 || (status >= 200 && status < 300))
  );
}

const REFUSED: ReadonlySet<number> = new Set([401, 403, 406, 451]);

function statusClassOf(status: number | null): StatusClass {
  if (status === null) return 'unknown';
  if (REFUSED.has(status)) return 'refused';
  const first = Math.floor(status / 100);
  return first === 2 || first === 3 || first === 4 || first === 5 ? `${first}xx` : 'unknown';
}

/** A request may name the whole address, which then counts instead of the host (RFC 9112, section 3.2.2). */
const WHOLE = /^https?:\/\//i;

function pathIn(target: string): string {
  return WHOLE.test(target) ? target.replace(/^https?:\/\/[^/?#]*/i, '') || '/' : target;
}

/** The page's key as counts keep it, cut; null for another host and for what is no page (`OPTIONS *`). */
function pageOf({ host, target }: LoggedRequest, { own, site }: ClassifyDeps): string | null {
  const isWhole = WHOLE.test(target);
  if (!isWhole && !target.startsWith('/')) return null;
  const path = pathIn(target);
  const asked = isWhole ? hostOf(target) : host === null ? site : hostNamed(host);
  if (asked === null || !belongsTo(asked, own)) return null;
  return keyOf(`https://${asked}${path.startsWith('/') ? '' : '/'}${path}`);
}

const hostNamed = memoized((authority) => hostOf(`https://${authority}`));
const keyOf = memoized((url) => {
  const key = pageKeyOf(url);
  return key === null ? null : loggedPage(key).slice(0, LONGEST_PAGE).toWellFormed();
});

/** Whether a request is of the brand's sites; of those, if the log does not say which host was asked. */
export function isOfSite(host: string | null, { own }: Pick<ClassifyDeps, 'own'>): boolean {
  const asked = host === null ? null : hostNamed(host);
  return host === null || (asked !== null && belongsTo(asked, own));
}

type Origin = Pick<Visit, 'product' | 'evidence' | 'paid'>;

/**
 * The product that led here, by the strongest evidence: the referrer's host, then `utm_source`, then that of the own page
 * that led here, which may be the second page of a visit whose first a cache answered. Another site's address with a
 * utm says how people came there, not here.
 */
function originOf({ referrer, target }: LoggedRequest, { own }: ClassifyDeps): Origin | null {
  const from = referrer === null ? null : referringHost(referrer);
  const parameters = utmIn(target);
  const found = (product: Product | null, evidence: Evidence, utm: Utm | null): Origin | null =>
    product && { product: product.id, evidence, paid: utm?.isPaid ?? false };
  const direct =
    found(from === null ? null : productOfHost(from), 'referrer', parameters) ??
    found(parameters?.product ?? null, 'utm', parameters);
  if (direct !== null || referrer === null || from === null || !belongsTo(from, own)) return direct;
  const earlier = utmIn(referrer);
  return found(earlier?.product ?? null, 'utm_in_referrer', earlier);
}

/** A web page's host, or an Android app's package. */
function referringHost(referrer: string): string | null {
  const [, scheme = '', authority = ''] = /^(https?|android-app):\/\/([^/?#]+)/i.exec(referrer) ?? [];
  if (scheme === '') return null;
  return /^http/i.test(scheme) ? hostNamed(authority) : authority.toLowerCase();
}

interface Utm {
  readonly product: Product | null;
  readonly isPaid: boolean;
}

/** An address's utm parameters. Any `utm_source` may name the product: ChatGPT adds its own behind others. */
function utmIn(address: string): Utm | null {
  const at = address.indexOf('?');
  return at >= 0 && /utm_/i.test(address) ? utmOf(address.slice(at + 1)) : null;
}

const utmOf = memoized((after): Utm => {
  const [query = ''] = after.split('#', 1);
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase().replace(/^amp;/, ''), value] as const,
  );
  const valuesOf = (name: string) => parameters.flatMap(([each, value]) => (each === name ? [value] : []));
  const [product = null] = valuesOf('utm_source').flatMap((source) => productOfSource(source) ?? []);
  return { product, isPaid: valuesOf('utm_medium').some(isPaidMedium) };
});
