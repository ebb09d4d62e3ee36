import { BUCKET_UNITS } from '../../../domain/buckets.ts';
import { MIN_SAMPLE } from '../../../domain/rate.ts';
import { choiceOf } from '../../../reports/run/query.ts';
import type { Visit } from '../../visit.ts';
import { daysOf } from '../../window.ts';

export type Unit = (typeof BUCKET_UNITS)[number];

/** What of the trend is shown, and how. */
export interface TrendChoice {
  readonly by: Unit;
  /** Competitors whose lines are switched off. */
  readonly hidden: ReadonlySet<string>;
  /** Which marks are. */
  readonly without: ReadonlySet<string>;
}

/** A window of up to so many days is shown by day, where a day has enough answers for a rate. */
const SHORT_DAYS = 14;

/** More days than this are shown by week in any case, unless of one engine: the page would be too large to send. */
const MOST_DAYS_OF_ALL = 90;

/** What the address chooses. What it cannot choose is refused, as parameters of reports are. */
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

/** Whether some engine has as many answers a day as a rate needs. */
async function isEnough(visit: Visit, days: number): Promise<boolean> {
  const counts = await visit.chosenCounts();
  return Math.max(0, ...(counts?.answers.values() ?? [])) >= MIN_SAMPLE * days;
}
