import type { Command } from 'commander';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordTable } from '../shared/record.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addKeyCommands(program: Command, deps: CliDeps): void {
  program
    .command('key')
    .description('manage API keys')
    .command('list')
    .description('list keys by their first characters')
    .option('--organization <name or id>', 'only keys of this organization')
    .action(async (options: { organization?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { allKeys } = await import('../../pipeline/declare/keys.ts');
      const keys = await deps.withStore(flags, (db) => allKeys(db, options.organization));
      const rows = keys.map(
        ({ createdAt, expiresAt, revokedAt, madeBy, isMakerDisabled, isConnection, ...rest }) => ({
          ...rest,
          created_at: formatInstant(createdAt),
          expires_at: formatInstantOrNull(expiresAt),
          revoked_at: formatInstantOrNull(revokedAt),
          made_by: madeBy,
          made_by_disabled: isMakerDisabled,
          connection: isConnection,
        }),
      );
      const names = {
        hint: 'Key',
        created_at: null,
        expires_at: 'Expires',
        revoked_at: 'Revoked',
        made_by_disabled: 'Disabled',
        connection: null,
      };
      const text = recordTable(rows, names, { brand: 'all', expires_at: 'never' });
      deps.terminal.out(json ? jsonLine(rows) : text);
    });
}
