import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { RESTORABLE_DAYS } from '../../domain/access/deletion.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText, stoppedEarly } from '../shared/removal.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addBrandCommands(program: Command, deps: CliDeps): void {
  const brand = program
    .command('brand')
    .description('create, change, delete, or restore a brand, or remove all its data');
  addRestore(brand, deps);
  addPurge(brand, deps);
}

function addRestore(brand: Command, deps: CliDeps): void {
  brand
    .command('restore <id>')
    .description(`restore a brand within ${RESTORABLE_DAYS} days of its deletion`)
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { undoBrandDeletion } = await import('../../pipeline/declare/brands.ts');
      await deps.withStore(flags, (db) => undoBrandDeletion(db, id, deps.now()));
      deps.terminal.out(json ? jsonLine({ id, restored: true }) : `Restored brand ${id}.\n`);
    });
}

function addPurge(brand: Command, deps: CliDeps): void {
  brand
    .command('purge <id>')
    .description(
      `permanently remove a deleted brand's data now; \`serve\` does it ${RESTORABLE_DAYS} days after \`brand delete\``,
    )
    .option('--yes', 'do not ask')
    .action(async (id: string, options: { yes?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { purgeableBrand, purgeBrand } = await import('../../pipeline/prune/purge-brand.ts');
      await deps.withStore(flags, async (db) => {
        const found = await purgeableBrand(db, id);
        await confirmRemoval(deps, {
          what: `the deleted brand ${id}`,
          rows: found.rows,
          yes: options.yes,
          json,
        });
        const purging = { ...deps, db, stop: deps.stopSignal() };
        const rows = await purgeBrand(purging, found.brand, OPERATOR);
        deps.terminal.out(json ? jsonLine({ id, removed: rows }) : removedText(rows));
        if (purging.stop.aborted) throw stoppedEarly(`brand purge ${id}`);
      });
    });
}
