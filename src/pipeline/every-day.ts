import { DAY_MS, dayOf } from '../domain/time/period.ts';

const RETRY_MS = 5 * 60_000;

export interface EveryDayDeps {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The work is tried again soon. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Works at once, then daily until the signal aborts. Does not make up for missed days.
 *
 * @param timeOfDay milliseconds after midnight UTC
 * @param work gets the day that began at this time: UTC days since 1970
 */
export async function everyDay(
  { now, sleep, onFailure }: EveryDayDeps,
  timeOfDay: number,
  stop: AbortSignal,
  work: (day: number) => Promise<void>,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const day = dayOf(now() - timeOfDay);
      await work(day);
      await sleep((day + 1) * DAY_MS + timeOfDay - now(), stop);
    } catch (error) {
      onFailure(error);
      await sleep(RETRY_MS, stop);
    }
  }
}
