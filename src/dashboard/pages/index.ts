import type { PageRoute } from '../route.ts';
import { accountPages } from './accounts/index.ts';
import { csvRoutes } from './csv.ts';
import { homeRoutes } from './home.ts';
import { searchRoutes } from './searches.ts';
import { themeRoutes } from './theme.ts';

/** Every page and form of the dashboard. */
export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...accountPages,
  ...themeRoutes,
  ...searchRoutes,
  ...csvRoutes,
];
