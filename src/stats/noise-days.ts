import type { ComparedKind } from '../domain/alert-rules.ts';
import { CURRENT_DAYS } from '../domain/alert-rules.ts';
import { medianOf } from '../domain/median.ts';
import { DAY_MS, dayOf, type Period } from '../domain/period.ts';
import type { Proportion } from '../domain/proportion.ts';
import { KIND_RULES, MEASURED_AS, type Measure } from './gates.ts';

/** How many days the noise of a share is read from, and how many of them must have answers. */
const NOISE_DAYS = 91;
const LEAST_NOISE_DAYS = 60;

/** The whole UTC days before the one of an instant: they stay the same all day long, whatever comes in. */
export function noisePeriod(before: number): Period {
  const to = dayOf(before) * DAY_MS;
  return { from: to - NOISE_DAYS * DAY_MS, to };
}

/** Answers of an engine on a UTC day, and the events among those of them that are trials of a measure. */
export interface NoiseDay extends Proportion {
  /** In whole days since 1970. */
  readonly day: number;
  readonly answers: number;
}

/** What is counted of a day, by the names of `MEASURED_AS`. */
type DayCounts = { readonly day: number; readonly answers: number } & Readonly<
  Record<(typeof MEASURED_AS)[Measure]['events' | 'trials'], number>
>;

/** A day's counts, read as events among trials of a measure. */
export function noiseDayOf(measure: Measure): (counts: DayCounts) => NoiseDay {
  const { events, trials } = MEASURED_AS[measure];
  return (counts) => ({
    ...{ day: counts.day, answers: counts.answers },
    ...{ events: counts[events], trials: counts[trials] },
  });
}

/** A change that an alert told of, and when. */
interface Told {
  readonly marketId: number;
  readonly engine: string;
  readonly kind: ComparedKind;
  readonly at: number;
}

/** The UTC day of the last change of a measure that an alert told of, on an engine and in some markets or all; null for none. */
export function lastTold(
  told: readonly Told[],
  of: {
    readonly engine: string;
    readonly measure: Measure;
    readonly markets: ReadonlySet<number> | undefined;
  },
): number | null {
  const days = told
    .filter(({ engine, kind }) => engine === of.engine && KIND_RULES[kind].measure === of.measure)
    .filter(({ marketId }) => of.markets?.has(marketId) ?? true)
    .map(({ at }) => dayOf(at));
  return days.length === 0 ? null : Math.max(...days);
}

/** The first and the last day with an answer to a question. */
export interface AskedDays {
  readonly first: number;
  readonly last: number;
}

/** What says that days are no sample of what nothing happening looks like: too few of them, or of other questions. */
export const NOT_QUIET = ['too_few_days', 'panel_changed'] as const;

/**
 * The days of a noise period that its noise is read from, oldest first; or why it cannot be.
 *
 * @param prompts when each question was answered
 * @param since the day of the last change that an alert told of; null for none
 */
export function noiseDays(
  days: readonly NoiseDay[],
  prompts: readonly AskedDays[],
  since: number | null,
): readonly NoiseDay[] | (typeof NOT_QUIET)[number] {
  const usual = usualDays(days).filter(({ day, trials }) => trials > 0 && (since === null || day >= since));
  if (usual.length < LEAST_NOISE_DAYS) return 'too_few_days';
  return hasChanged(prompts) ? 'panel_changed' : usual;
}

/** Those with at least half as many answers as are usual, oldest first: what is left of an outage is another mix of questions. */
function usualDays(days: readonly NoiseDay[]): NoiseDay[] {
  const answered = days.filter(({ answers }) => answers > 0);
  const counts = Map.groupBy(answered, ({ answers }) => answers);
  const usual = medianOf(new Map([...counts].map(([answers, { length }]) => [answers, length]))) ?? 0;
  return answered.filter(({ answers }) => 2 * answers >= usual).sort((one, other) => one.day - other.day);
}

/** Whether a question came or went: it has no answer in the first week of all of them, or none in the last. */
function hasChanged(prompts: readonly AskedDays[]): boolean {
  const first = Math.min(...prompts.map((each) => each.first));
  const last = Math.max(...prompts.map((each) => each.last));
  return prompts.some((each) => each.first - first >= CURRENT_DAYS || last - each.last >= CURRENT_DAYS);
}
