import type { Command } from 'commander';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
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
      const rows = keys.map(({ createdAt, expiresAt, revokedAt, madeBy, isMakerDisabled, ...rest }) => ({
        ...rest,
        made_by: madeBy,
        made_by_disabled: isMakerDisabled,
        created_at: formatInstant(createdAt),
        expires_at: formatInstantOrNull(expiresAt),
        revoked_at: formatInstantOrNull(revokedAt),
      }));
      const cells = rows.map((row) => [
        row.id,
        row.hint,
        row.name ?? '-',
        row.organization,
        row.scopes.join(', '),
        row.brand ?? 'all',
        row.expires_at ?? 'never',
        row.revoked_at ?? '-',
        `${row.made_by ?? '-'}${row.made_by_disabled ? ' (disabled)' : ''}`,
      ]);
      const header = [
        'Id',
        'Key',
        'Name',
        'Organization',
        'Scopes',
        'Brand',
        'Expires',
        'Revoked',
        'Made by',
      ];
      deps.terminal.out(json ? jsonLine(rows) : table(header, cells));
    });
}
