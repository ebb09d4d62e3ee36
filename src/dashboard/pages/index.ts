import type { PageRoute } from '../route.ts';
import { alertRoutes } from './alerts/index.ts';
import { competitorRoutes } from './competitors/competitors.ts';
import { csvRoutes } from './csv.ts';
import { homeRoutes } from './home.ts';
import { overviewRoutes } from './overview/overview.ts';
import { shareRoutes } from './share/share.ts';
import { sourceRoutes } from './sources/index.ts';
import { themeRoutes } from './theme.ts';

/** Every page and form of the dashboard. */
export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...overviewRoutes,
  ...themeRoutes,
  ...competitorRoutes,
  ...sourceRoutes,
  ...alertRoutes,
  ...shareRoutes,
  ...csvRoutes,
];
