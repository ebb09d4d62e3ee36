import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { RESTORABLE_DAYS } from '../../domain/access/deletion.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText, stoppedEarly } from '../shared/removal.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addBrandCommands(program: Command, deps: CliDeps): void {
  const brand = program
    .command('brand')
    .description('create, change, delete, or restore a brand, or remove all its data');
  addRestore(brand, deps);
}

function addRestore(brand: Command, deps: CliDeps): void {
  brand
    .command('restore <id>')
    .description(`restore a brand within ${RESTORABLE_DAYS} days of its deletion`)
    .action(async (id: string, _options, command: Command) => {
      const invocation = invocationOf(command, deps);
      const { act, actions } = await import('../shared/act.ts');
      const { deletedBrand } = await import('../../pipeline/declare/brands.ts');
      await deps.withStore(invocation.flags, async (db) => {
        const { organizationId } = await deletedBrand(db, id, null);
        const input = { brand: id };
        await act(deps, invocation, db, { action: actions.restore_brand, input, organizationId });
      });
      deps.terminal.out(invocation.json ? jsonLine({ id, restored: true }) : `Restored brand ${id}.\n`);
    });
}

/** `brand delete --for-good` purges a deleted brand. */
export const brandParts: Readonly<Record<string, OwnPart>> = {
  delete_brand: {
    removes: async (db, _input, brand) => {
      const { deletableBrand } = await import('../../pipeline/declare/brands.ts');
      const { id, name, answers } = await deletableBrand(db, brand?.publicId ?? '');
      return `the brand ${id} (${name}) with ${answers} stored ${answers === 1 ? 'answer' : 'answers'}`;
    },
    instead: {
      flag: '--for-good',
      help: `permanently remove a deleted brand's data now; \`serve\` does it ${RESTORABLE_DAYS} days after its deletion`,
      run: purge,
    },
  },
};

async function purge(
  deps: CliDeps,
  { json, flags }: Invocation,
  { brand: id = '', yes }: { readonly brand?: string; readonly yes?: true },
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
