import { DAY_MS } from '../../../domain/time/period.ts';
import type { EngineFailure, EngineReading, Fault } from '../../../engines/engine.ts';
import type { Tries } from '../../../storage/collect/jobs.ts';

/** The step after an exchange: store its result, or retry at an instant. */
export type Decision =
  /** `breaker`: stops the engine until the operator acts. */
  | { readonly store: EngineReading; readonly breaker: boolean }
  | { readonly retryAt: number; readonly tries: Tries; readonly breaker: boolean };

/** Waits after successive transient failures; the last ones let an engine recover. */
const WAITS_MS = [2000, 8000, 15 * 60_000, 60 * 60_000, 4 * 60 * 60_000];

const BLANK_WAIT_MS = 60_000;

/** The code of a reader's reply whose content nobody can use. */
export const BROKEN_REPLY = 'broken_reply:';

const LONGER_WAIT_MS = 1000;

const REFUSED_WAIT_MS = 60 * 60_000;

/** Retry interval behind an open breaker. */
export const BREAKER_WAIT_MS = 60 * 60_000;

const BREAKING: readonly Fault[] = ['auth', 'quota', 'config'];

/** Statuses of refusals that may concern one question: its length, words, or market. */
const OF_ONE_QUESTION: readonly number[] = [400, 413, 422];

/**
 * Different questions with the same refusal, without an answer in between, before blaming the configuration. Refusals
 * are free, so more only take longer.
 */
export const REFUSALS_TO_BREAK = 5;

/** Whether a failure's status may concern its question rather than the configuration. */
export function mayBeQuestionFault(reading: EngineReading, status: number | null): boolean {
  return 'fault' in reading && reading.fault === 'config' && OF_ONE_QUESTION.includes(status ?? 0);
}

/**
 * Decides all retries. A transient failure: a few retries, after the engine's requested wait. An expired deadline:
 * one, because the vendor most likely billed it. A blank or broken reply: one. A refused question: one, in an hour. A
 * truncated answer: one, with a larger cap. A failure that only the operator can fix: behind the engine's breaker for
 * the rest of the day. All within the question's day.
 *
 * @param random from 0 to 1, to spread the retries of many jobs
 * @param isOfQuestion whether to blame a configuration failure on this question alone
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
  const isUseless = reading.detail === 'blank' || reading.detail?.startsWith(BROKEN_REPLY);
  if (!isUseless || tries.blank > 0) return null;
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
