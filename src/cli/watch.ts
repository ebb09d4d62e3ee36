import type { Command } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import { formatInstant, parseInstant } from '../domain/instant.ts';
import type { WatchedBrand, WatchStatus } from '../pipeline/watch/watch.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { jsonLine, Progress, printable } from './terminal.ts';

/** Looks for changes now, or as of a past instant. */
export function addWatchCommand(program: Command, deps: CliDeps): void {
  program
    .command('watch')
    .description('look for changes that are larger than their margin of error, once per brand and UTC day')
    .option('--at <time>', 'as of a past instant in ISO 8601, to replay history; days go in order')
    .option('--replay', 'evaluate days again from this one on, for brands that were told nothing since')
    .option('--brand <id or name>', 'only one brand')
    .action(async (options: { at?: string; brand?: string; replay?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { brandIdOf } = await import('../pipeline/declare/find-brand.ts');
      const { watch } = await import('../pipeline/watch/watch.ts');
      const at = instantOf(options.at, deps.now());
      const progress = new Progress(deps.terminal);
      const brands = await deps
        .withStore(flags, async (db) =>
          watch(
            { ...deps, db },
            {
              at,
              brand: options.brand && (await brandIdOf(db, options.brand)),
              keepDays: deps.comparisonDays(flags),
              replay: options.replay === true,
              onProgress: ({ done, total }) => progress.show(`${done} of ${total} brands`),
            },
          ),
        )
        .finally(() => progress.clear());
      deps.terminal.out(json ? jsonLine({ at: formatInstant(at), brands }) : watchText(at, brands));
    });
}

function instantOf(text: string | undefined, now: number): number {
  if (text === undefined) return now;
  const at = parseInstant(text);
  if (at !== null && at <= now) return at;
  throw new SightlineError(
    'invalid_argument',
    '--at must be a past instant in ISO 8601 with a time zone, such as 2026-11-20T06:00:00Z.',
  );
}

const NOT_EVALUATED: Readonly<Record<Exclude<WatchStatus, 'evaluated'>, string>> = {
  done_before: 'this day was evaluated before',
  later_day_done: 'a later day was evaluated before, and days go in order (--replay begins again)',
  alerts_told: 'an alert was told on this day or later, and what was told stays',
  alerts_off: 'its organization has its alerts switched off',
  no_answers: 'it has no answers in either window',
};

function watchText(at: number, brands: readonly WatchedBrand[]): string {
  if (brands.length === 0) return 'There is no brand whose setup was finished.\n';
  const alerts = brands.flatMap((each) => each.alerts.map((alert) => `${each.brand}: ${alert.title}`));
  const done = brands.filter(({ status }) => status === 'evaluated');
  const comparisons = done.reduce((sum, each) => sum + each.comparisons, 0);
  const skipped = brands.flatMap(({ brand, status }) =>
    status === 'evaluated' ? [] : [`${brand}: not evaluated, ${NOT_EVALUATED[status]}`],
  );
  const summary =
    `As of ${formatInstant(at)}: ${done.length} of ${brands.length} brands evaluated, ` +
    `${comparisons} comparisons, ${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'} raised.`;
  return [...skipped, summary, ...alerts].map((line) => `${printable(line)}\n`).join('');
}
