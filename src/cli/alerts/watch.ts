import { type Command, Option } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import type { WatchedDay } from '../../pipeline/watch/schedule.ts';
import type { WatchDeps, WatchedBrand, WatchStatus } from '../../pipeline/watch/watch.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';

interface WatchArguments {
  readonly at?: string;
  readonly from?: string;
  readonly brand?: string;
}

/** Evaluates the days that are due, every day from one on, or as of one instant. */
export function addWatchCommand(program: Command, deps: CliDeps): void {
  program
    .command('watch')
    .description('check the due days for changes (at most the last seven), as `serve` does')
    .option('--from <day>', 'evaluate every day from this UTC day on (2026-11-18), again if necessary')
    .addOption(
      new Option('--at <time>', 'evaluate one day, as of this past instant in ISO 8601').conflicts('from'),
    )
    .option('--brand <id or name>', 'only this brand')
    .action(async (options: WatchArguments, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const evaluate = await evaluationOf(options, deps, flags);
      const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
      const days = await deps.withStore(flags, async (db) => {
        const brand = options.brand && (await brandIdOf(db, options.brand));
        return await evaluate({ ...deps, db }, brand);
      });
      deps.terminal.out(json ? jsonLine({ evaluations: days.map(dayRecord) }) : watchText(days));
    });
}

type Evaluate = (deps: WatchDeps, brand: string | undefined) => Promise<readonly WatchedDay[]>;

/** Checks the options before opening the store. */
async function evaluationOf(
  { at: time, from }: WatchArguments,
  deps: CliDeps,
  flags: Parameters<CliDeps['watchSchedule']>[0],
): Promise<Evaluate> {
  const { catchUp } = await import('../../pipeline/watch/schedule.ts');
  const { watch } = await import('../../pipeline/watch/watch.ts');
  const schedule = deps.watchSchedule(flags);
  const now = deps.now();
  const at = time === undefined ? undefined : pastInstant(time, now);
  const fromDay = from === undefined ? undefined : pastDay(from, now - schedule.timeOfDay);
  const progress = new Progress(deps.terminal);
  const onProgress = (each: { at: number; done: number; total: number }) =>
    progress.show(`${formatInstant(each.at).slice(0, 10)}: ${each.done} of ${each.total} brands`);
  return async (watchDeps, brand) => {
    try {
      if (at === undefined) return await catchUp(watchDeps, schedule, { now, fromDay, brand, onProgress });
      const show = (brands: { done: number; total: number }) => onProgress({ at, ...brands });
      return [{ at, brands: await watch(watchDeps, { at, brand, onProgress: show }) }];
    } finally {
      progress.clear();
    }
  };
}

function pastInstant(text: string, now: number): number {
  const at = parseInstant(text);
  if (at !== null && at <= now) return at;
  throw new SightlineError(
    'invalid_argument',
    '--at must be a past instant in ISO 8601 with a time zone, such as 2026-11-20T06:00:00Z.',
  );
}

/** @param latest an instant of the newest day that is due */
function pastDay(text: string, latest: number): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? parseInstant(`${text}T00:00:00Z`) : null;
  if (at !== null && at <= latest) return dayOf(at);
  throw new SightlineError(
    'invalid_argument',
    `--from must be a past UTC day, up to the last due day, such as ${formatInstant(latest - DAY_MS).slice(0, 10)}.`,
  );
}

function dayRecord({ at, brands }: WatchedDay): object {
  return { at: formatInstant(at), brands };
}

const NOT_EVALUATED: Readonly<Record<Exclude<WatchStatus, 'evaluated'>, string>> = {
  done_before: 'an earlier run evaluated this day',
  later_day_done: 'an earlier run evaluated a later day, and days go in order (--from starts over)',
  alerts_told: 'this day or a later one raised an alert, and Sightline never withdraws alerts',
  alerts_off: 'its organization has alerts off',
  no_answers: 'it has no answers in either window',
};

function watchText(days: readonly WatchedDay[]): string {
  const newest = days.at(-1);
  if (newest === undefined || newest.brands.length === 0) return 'No configured brand.\n';
  const skipped = newest.brands.flatMap(({ brand }) => notEvaluated(brand, days));
  const shown = days.filter((day) => day === newest || day.brands.some(isEvaluated));
  return [...skipped, ...shown.flatMap(dayLines)].map((line) => `${printable(line)}\n`).join('');
}

/** Why there was no evaluation for a brand, or not from the requested day. */
function notEvaluated(brand: string, days: readonly WatchedDay[]): string[] {
  const statuses = days.flatMap(({ brands }) =>
    brands.flatMap((each) => (each.brand === brand ? [each.status] : [])),
  );
  const [first] = statuses;
  if (first === 'alerts_told') return [`${brand}: not evaluated again, ${NOT_EVALUATED[first]}`];
  const newest = statuses.at(-1);
  if (newest === undefined || newest === 'evaluated' || statuses.includes('evaluated')) return [];
  return [`${brand}: not evaluated, ${NOT_EVALUATED[newest]}`];
}

function isEvaluated({ status }: WatchedBrand): boolean {
  return status === 'evaluated';
}

function dayLines({ at, brands }: WatchedDay): string[] {
  const done = brands.filter(isEvaluated);
  const comparisons = done.reduce((sum, each) => sum + each.comparisons, 0);
  const alerts = brands.flatMap((each) => each.alerts.map((alert) => `${each.brand}: ${alert.title}`));
  return [
    `As of ${formatInstant(at)}: ${done.length} of ${brands.length} brands evaluated, ` +
      `${comparisons} comparisons, ${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'} raised.`,
    ...alerts,
  ];
}
