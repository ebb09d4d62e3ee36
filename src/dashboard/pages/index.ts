import type { PageRoute } from '../route.ts';
import { competitorRoutes } from './competitors/competitors.ts';
import { csvRoutes } from './csv.ts';
import { homeRoutes } from './home.ts';
import { sourceRoutes } from './sources/index.ts';
import { themeRoutes } from './theme.ts';

/** Every page and form of the dashboard. */
export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...themeRoutes,
  ...competitorRoutes,
  ...sourceRoutes,
  ...csvRoutes,
];
