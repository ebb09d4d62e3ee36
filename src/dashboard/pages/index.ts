import type { PageRoute } from '../route.ts';
import { alertRoutes } from './alerts/index.ts';
import { csvRoutes } from './csv.ts';
import { homeRoutes } from './home.ts';
import { overviewRoutes } from './overview/overview.ts';
import { searchRoutes } from './searches.ts';
import { setupRoutes } from './setup/index.ts';
import { themeRoutes } from './theme.ts';

/** Every page and form of the dashboard. */
export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...overviewRoutes,
  ...themeRoutes,
  ...searchRoutes,
  ...alertRoutes,
  ...setupRoutes,
  ...csvRoutes,
];
