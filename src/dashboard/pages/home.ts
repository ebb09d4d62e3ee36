import { redirect } from '../outcome.ts';
import type { PageRoute } from '../route.ts';

/** Where a user begins. Whoever is not signed in is sent from there to the page that asks for it. */
export const homeRoutes: readonly PageRoute[] = [
  { path: '/', who: 'anyone', get: async () => redirect('/brands') },
];
