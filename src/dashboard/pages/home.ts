import { redirect } from '../markup/outcome.ts';
import { ownPath } from '../markup/own-path.ts';
import type { PageRoute } from '../route.ts';

/** The start page. Visitors without a session go to sign-in. */
export const homeRoutes: readonly PageRoute[] = [
  { path: '/', who: 'anyone', get: async () => redirect('/brands') },
];

/** Light or dark, overriding the system, in this browser. */
export const themeRoutes: readonly PageRoute[] = [
  {
    path: '/theme',
    who: 'anyone',
    post: async (_visit, form) => {
      const theme = form.get('theme');
      return redirect(ownPath(form.get('back')), {
        theme: theme === 'light' || theme === 'dark' ? theme : null,
      });
    },
  },
];
