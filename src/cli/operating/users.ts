import type { Command } from 'commander';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import type { UserRow } from '../../pipeline/accounts/users.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordTable } from '../shared/record.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addUserCommands(program: Command, deps: CliDeps): void {
  program
    .command('user')
    .description('manage dashboard users')
    .command('list')
    .description('list users')
    .option('--organization <name or id>', 'only users in this organization')
    .action(async (options: { organization?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { usersOf } = await import('../../pipeline/accounts/users.ts');
      const { brandsOfUser } = await import('../../pipeline/accounts/limited-users.ts');
      const users = await deps.withStore(flags, async (db) => {
        const found = await usersOf(db, options.organization);
        return await Promise.all(
          found.map(async (each) => ({ ...each, brands: await brandsOfUser(db, each) })),
        );
      });
      const rows = users.map((each) => ({
        id: each.id,
        email: each.email,
        name: each.name,
        role: each.role,
        organization: each.organization?.name ?? null,
        brands: each.brands?.map(({ publicId }) => publicId) ?? null,
        state: stateOf(each),
        second_factor: each.hasFactor ? 'on' : 'off',
        created_at: formatInstant(each.createdAt),
        disabled_at: formatInstantOrNull(each.disabledAt),
      }));
      const columns = recordTable(
        rows,
        { created_at: null, disabled_at: null },
        { organization: 'all', brands: 'all' },
      );
      deps.terminal.out(json ? jsonLine(rows) : columns);
    });
}

function stateOf({ disabledAt, hasPassword, knownAt }: UserRow): 'active' | 'invited' | 'disabled' {
  if (disabledAt !== null) return 'disabled';
  return hasPassword || knownAt !== null ? 'active' : 'invited';
}
