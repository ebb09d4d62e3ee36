import { redirect } from '../markup/outcome.ts';
import type { PageRoute } from '../route.ts';

/** The start page. Visitors without a session go to sign-in. */
export const homeRoutes: readonly PageRoute[] = [
  { path: '/', who: 'anyone', get: async () => redirect('/brands') },
];
