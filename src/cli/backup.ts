import type { Command } from 'commander';
import { type CliDeps, invocationOf } from './deps.ts';
import { jsonLine, printable } from './terminal.ts';

export function addBackupCommand(program: Command, deps: CliDeps): void {
  program
    .command('backup <file>')
    .description(
      'write the store to a new file, even while it is in use; for PostgreSQL, print the command that does',
    )
    .action(async (path: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const backup = await deps.backup(flags, path);
      if (json) deps.terminal.out(jsonLine(backup));
      else if (backup.kind === 'command') deps.terminal.out(`${printable(backup.command)}\n`);
      else deps.terminal.out(`The store was backed up to ${printable(path)} (${backup.bytes} bytes).\n`);
    });
}
