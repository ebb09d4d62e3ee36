import type { PageRoute } from '../../route.ts';
import { cardRoutes } from './cards-page.ts';
import { citedPageRoutes } from './cited-pages.ts';
import { searchRoutes } from './searches.ts';
import { sitePageRoutes } from './site-page.ts';
import { siteListRoutes } from './sites.ts';
import { yourPageRoutes } from './your-pages.ts';

export const sourceRoutes: readonly PageRoute[] = [
  ...siteListRoutes,
  ...sitePageRoutes,
  ...citedPageRoutes,
  ...searchRoutes,
  ...cardRoutes,
  ...yourPageRoutes,
];
