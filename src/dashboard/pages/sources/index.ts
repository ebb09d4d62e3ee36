import type { PageRoute } from '../../route.ts';
import { citedPageRoutes } from './cited-pages.ts';
import { searchRoutes } from './searches.ts';
import { siteRoutes } from './sites.ts';
import { workListRoutes } from './work-list.ts';

export const sourceRoutes: readonly PageRoute[] = [
  ...siteRoutes,
  ...citedPageRoutes,
  ...workListRoutes,
  ...searchRoutes,
];
