/** What work comes to, or the reason of the signal if that comes first: not all work can be canceled, but none need be waited for. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
