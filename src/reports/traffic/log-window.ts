import Type from 'typebox';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import { type Days, hasLog, listLogDays } from '../../storage/traffic/read-log-days.ts';
import { OBSERVED, type Observed, observedOn } from '../../traffic/observed.ts';
import type { ReportContext } from '../shape/report.ts';
import { count } from '../shape/schemas.ts';

/** The days of a window, and what the site's log has of them. */
export interface LogWindow {
  readonly days: Days;
  readonly observed: ReadonlyMap<number, Observed>;
  readonly meta: Readonly<Record<Observed, number>>;
  /** Why there is nothing to count, or which days are missing; '' if none is. */
  readonly note: string;
}

/** `meta` of reports about a site's log. */
export const logMeta = {
  days: Type.Object(
    {
      observed: count('Days that the log covers.'),
      partly: count('Days with more than six hours in a row without any line.'),
      not_observed: count(
        'Days without any line. They are in no figure: nothing is known of them, which is not 0.',
      ),
    },
    {
      description:
        "The window's log days: the UTC days that begin in it; today only once the log has a line of it.",
    },
  ),
};

const NO_LOG =
  'The site has no log yet, so nothing is known, which is not 0. Bring one with `sightline logs import`, or on the page “Logs and files”.';

type Context = Pick<ReportContext, 'db' | 'brand' | 'now'>;

/** What the log has of a period's days. Beside an earlier window, only of days that are over. */
export async function logWindow(
  context: Context,
  { from, to }: Period,
  isCompared = false,
): Promise<LogWindow> {
  const today = dayOf(context.now);
  const days = { first: Math.ceil(from / DAY_MS), last: dayOf(to - 1) };
  return await logOfDays(context, isCompared ? { ...days, last: Math.min(days.last, today - 1) } : days);
}

export async function logOfDays({ db, brand, now }: Context, days: Days): Promise<LogWindow> {
  const around = { first: days.first - 1, last: days.last + 1 };
  const hours = new Map((await listLogDays(db, brand.id, around)).map((each) => [each.day, each.hours]));
  const isEarly = days.last === dayOf(now) && !hours.has(days.last);
  const last = isEarly ? days.last - 1 : days.last;
  const observed = new Map<number, Observed>();
  for (let day = days.first; day <= last; day++) observed.set(day, observedOn(day, hours));
  const states = [...observed.values()];
  const counts = OBSERVED.map((state) => [state, states.filter((each) => each === state).length]);
  const meta = Object.fromEntries(counts) as Record<Observed, number>;
  const isEmpty = meta.not_observed === observed.size && !(await hasLog(db, brand.id));
  return { days: { ...days, last }, observed, meta, note: isEmpty ? NO_LOG : missingNote(meta) };
}

/** Whether nothing is missing: a day without a log could be any number. */
export function isWhole({ meta, observed }: LogWindow): boolean {
  return meta.not_observed === 0 && observed.size > 0;
}

/** Whether the log has anything of the window. */
export function isKnown({ meta }: LogWindow): boolean {
  return meta.observed + meta.partly > 0;
}

function missingNote({ not_observed: missing, observed, partly }: LogWindow['meta']): string {
  if (missing === 0) return '';
  const all = missing + observed + partly;
  return `The log has nothing of ${missing} of ${all} days: they are missing here, not 0.`;
}
