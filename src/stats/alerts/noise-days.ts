import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { medianOf } from '../../domain/figures/median.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import { KIND_RULES, MEASURED_AS, type Measure } from './gates.ts';

/** Days in a noise period, and the minimum with answers. */
const NOISE_DAYS = 91;
const LEAST_NOISE_DAYS = 60;

/** The whole UTC days before an instant's day: new answers never change them during the day. */
export function noisePeriod(before: number): Period {
  const to = dayOf(before) * DAY_MS;
  return { from: to - NOISE_DAYS * DAY_MS, to };
}

/** An engine's answers on a UTC day, and the events among a measure's trials. */
export interface NoiseDay extends Proportion {
  /** In whole days since 1970. */
  readonly day: number;
  readonly answers: number;
}

/** A day's counts, by the names in `MEASURED_AS`. */
type DayCounts = { readonly day: number; readonly answers: number } & Readonly<
  Record<(typeof MEASURED_AS)[Measure]['events' | 'trials'], number>
>;

export function noiseDayOf(measure: Measure): (counts: DayCounts) => NoiseDay {
  const { events, trials } = MEASURED_AS[measure];
  return (counts) => ({
    day: counts.day,
    answers: counts.answers,
    events: counts[events],
    trials: counts[trials],
  });
}

/** A change that an alert reported, and when. */
interface ReportedChange {
  readonly marketId: number;
  readonly engine: string;
  readonly kind: AlertKind;
  readonly at: number;
}

/** The UTC day of the last alert for a measure, on an engine and in the same markets; null for none. */
export function lastReportedDay(
  told: readonly ReportedChange[],
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

/** A question's first and last day with an answer. */
export interface AnsweredDays {
  readonly first: number;
  readonly last: number;
}

/**
 * The usable days of a noise period, oldest first; or why they do not sample an uneventful period: too few, or other questions.
 *
 * @param prompts each question's first and last answer
 * @param since the last alert's day; null for none
 */
export function noiseDays(
  days: readonly NoiseDay[],
  prompts: readonly AnsweredDays[],
  since: number | null,
): readonly NoiseDay[] | 'too_few_days' | 'panel_changed' {
  const usual = usualDays(days).filter(({ day, trials }) => trials > 0 && (since === null || day >= since));
  if (usual.length < LEAST_NOISE_DAYS) return 'too_few_days';
  return hasChanged(prompts) ? 'panel_changed' : usual;
}

/** The days with at least half of the usual answers, oldest first: partial outages have another mix of questions. */
function usualDays(days: readonly NoiseDay[]): NoiseDay[] {
  const answered = days.filter(({ answers }) => answers > 0);
  const counts = Map.groupBy(answered, ({ answers }) => answers);
  const usual = medianOf(new Map([...counts].map(([answers, { length }]) => [answers, length]))) ?? 0;
  return answered.filter(({ answers }) => 2 * answers >= usual).sort((one, other) => one.day - other.day);
}

/** Whether a question came or went: it has no answer in the first or the last week. */
function hasChanged(prompts: readonly AnsweredDays[]): boolean {
  const first = Math.min(...prompts.map((each) => each.first));
  const last = Math.max(...prompts.map((each) => each.last));
  return prompts.some((each) => each.first - first >= CURRENT_DAYS || last - each.last >= CURRENT_DAYS);
}
