import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { BUCKET_UNITS } from '../../../domain/time/buckets.ts';
import { choiceOf } from '../../../reports/run/query.ts';
import type { Visit } from '../../visit/visit.ts';
import { daysOf } from '../../visit/window.ts';

export type Unit = (typeof BUCKET_UNITS)[number];

export interface TrendChoice {
  readonly by: Unit;
  /** Hidden competitors. */
  readonly hidden: ReadonlySet<string>;
  /** Hidden kinds of marks. */
  readonly without: ReadonlySet<string>;
}

/** Longest window by day, if days have enough answers for a rate. */
const SHORT_DAYS = 14;

/** Beyond this, weeks, unless for one engine: the page would grow too large. */
const MOST_DAYS_OF_ALL = 90;

/** The address's choice. Invalid values are refused, as in reports. */
export async function trendChoice(visit: Visit): Promise<TrendChoice> {
  const { query, window, choice, now } = visit;
  const asked = query.get('by') ? choiceOf('by', BUCKET_UNITS, query.get('by') ?? '') : null;
  const days = daysOf(window, now);
  const fits = choice.engine !== null || days <= MOST_DAYS_OF_ALL;
  const usual = days <= SHORT_DAYS && (await isEnough(visit, days)) ? 'day' : 'week';
  return {
    by: fits ? (asked ?? usual) : 'week',
    hidden: new Set(query.getAll('hide')),
    without: new Set(query.getAll('without')),
  };
}

/** Whether an engine has enough daily answers for a rate. */
async function isEnough(visit: Visit, days: number): Promise<boolean> {
  const counts = await visit.chosenCounts();
  return Math.max(0, ...(counts?.answers.values() ?? [])) >= MIN_SAMPLE * days;
}
