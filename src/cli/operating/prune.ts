import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import type { PrunedBrand, PruneResult } from '../../pipeline/prune/prune.ts';
import type { PurgedBrand } from '../../pipeline/prune/purge-brand.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

interface PruneFlags {
  readonly dryRun?: true;
  readonly compact?: true;
}

export function addPruneCommand(program: Command, deps: CliDeps): void {
  program
    .command('prune')
    .description(
      'delete data past its retention period and the data of deleted brands, as `serve` does daily',
    )
    .option('--dry-run', 'only print the row counts')
    .option('--compact', 'then rewrite the whole file without free space (SQLite); this blocks other writers')
    .action(async ({ dryRun, compact }: PruneFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const isDryRun = dryRun === true;
      if (isDryRun && compact) {
        throw new SightlineError('invalid_argument', 'Choose one of --dry-run and --compact.');
      }
      const { prune } = await import('../../pipeline/prune/prune.ts');
      const { pruneAndCompact } = await import('../../pipeline/prune/compact.ts');
      const retention = deps.retention(flags);
      const options = { retention, isDryRun, stop: deps.stopSignal() };
      const work = compact ? pruneAndCompact : prune;
      const done = await deps.withStore(flags, (db) => work({ ...deps, db }, options));
      deps.terminal.out(json ? jsonLine({ dry_run: isDryRun, ...done }) : prunedText(done, isDryRun));
    });
}

function prunedText(pruned: PruneResult, isDryRun: boolean): string {
  const { audit, sessions, links, uploads } = pruned;
  const did = isDryRun ? 'to remove' : 'removed';
  const others = amounts({
    'audit entry|audit entries': audit,
    'ended session|ended sessions': sessions,
    'expired link|expired links': links,
    'broken upload part|broken upload parts': uploads,
  });
  const lines = [
    ...pruned.purged.map((each) => `${each.brand}, deleted: ${rowsOf(each)} ${did}`),
    ...pruned.brands.flatMap((brand) => brandLines(brand, isDryRun)),
    ...(others === '' ? [] : [`${others} ${did}`]),
  ];
  const none = isDryRun ? 'Nothing to remove.' : 'Removed nothing.';
  return [...(lines.length === 0 ? [none] : lines.map((line) => `${line}.`)), ...spaceLines(pruned)]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function rowsOf({ rows }: PurgedBrand): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} ${total === 1 ? 'row' : 'rows'}`;
}

function brandLines({ brand, ...rows }: PrunedBrand, isDryRun: boolean): string[] {
  const removed = amounts({
    'answer|answers': rows.answers,
    'failed collection|failed collections': rows.failures,
    'engine reply|engine replies': rows.replies,
    'finished job|finished jobs': rows.jobs,
    'comparison|comparisons': rows.comparisons,
    'ended task|ended tasks': rows.tasks,
    'fetched page|fetched pages': rows.pages,
    'identity of a log line|identities of log lines': rows.log_lines,
    'day of a log|days of a log': rows.log_days,
    'given file|given files': rows.files,
  });
  return removed === '' ? [] : [`${brand}: ${removed} ${isDryRun ? 'to remove' : 'removed'}`];
}

/** `2 jobs, 1 task`, without zeros. */
function amounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([names, count]) => `${count} ${names.split('|')[count === 1 ? 0 : 1]}`)
    .join(', ');
}

function spaceLines({ given_back_bytes: given, free_bytes: free }: PruneResult): string[] {
  return [
    ...(given ? [`Gave ${megabytes(given)} back to the system.`] : []),
    ...(free
      ? [`The file has ${megabytes(free)} free for new data; --compact gives them back to the system.`]
      : []),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
