import { actions } from '../../../actions/index.ts';
import { redirect } from '../../markup/outcome.ts';
import type { PageRoute } from '../../route.ts';

/** Starts a page fetch; other pages show its progress and results. */
export const fetchPagesRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/fetch-pages',
    who: 'editor',
    post: async (visit) => {
      const { data } = await visit.act(actions.read_pages, {});
      return redirect(visit.address(`tasks/${data.task}`));
    },
  },
];
