import { fetchOwnAndCited } from '../site/fetch-brand-pages.ts';
import type { TaskContext } from './task-context.ts';

/** Fetches the brand's own pages and its most cited ones. A resumed task starts over. */
export async function pagesTask({ deps, task, progress, stop }: TaskContext): Promise<void> {
  progress.restart();
  await fetchOwnAndCited(deps, {
    brandId: task.brandId,
    stop,
    onPage: ({ url, problem }) => {
      const { counts, done } = progress.state;
      const name = problem === null ? 'pages_read' : 'pages_not_read';
      progress.set({ done: done + 1, counts: { ...counts, [name]: (counts[name] ?? 0) + 1 } });
      if (problem !== null) progress.tell(null, `${url}: ${problem}`);
    },
  });
}
