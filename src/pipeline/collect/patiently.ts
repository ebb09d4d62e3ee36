import { SightlineError } from '../../domain/errors.ts';
import type { CollectDeps } from './taking.ts';

const WAIT_MS = 5000;

/** For what a stop does not cut short. */
const NEVER = new AbortController().signal;

/** Does work on the store again while the store is briefly unavailable. @param tries how often at most */
export async function patiently<Result>(
  { sleep }: Pick<CollectDeps, 'sleep'>,
  tries: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof SightlineError && error.code === 'unavailable';
      if (!isAway || tried === tries) throw error;
      await sleep(WAIT_MS, NEVER);
    }
  }
}
