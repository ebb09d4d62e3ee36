import { hostOf } from '../../../domain/web/host.ts';
import { siteOf } from '../../../domain/web/site.ts';
import { redirect } from '../../markup/outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { cardRoutes } from './cards-page.ts';
import { searchRoutes } from './searches.ts';
import { siteRoutes } from './sites.ts';
import { yourPageRoutes } from './your-pages.ts';

/** Addresses that sites and their pages had before they became a block of one page. */
const OLD_ADDRESSES: readonly (readonly [path: string, site: (visit: Visit) => string | null])[] = [
  ['sources/:site', ({ params }) => params.site ?? null],
  ['pages', ({ query }) => query.get('site')],
  ['page', ({ query }) => siteOf(hostOf(query.get('url') ?? '') ?? '') || null],
];

const oldRoutes = OLD_ADDRESSES.map(
  ([path, siteIn]): PageRoute => ({
    path: `/brands/:brand/${path}`,
    who: 'viewer',
    shared: 'sources',
    get: async (visit) => redirect(`${visit.address('sources', { site: siteIn(visit) })}#site`),
  }),
);

export const sourceRoutes: readonly PageRoute[] = [
  ...siteRoutes,
  ...oldRoutes,
  ...searchRoutes,
  ...cardRoutes,
  ...yourPageRoutes,
];
