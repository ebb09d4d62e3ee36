import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { RESTORABLE_DAYS } from '../../domain/access/deletion.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { DeletableBrand } from '../../pipeline/declare/brands.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText, stoppedEarly } from '../shared/removal.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addBrandCommands(program: Command, deps: CliDeps): void {
  const brand = program.command('brand').description('delete or restore a brand, or remove all its data');
  addDelete(brand, deps);
  addRestore(brand, deps);
}

interface DeleteOptions {
  readonly forGood?: true;
  readonly yes?: true;
}

function addDelete(brand: Command, deps: CliDeps): void {
  brand
    .command('delete <brand>')
    .description(
      `stop reporting and collecting for a brand, by its id or name; you can restore it for ${RESTORABLE_DAYS} days`,
    )
    .option(
      '--for-good',
      `permanently remove a deleted brand's data now; \`serve\` does it ${RESTORABLE_DAYS} days after its deletion`,
    )
    .option('--yes', 'do not ask')
    .action(async (idOrName: string, options: DeleteOptions, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      if (options.forGood) return await purge(deps, idOrName, options, { json, flags });
      const { deletableBrand, removeBrand } = await import('../../pipeline/declare/brands.ts');
      await deps.withStore(flags, async (db) => {
        const found = await deletableBrand(db, idOrName);
        const { id } = found;
        if (!options.yes && !(await isConfirmed(deps, found, json))) {
          throw new SightlineError('invalid_argument', 'Deleted nothing.');
        }
        const until = formatInstant(await removeBrand(db, id, deps.now()));
        const text = `Deleted brand ${id}. \`sightline brand restore ${id}\` restores it until ${until}.\n`;
        deps.terminal.out(json ? jsonLine({ id, deleted: true, restorable_until: until }) : text);
      });
    });
}

async function purge(
  deps: CliDeps,
  id: string,
  { yes }: DeleteOptions,
  { json, flags }: Invocation,
): Promise<void> {
  const { purgeableBrand, purgeBrand } = await import('../../pipeline/prune/purge-brand.ts');
  await deps.withStore(flags, async (db) => {
    const found = await purgeableBrand(db, id);
    await confirmRemoval(deps, { what: `the deleted brand ${id}`, rows: found.rows, yes, json });
    const purging = { ...deps, db, stop: deps.stopSignal() };
    const rows = await purgeBrand(purging, found.brand, OPERATOR);
    deps.terminal.out(json ? jsonLine({ id, removed: rows }) : removedText(rows));
    if (purging.stop.aborted) throw stoppedEarly(`brand delete ${id} --for-good`);
  });
}

async function isConfirmed(deps: CliDeps, brand: DeletableBrand, asJson: boolean): Promise<boolean> {
  const { ask } = deps.terminal;
  if (ask === null || asJson) {
    throw new SightlineError(
      'invalid_argument',
      `Deleted nothing. Add --yes to delete ${brand.id} without confirmation.`,
    );
  }
  const answers = `${brand.answers} stored ${brand.answers === 1 ? 'answer' : 'answers'}`;
  return await ask(`Delete the brand ${brand.id} (${printable(brand.name)}) with ${answers}? [y/N] `);
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
