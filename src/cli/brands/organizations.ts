import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText, stoppedEarly } from '../shared/removal.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addOrganizationCommands(program: Command, deps: CliDeps): void {
  program
    .command('organization')
    .description('remove an organization')
    .command('delete <organization>')
    .description(
      'permanently remove an organization, by its name or id, with its users, keys, brands, and all their data',
    )
    .option('--yes', 'do not ask')
    .action(async (nameOrId: string, options: { yes?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { organizationOf } = await import('../../pipeline/accounts/users.ts');
      const { countOrganization, deleteOrganization } = await import(
        '../../pipeline/prune/delete-organization.ts'
      );
      await deps.withStore(flags, async (db) => {
        const found = await organizationOf(db, nameOrId);
        const rows = await countOrganization(db, found);
        await confirmRemoval(deps, { what: `the organization ${found.name}`, rows, yes: options.yes, json });
        const deleting = { ...deps, db, actor: OPERATOR, stop: deps.stopSignal() };
        const { rows: removed, isDone } = await deleteOrganization(deleting, found);
        deps.terminal.out(json ? jsonLine({ id: found.publicId, removed }) : removedText(removed));
        if (!isDone) throw stoppedEarly(`organization delete ${found.publicId}`);
      });
    });
}
