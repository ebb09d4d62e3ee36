import { SightlineError } from '../../domain/errors.ts';
import { findCollectedBrand } from '../../storage/directory/brands.ts';
import { readerStateOf } from '../judge/reader-state.ts';
import type { TaskContext } from './task-context.ts';

/** Plans that a model reads all stored answers that it has not read. Reading them goes on when the task has ended. */
export async function readTask({ deps, task, progress, stop, yieldToTimers }: TaskContext): Promise<void> {
  const { db, engines } = deps;
  const brand = await findCollectedBrand(db, task.brandId);
  const state = brand && (await readerStateOf(db, brand.organizationId, engines.readers ?? []));
  if (state?.kind !== 'reads')
    throw new SightlineError('conflict', 'No model reads the answers of this organization.');
  const { planStoredReadings } = await import('../judge/plan-readings.ts');
  const { answers_planned: before = 0 } = progress.state.counts;
  await planStoredReadings(deps, task.brandId, state.engine, {
    stop,
    onProgress: async (planned) => {
      progress.set({ done: before + planned, counts: { answers_planned: before + planned } });
      await yieldToTimers();
    },
  });
}
