import type { Command } from 'commander';
import { formatInstant, formatInstantOrNull } from '../domain/instant.ts';
import type { KeyRequest } from '../pipeline/declare/keys.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { table } from './table.ts';
import { jsonLine, printable } from './terminal.ts';

/** key create, key list, key revoke */
export function addKeyCommands(program: Command, deps: CliDeps): void {
  const key = program.command('key').description('API keys');
  addCreate(key, deps);
  addList(key, deps);
  addRevoke(key, deps);
}

function addCreate(key: Command, deps: CliDeps): void {
  key
    .command('create')
    .description('make a key and print it; this is the only time it is shown')
    .requiredOption('--organization <name or id>', 'whose key it is')
    .option('--name <name>', 'what it is for')
    .option('--scopes <list>', 'scopes with commas: read, prompts:write, brands:write', 'read')
    .option('--brand <id>', 'pin it to one brand')
    .option('--expires <ISO time>', 'when it stops working')
    .action(async (options: KeyRequest, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { createKey } = await import('../pipeline/declare/keys.ts');
      const created = await deps.withStore(flags, (db) => createKey({ ...deps, db }, options));
      const { id, organization, scopes, brand } = created;
      const pinned = brand === null ? '' : `, pinned to ${brand}`;
      const text = `${created.key}\n\nKey ${id} of ${printable(organization)}: ${scopes.join(', ')}${pinned}. It is not shown again.\n`;
      deps.terminal.out(json ? jsonLine(created) : text);
    });
}

function addList(key: Command, deps: CliDeps): void {
  key
    .command('list')
    .description('the keys there are, by their first characters')
    .option('--organization <name or id>', 'only those of one organization')
    .action(async (options: { organization?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { allKeys } = await import('../pipeline/declare/keys.ts');
      const keys = await deps.withStore(flags, (db) => allKeys(db, options.organization));
      const rows = keys.map(({ createdAt, expiresAt, revokedAt, ...rest }) => ({
        ...rest,
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
      ]);
      const header = ['Id', 'Key', 'Name', 'Organization', 'Scopes', 'Brand', 'Expires', 'Revoked'];
      deps.terminal.out(json ? jsonLine(rows) : table(header, cells));
    });
}

function addRevoke(key: Command, deps: CliDeps): void {
  key
    .command('revoke <id>')
    .description('end a key for good')
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { revoke } = await import('../pipeline/declare/keys.ts');
      await deps.withStore(flags, (db) => revoke({ ...deps, db }, id));
      deps.terminal.out(json ? jsonLine({ id, revoked: true }) : `Key ${id} is revoked.\n`);
    });
}
