import type { Window } from '../../domain/time/quota-window.ts';

export interface FailureCounter {
  /** Adds hits to a subject's window. @returns its new count */
  add(subject: string, window: Window, hits: number): Promise<number>;
  /** The subject's count in the window that starts at `start`. */
  read(subject: string, start: number): Promise<number>;
  /** @throws SightlineError `rate_limited` if this client failed too often at any kind of access */
  refuseAddress(client: string, now: number): Promise<void>;
  /** Counts a client's failure. @throws SightlineError `rate_limited` beyond the limit */
  countFailure(client: string, now: number): Promise<void>;
}
