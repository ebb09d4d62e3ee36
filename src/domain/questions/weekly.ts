import { DAY_MS, type Period } from '../time/period.ts';

/** How often a question is asked: so many times a day, or once a week. */
export const EVERY = ['day', 'week'] as const;
export type Every = (typeof EVERY)[number];

export const DAYS_PER_WEEK = 7;

/** Day 0, 1970-01-01, was a Thursday. */
const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const;

/**
 * The UTC weekday on which Sightline asks a weekly question: days since 1970, modulo 7. It comes from the text alone, so that questions
 * spread over the week, and each stays on its day.
 *
 * @param digest SHA-256 of its text, in hex
 */
export function weekdayOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16) % DAYS_PER_WEEK;
}

/** A weekly question's UTC weekday: `Tuesday`. */
export function weekdayName(digest: string): string {
  return WEEKDAYS[weekdayOf(digest)] ?? WEEKDAYS[0];
}

/** The day on which the week of a question began that a day is in: its own weekday, that day or up to 6 before. Days since 1970. */
export function weekStart(digest: string, day: number): number {
  return day - ((((day - weekdayOf(digest)) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK);
}

/** Questions a day, of some that are asked daily and some that are asked weekly. */
export function meanOfDay(daily: number, weekly: number): number {
  return daily + weekly / DAYS_PER_WEEK;
}

/** From which day (days since 1970) prompts are asked once a week, by their id; daily ones are not in it. */
export type WeeklyFrom = ReadonlyMap<number, number>;

/** The baseline's answers to a prompt at its present pace: a prompt that has become weekly counts once a week. */
export function expectedAnswers(
  { promptId, answers }: { readonly promptId: number; readonly answers: number },
  { current, baseline }: { readonly current: Period; readonly baseline: Period },
  weekly: WeeklyFrom,
): number {
  const from = (weekly.get(promptId) ?? Number.POSITIVE_INFINITY) * DAY_MS;
  if (from <= baseline.from || from >= current.to) return answers;
  return Math.min(answers, (baseline.to - baseline.from) / (DAYS_PER_WEEK * DAY_MS));
}
