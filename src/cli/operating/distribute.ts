import type { Command } from 'commander';
import type { PlacedTable } from '../../pipeline/distribute.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordTable } from '../shared/record.ts';
import { jsonLine, Progress } from '../shared/terminal.ts';

interface DistributeFlags {
  readonly dryRun?: true;
  readonly undo?: true;
}

export function addDistributeCommand(program: Command, deps: CliDeps): void {
  program
    .command('distribute')
    .description('spread the store over a Citus cluster, each brand whole on one machine')
    .option('--undo', 'move everything back to one PostgreSQL server')
    .option('--dry-run', 'only print the changes')
    .action(
      async (
        { dryRun = false, undo = false }: Partial<Record<keyof DistributeFlags, boolean>>,
        command: Command,
      ) => {
        const { json, flags } = invocationOf(command, deps);
        const { distribute } = await import('../../pipeline/distribute.ts');
        const progress = new Progress(deps.terminal);
        const onTable = (table: string) => progress.show(`${undo ? 'Moving back' : 'Distributing'} ${table}`);
        const tables = await deps
          .withStoreMade(flags, (db) => distribute(db, { undo, dryRun, onTable }))
          .finally(() => progress.clear());
        const changed = tables.filter(({ was, becomes }) => was !== becomes);
        deps.terminal.out(
          json
            ? jsonLine({ dry_run: dryRun, changed: changed.length, tables })
            : placementText(changed, dryRun),
        );
      },
    );
}

function placementText(changed: readonly PlacedTable[], dryRun: boolean): string {
  if (changed.length === 0) return 'Nothing to change: all tables are in place.\n';
  const tables = `${changed.length} ${changed.length === 1 ? 'table' : 'tables'}`;
  return `${recordTable(changed)}${tables} ${dryRun ? 'to move. Changed nothing.' : 'moved.'}\n`;
}
