import type { Window } from '../../domain/quota-window.ts';

/** Where failures are counted, for all replicas together. */
export interface FailureCounter {
  /** Adds hits to a subject's window and returns how many it then has. */
  add(subject: string, window: Window, hits: number): Promise<number>;
  /** How many hits the subject has in the window that starts at `start`. */
  read(subject: string, start: number): Promise<number>;
  /** @throws SightlineError `rate_limited` if this client has failed too often, with whatever it tried */
  refuseAddress(client: string, now: number): Promise<void>;
  /** Counts a failure of a client. @throws SightlineError `rate_limited` if it is one too many */
  countFailure(client: string, now: number): Promise<void>;
}
