/**
 * The work's result, or a rejection with the signal's reason if that comes first: not all work supports cancellation,
 * but no caller need wait for it. Also handles the rejection of work that nobody waits for any more.
 */
export async function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return await Promise.race([aborted, work]).finally(() => signal.removeEventListener('abort', abort));
}
