import { startTask } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { redirect } from '../../outcome.ts';
import type { PageRoute } from '../../route.ts';
import { deleteRoutes } from './delete-page.ts';
import { fileRoutes } from './file-page.ts';
import { setupFormRoutes } from './setup-page.ts';
import { applyDeps } from './setup-review.ts';

const rescanRoute: PageRoute = {
  path: '/brands/:brand/setup/rescan',
  who: 'editor',
  post: async (visit) => {
    const starter = { brand: visit.brand.id, startedBy: visit.user.name };
    const task = await startTask(applyDeps(visit), starter, 'rescan');
    return redirect(visit.to(`tasks/${task}`));
  },
};

/** What is declared of a brand, and how that is changed. */
export const setupRoutes: readonly PageRoute[] = [
  ...setupFormRoutes,
  ...fileRoutes,
  ...deleteRoutes,
  rescanRoute,
];
