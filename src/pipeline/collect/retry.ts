import { DAY_MS } from '../../domain/period.ts';
import type { EngineFailure, EngineReading, Fault } from '../../engines/engine.ts';
import type { Tries } from '../../storage/collect/jobs.ts';

/** What to do after an exchange: store what it says, or ask again at an instant. */
export type Decision =
  /** `breaker`: the engine is stopped until the operator acts. */
  | { readonly store: EngineReading; readonly breaker: boolean }
  | { readonly retryAt: number; readonly tries: Tries; readonly breaker: boolean };

/** Waits after the first passing failure, the second, and so on; the last ones give an engine time to recover. */
const WAITS_MS = [2000, 8000, 15 * 60_000, 60 * 60_000, 4 * 60 * 60_000];

const BLANK_WAIT_MS = 60_000;

const LONGER_WAIT_MS = 1000;

const REFUSED_WAIT_MS = 60 * 60_000;

/** While a breaker is open, the engine is tried this often. */
export const BREAKER_WAIT_MS = 60 * 60_000;

const BREAKING: readonly Fault[] = ['auth', 'quota', 'config'];

/** Statuses of a refusal that may be about the one question: its length, its words, its market. */
const OF_ONE_QUESTION: readonly number[] = [400, 413, 422];

/**
 * How many different questions must be refused alike, with no answer in between, before the configuration is blamed.
 * A refusal costs nothing, so more only take longer.
 */
export const REFUSALS_TO_BREAK = 5;

/** Whether a failure may be about its question rather than the configuration, by the status it came with. */
export function mayBeOfQuestion(reading: EngineReading, status: number | null): boolean {
  return 'fault' in reading && reading.fault === 'config' && OF_ONE_QUESTION.includes(status ?? 0);
}

/**
 * The one place that decides about retries. A transient failure is retried a few times, after as long as the engine asks
 * for; an expired deadline once, because it was most likely billed; a blank answer once; a refused question once, in
 * an hour; an answer that was cut short once, with a larger cap; what only the operator can fix, as long as the day lasts, behind the engine's breaker. All within the day
 * that the question belongs to.
 *
 * @param random from 0 to 1, so many jobs do not come back at the same time
 * @param isOfQuestion whether a failure of the configuration is taken for one of the question alone
 */
export function decide(
  reading: EngineReading,
  { tries, day }: { readonly tries: Tries; readonly day: number },
  now: number,
  random: number,
  isOfQuestion = false,
): Decision {
  const retry = isOfQuestion ? retryOfRefusal(tries) : retryOf(reading, tries, random);
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

function retryOfRefusal(tries: Tries) {
  if (tries.refused > 0) return null;
  return { waitMs: REFUSED_WAIT_MS, tries: { ...tries, refused: 1 }, breaker: false };
}

function retryOfFailure({ fault, retryAfterMs }: EngineFailure, tries: Tries, random: number) {
  if (fault === 'final') return null;
  if (fault === 'length')
    return tries.longer > 0
      ? null
      : { waitMs: LONGER_WAIT_MS, tries: { ...tries, longer: 1 }, breaker: false };
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
