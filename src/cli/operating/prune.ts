import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import type { PruneResult } from '../../pipeline/prune/prune.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordText } from '../shared/record.ts';
import { jsonLine } from '../shared/terminal.ts';

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

function prunedText(
  { given_back_bytes: given, free_bytes: free, ...rows }: PruneResult,
  isDryRun: boolean,
): string {
  const removed = JSON.parse(JSON.stringify(rows, (_, value) => value || undefined));
  const none = isDryRun ? 'Nothing to remove.\n' : 'Removed nothing.\n';
  const did = isDryRun ? 'To remove:\n' : 'Removed:\n';
  return (
    (Object.values(removed).flat().length === 0 ? none : did + recordText(removed)) +
    spaceLines(given, free)
      .map((line) => `${line}\n`)
      .join('')
  );
}

function spaceLines(given: number | null, free: number | null): string[] {
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
