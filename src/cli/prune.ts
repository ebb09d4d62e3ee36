import type { Command } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import type { Pruned, PrunedBrand } from '../pipeline/prune/prune.ts';
import type { PurgedBrand } from '../pipeline/prune/purge-brand.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { jsonLine, printable } from './terminal.ts';

interface PruneFlags {
  readonly dryRun?: true;
  readonly compact?: true;
}

export function addPruneCommand(program: Command, deps: CliDeps): void {
  program
    .command('prune')
    .description(
      'remove what is older than it is kept, and what deleted brands had, as `serve` does every day',
    )
    .option('--dry-run', 'only print what would be removed')
    .option(
      '--compact',
      'then write the whole file anew, without free room (SQLite); nobody can write meanwhile',
    )
    .action(async ({ dryRun, compact }: PruneFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const isDryRun = dryRun === true;
      if (isDryRun && compact) {
        throw new SightlineError('invalid_argument', 'Choose one of --dry-run and --compact.');
      }
      const { prune } = await import('../pipeline/prune/prune.ts');
      const { pruneAndCompact } = await import('../pipeline/prune/compact.ts');
      const retention = deps.retention(flags);
      const options = { retention, isDryRun, stop: deps.stopSignal() };
      const work = compact ? pruneAndCompact : prune;
      const done = await deps.withStore(flags, (db) => work({ ...deps, db }, options));
      deps.terminal.out(json ? jsonLine({ dry_run: isDryRun, ...done }) : prunedText(done, isDryRun));
    });
}

function prunedText(pruned: Pruned, isDryRun: boolean): string {
  const { audit, sessions, links, uploads, endpoints } = pruned;
  const did = isDryRun ? 'would be removed' : 'removed';
  const others = amounts({
    'audit entry|audit entries': audit,
    'ended session|ended sessions': sessions,
    'expired link|expired links': links,
    'part of a broken upload|parts of broken uploads': uploads,
    'removed address for alerts|removed addresses for alerts': endpoints,
  });
  const lines = [
    ...pruned.purged.map((each) => `${each.brand}, deleted: ${rowsOf(each)} ${did}`),
    ...pruned.brands.flatMap((brand) => brandLines(brand, isDryRun)),
    ...(others === '' ? [] : [`${others} ${did}`]),
  ];
  const none = isDryRun ? 'Nothing would be removed.' : 'Nothing was removed.';
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
    'entry of the outbox|entries of the outbox': rows.deliveries,
  });
  return removed === '' ? [] : [`${brand}: ${removed} ${isDryRun ? 'would be removed' : 'removed'}`];
}

/** `2 jobs, 1 task`, without what there is none of. */
function amounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([names, count]) => `${count} ${names.split('|')[count === 1 ? 0 : 1]}`)
    .join(', ');
}

function spaceLines({ given_back_bytes: given, free_bytes: free }: Pruned): string[] {
  return [
    ...(given ? [`${megabytes(given)} were given back to the system.`] : []),
    ...(free
      ? [`${megabytes(free)} are free in the file, for what comes next; --compact gives them back.`]
      : []),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
