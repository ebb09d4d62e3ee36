import { fullQuota } from '../domain/access/quota.ts';
import { SightlineError } from '../domain/errors.ts';
import type { ReportLink } from '../pipeline/declare/shared-reports.ts';
import type { Caller } from '../reports/shape/report.ts';
import type { PageRoute } from './route.ts';
import type { CanOpenPage } from './visit/redaction.ts';

/** Links to reports: their routes, and how they differ from a user's pages. */

const OF_BRAND = '/brands/:brand';
const OF_SHARE = '/share/:token';

export function sharedRoutes(routes: readonly PageRoute[]): PageRoute[] {
  return routes
    .filter(({ shared, get }) => shared !== undefined && get !== undefined)
    .map((route) => ({ ...route, path: OF_SHARE + route.path.slice(OF_BRAND.length) }));
}

type Opened = Pick<ReportLink, 'pages' | 'report' | 'isFrozen'>;

/** Whether a link includes a route. */
export function includes(
  link: Opened,
  { shared }: PageRoute,
  params: Readonly<Record<string, string>>,
): boolean {
  if (shared === 'report') return link.isFrozen && params.report === link.report;
  const pages = typeof shared === 'function' ? shared(params) : [shared];
  return link.pages.some((page) => pages.includes(page));
}

export function firstPage(token: string, { pages, report, isFrozen }: Opened): string {
  if (isFrozen) return `/share/${token}/reports/${report}`;
  const [first = 'overview'] = pages;
  return first === 'overview' ? `/share/${token}` : `/share/${token}/${first}`;
}

/** The link's reader as a report caller, limited to one brand. */
export function callerOfLink(link: ReportLink, now: number): Caller {
  return {
    organizationId: link.organizationId,
    organizationName: link.organizationName,
    subscription: link.subscription,
    scopes: ['read'],
    brandIds: [link.brandInternalId],
    quota: fullQuota(now),
  };
}

/** One refusal for wrong, revoked, and expired links. */
export function closedLink(): SightlineError {
  return new SightlineError(
    'not_found',
    'This link is wrong, expired, or revoked. Ask the person who sent it for a new one.',
  );
}

/** The refusal for readers whose link is valid, but does not include the page. */
export function notIncluded(): SightlineError {
  return new SightlineError('not_found', 'This link does not include this page.');
}

/** Whether a link's reader may open a page below `/share/<token>`. Cached, because pages have many links to few pages. */
export function openedBy(routes: readonly PageRoute[], link: Opened): CanOpenPage {
  const known = new Map<string, boolean>();
  return (page) => {
    const isOpen = known.get(page) ?? isIncluded(routes, link, page);
    known.set(page, isOpen);
    return isOpen;
  };
}

function isIncluded(routes: readonly PageRoute[], link: Opened, page: string): boolean {
  const path = page === '' ? OF_SHARE : `${OF_SHARE}/${page}`;
  return routes.some((route) => {
    const params = paramsOf(route.path, path);
    return params !== null && includes(link, route, params);
  });
}

/** Parameters of a path that matches a route's pattern; null without a match. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}
