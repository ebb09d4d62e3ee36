import type { PageRoute } from '../route.ts';
import { alertRoutes } from './alerts/index.ts';
import { collectingRoutes } from './collecting/index.ts';
import { csvRoutes } from './csv.ts';
import { homeRoutes } from './home.ts';
import { overviewRoutes } from './overview/overview.ts';
import { searchRoutes } from './searches.ts';
import { importRoutes } from './tasks/import-page.ts';
import { rescanRoutes } from './tasks/rescan-page.ts';
import { taskRoutes } from './tasks/task-page.ts';
import { themeRoutes } from './theme.ts';

/** Every page and form of the dashboard. */
export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...overviewRoutes,
  ...themeRoutes,
  ...searchRoutes,
  ...alertRoutes,
  ...collectingRoutes,
  ...importRoutes,
  ...rescanRoutes,
  ...taskRoutes,
  ...csvRoutes,
];
