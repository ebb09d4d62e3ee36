import { DAY_MS } from '../../domain/period.ts';
import type { EngineFailure, EngineReading, Fault } from '../../engines/engine.ts';
import type { Tries } from '../../storage/collect/jobs.ts';

/** What to do after an exchange: keep what it says, or ask again at an instant. */
export type Decision =
  /** `breaker`: the engine is not asked any more before the operator acts. */
  | { readonly store: EngineReading; readonly breaker: boolean }
  | { readonly retryAt: number; readonly tries: Tries; readonly breaker: boolean };

/** After the first failure that may pass, after the second, and so on; the last ones leave an engine time to recover. */
const WAITS_MS = [2000, 8000, 15 * 60_000, 60 * 60_000, 4 * 60 * 60_000];

const BLANK_WAIT_MS = 60_000;

/** An engine whose breaker is open is not asked; its jobs are looked at again after this long. */
export const BREAKER_WAIT_MS = 60 * 60_000;

const BREAKING: readonly Fault[] = ['auth', 'quota', 'config'];

/**
 * The one place that decides about retries. What may pass is tried again a few times, after as long as the engine asks
 * for; an expired deadline once, for it was most likely billed; a blank answer once; what only the operator can mend as
 * long as the day lasts, behind the engine's breaker. All of it within the day that the question belongs to.
 *
 * @param random from 0 to 1, so that many jobs do not come back at once
 */
export function decide(
  reading: EngineReading,
  { tries, day }: { readonly tries: Tries; readonly day: number },
  now: number,
  random: number,
): Decision {
  const retry = retryOf(reading, tries, random);
  if (retry === null) return { store: reading, breaker: false };
  const retryAt = now + retry.waitMs;
  return retryAt >= (day + 1) * DAY_MS
    ? { store: reading, breaker: retry.breaker }
    : { retryAt, tries: retry.tries, breaker: retry.breaker };
}

function retryOf(reading: EngineReading, tries: Tries, random: number) {
  if ('fault' in reading) return retryOfFailure(reading, tries, random);
  if (reading.detail !== 'blank' || tries.blank > 0) return null;
  return { waitMs: BLANK_WAIT_MS, tries: { ...tries, blank: 1 }, breaker: false };
}

function retryOfFailure({ fault, retryAfterMs }: EngineFailure, tries: Tries, random: number) {
  if (fault === 'final') return null;
  if (BREAKING.includes(fault)) return { waitMs: BREAKER_WAIT_MS, tries, breaker: true };
  const kind = fault === 'timeout' ? 'timeout' : 'transient';
  const wait = kind === 'timeout' && tries.timeout > 0 ? undefined : WAITS_MS[tries[kind]];
  if (wait === undefined) return null;
  const jittered = wait * (0.7 + 0.6 * random);
  return {
    waitMs: Math.ceil(Math.max(jittered, retryAfterMs ?? 0)),
    tries: { ...tries, [kind]: tries[kind] + 1 },
    breaker: false,
  };
}
