import type { PageRoute } from '../../route.ts';
import { deleteRoutes } from './delete-page.ts';
import { proposeRoutes } from './propose-page.ts';
import { prospectRoutes } from './prospect-page.ts';
import { setupFormRoutes } from './setup-page.ts';

/** The brand's setup pages. */
export const setupRoutes: readonly PageRoute[] = [
  ...proposeRoutes,
  ...prospectRoutes,
  ...setupFormRoutes,
  ...deleteRoutes,
];
