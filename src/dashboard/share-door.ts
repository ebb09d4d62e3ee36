import { SightlineError } from '../domain/errors.ts';
import { fullQuota } from '../domain/quota.ts';
import type { SharedPage } from '../domain/share-link.ts';
import type { Share } from '../pipeline/accounts/shares.ts';
import type { Caller } from '../reports/shape/report.ts';
import type { Opens } from './opens.ts';
import type { PageRoute } from './route.ts';
import type { ChosenSlice } from './slice.ts';

/** What a share link opens, and how what it opens differs from what a user sees. */

const OF_BRAND = '/brands/:brand';
const OF_SHARE = '/share/:token';

/** The routes that share links open, below the address of a link. */
export function sharedRoutes(routes: readonly PageRoute[]): PageRoute[] {
  return routes
    .filter(({ shared, get }) => shared !== undefined && get !== undefined)
    .map((route) => ({ ...route, path: OF_SHARE + route.path.slice(OF_BRAND.length) }));
}

/** Whether a link includes what is asked for. */
export function includes(
  share: Pick<Share, 'pages' | 'report'>,
  { shared }: PageRoute,
  params: Readonly<Record<string, string>>,
): boolean {
  if (params.report !== undefined && shared === 'report' && params.report !== share.report) return false;
  const pages = typeof shared === 'function' ? shared(params) : [shared];
  return share.pages.some((page) => pages.includes(page));
}

/** Where the first page of a link is. */
export function firstPage(token: string, { pages, report }: Pick<Share, 'pages' | 'report'>): string {
  if (report !== null) return `/share/${token}/reports/${report}`;
  const [first = 'overview'] = pages;
  return first === 'overview' ? `/share/${token}` : `/share/${token}/${first}`;
}

/** The pages that show what a parameter chooses by. Without one of them, a link's reader is not told which there are, and cannot choose. */
const SHOWN_ON: Readonly<Partial<Record<keyof ChosenSlice, readonly SharedPage[]>>> = {
  tag: ['questions'],
  tag_not: ['questions'],
  branded: ['questions', 'answers'],
  question: ['questions', 'answers'],
};

/** @throws SightlineError where an address chooses answers by what the link does not show */
export function refuseHiddenChoices({ pages }: Pick<Share, 'pages'>, query: URLSearchParams): void {
  for (const [name, shownOn] of Object.entries(SHOWN_ON)) {
    if (query.has(name) && !shownOn.some((page) => pages.includes(page))) {
      throw new SightlineError('not_found', 'This link does not include a choice of questions.');
    }
  }
}

/** Whoever has the link, as the reports know a caller: pinned to its brand. */
export function callerOfShare(share: Share, now: number): Caller {
  return {
    organizationId: share.organizationId,
    organizationName: share.organizationName,
    subscription: share.subscription,
    scopes: ['read'],
    brandIds: [share.brandInternalId],
    quota: fullQuota(now),
  };
}

/** The one refusal of a wrong, revoked, or expired link, whatever page is asked for. */
export function closedLink(): SightlineError {
  return new SightlineError(
    'not_found',
    'This link is wrong, has expired, or was revoked. Ask whoever sent it to you for a new one.',
  );
}

/** Said only to whoever has a link that works. */
export function notIncluded(): SightlineError {
  return new SightlineError('not_found', 'This link does not include this page.');
}

/** What whoever has a link may open: the pages below `/share/<token>` that it includes. A page has many links to few pages. */
export function openedBy(routes: readonly PageRoute[], share: Pick<Share, 'pages' | 'report'>): Opens {
  const known = new Map<string, boolean>();
  return (page) => {
    const isOpen = known.get(page) ?? isIncluded(routes, share, page);
    known.set(page, isOpen);
    return isOpen;
  };
}

function isIncluded(
  routes: readonly PageRoute[],
  share: Pick<Share, 'pages' | 'report'>,
  page: string,
): boolean {
  const path = page === '' ? OF_SHARE : `${OF_SHARE}/${page}`;
  return routes.some((route) => {
    const params = paramsOf(route.path, path);
    return params !== null && includes(share, route, params);
  });
}

/** The parameters of a path by a route's pattern; null if it is not one of its paths. */
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

/** Pages that a share link may show, by the reports whose figures they have. */
const PAGES_WITH: Readonly<Record<string, readonly SharedPage[]>> = {
  answers: ['answers'],
  visibility: ['overview', 'share'],
  presence: ['overview', 'competitors', 'share'],
  trend: ['overview'],
  competitors: ['competitors'],
  instead: ['competitors'],
  'share-of-voice': ['competitors', 'share'],
  sentiment: ['competitors', 'share'],
  definitions: ['competitors'],
  said: ['said'],
  facts: ['said'],
  sources: ['sources', 'share'],
  pages: ['sources'],
  cited: ['sources'],
  recommendations: ['sources'],
  searches: ['sources'],
  questions: ['questions'],
  gaps: ['questions'],
  alerts: ['alerts'],
  comparisons: ['alerts', 'overview'],
};

/** The shared pages on which a report is, so that a link that includes one of them also opens its download. */
export function pagesWith(report: string): readonly SharedPage[] {
  return Object.hasOwn(PAGES_WITH, report) ? (PAGES_WITH[report] ?? []) : [];
}
