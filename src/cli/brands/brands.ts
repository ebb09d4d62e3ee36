import type { Command } from 'commander';
import { RESTORABLE_DAYS } from '../../domain/access/deletion.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText } from '../shared/removal.ts';
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
  invocation: Invocation,
  { brand: id = '', yes }: { readonly brand?: string; readonly yes?: true },
): Promise<void> {
  const { act, actions } = await import('../shared/act.ts');
  const { json, flags } = invocation;
  const call = { action: actions.purge_brand, input: { brand: id } };
  await deps.withStore(flags, async (db) => {
    const { data: left } = await act(deps, invocation, db, { ...call, isDryRun: true });
    await confirmRemoval(deps, { what: `the deleted brand ${id}`, rows: left.removed, yes, json });
    const { data } = await act(deps, invocation, db, call);
    deps.terminal.out(json ? jsonLine(data) : removedText(data.removed));
  });
}
