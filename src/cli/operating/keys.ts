import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import type { CreatedKey, KeyRequest } from '../../pipeline/declare/keys.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable, type Terminal } from '../shared/terminal.ts';

export function addKeyCommands(program: Command, deps: CliDeps): void {
  const key = program.command('key').description('manage API keys');
  addCreate(key, deps);
  addRotate(key, deps);
  addList(key, deps);
  addRevoke(key, deps);
}

function addCreate(key: Command, deps: CliDeps): void {
  key
    .command('create')
    .description('create a key and print it; you cannot see it again')
    .requiredOption('--organization <name or id>', 'the key’s organization')
    .option('--name <name>', 'its purpose')
    .option('--scopes <list>', 'comma-separated scopes: read, prompts:write, brands:write', 'read')
    .option('--brand <id or name>', 'pin it to one brand')
    .option('--expires <ISO time>', 'the expiry time')
    .action(async (options: KeyRequest, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { createKey } = await import('../../pipeline/declare/keys.ts');
      const maxKeyDays = deps.maxKeyDays(flags);
      const created = await deps.withStore(flags, (db) =>
        createKey({ ...deps, db, actor: OPERATOR, maxKeyDays }, options),
      );
      if (json) deps.terminal.out(jsonLine(created));
      else showKey(deps.terminal, created);
    });
}

/** Prints only the key on standard output, so that `KEY=$(sightline key create …)` has nothing else. */
function showKey(terminal: Terminal, { key, id, organization, scopes, brand }: CreatedKey): void {
  const pinned = brand === null ? '' : `, pinned to ${brand}`;
  terminal.out(`${key}\n`);
  terminal.err(
    `Key ${id} of ${printable(organization)}: ${scopes.join(', ')}${pinned}. You cannot see it again.\n`,
  );
}

function addRotate(key: Command, deps: CliDeps): void {
  key
    .command('rotate <id>')
    .description('replace a key with a new one, and revoke the old one immediately')
    .option('--overlap <hours>', 'keep the old key working this long, up to 720 hours')
    .action(async (id: string, options: { overlap?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { rotateKey } = await import('../../pipeline/declare/keys.ts');
      const maxKeyDays = deps.maxKeyDays(flags);
      const rotated = await deps.withStore(flags, (db) =>
        rotateKey({ ...deps, db, actor: OPERATOR, maxKeyDays }, id, options.overlap),
      );
      const { oldWorksUntil, ...created } = rotated;
      const until = formatInstantOrNull(oldWorksUntil);
      if (json) {
        deps.terminal.out(jsonLine({ ...created, old_works_until: until }));
        return;
      }
      showKey(deps.terminal, created);
      deps.terminal.err(until === null ? `Revoked key ${id}.\n` : `Key ${id} works until ${until}.\n`);
    });
}

function addList(key: Command, deps: CliDeps): void {
  key
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

function addRevoke(key: Command, deps: CliDeps): void {
  key
    .command('revoke <id>')
    .description('revoke a key permanently')
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { revoke } = await import('../../pipeline/declare/keys.ts');
      await deps.withStore(flags, (db) =>
        revoke({ now: deps.now, random: deps.random, db, actor: OPERATOR }, id),
      );
      deps.terminal.out(json ? jsonLine({ id, revoked: true }) : `Revoked key ${id}.\n`);
    });
}
