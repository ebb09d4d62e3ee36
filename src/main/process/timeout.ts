import { storeUnavailable } from '../../domain/errors.ts';

/** @throws SightlineError `unavailable` when the work takes longer; it continues anyway */
export async function withTimeout(work: Promise<void>, mostMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable(new Error(`no answer in ${mostMs} ms`))), mostMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
