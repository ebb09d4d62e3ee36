import { redirect } from '../outcome.ts';
import { ownPath } from '../own-path.ts';
import type { PageRoute } from '../route.ts';

/** Light or dark, whatever the system says. Only this browser keeps it. */
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
