import { rescan } from '../intake/rescan.ts';
import type { TaskContext } from './task-context.ts';

/** Rereads a brand's due answers. A resumed task adds to its earlier counts. */
export async function rescanTask({ deps, brand, progress, stop, yieldToTimers }: TaskContext): Promise<void> {
  const { done: before, counts } = progress.state;
  const { answers_read: readBefore = 0, answers_changed: changedBefore = 0 } = counts;
  await rescan(deps.db, {
    brand,
    stop,
    onProgress: async ({ done, total, answers_read, answers_changed }) => {
      progress.set({
        done: before + done,
        total: before + total,
        counts: {
          answers_read: readBefore + answers_read,
          answers_changed: changedBefore + answers_changed,
        },
      });
      await yieldToTimers();
    },
  });
}
