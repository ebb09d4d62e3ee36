import { startTask } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { redirect } from '../../markup/outcome.ts';
import { starterOf } from '../../parts/form/starter.ts';
import type { PageRoute } from '../../route.ts';

/** Starts a page fetch; other pages show its progress and results. */
export const fetchPagesRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/fetch-pages',
    who: 'editor',
    post: async (visit) =>
      redirect(visit.address(`tasks/${await startTask(visit.deps, starterOf(visit), 'pages')}`)),
  },
];
