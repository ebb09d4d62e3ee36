/**
 * The work's result, or a rejection with the signal's reason if that comes first: not all work supports cancellation,
 * but no caller need wait for it.
 */
export async function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
