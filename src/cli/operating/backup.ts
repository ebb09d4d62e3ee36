import type { Command } from 'commander';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addBackupCommand(program: Command, deps: CliDeps): void {
  program
    .command('backup <file>')
    .description(
      'write the store to a new file, even while it is in use; for PostgreSQL, print the backup command',
    )
    .option(
      '--without-replies',
      'leave out engine replies: a much smaller backup that still has every answer',
    )
    .action(async (path: string, options: { withoutReplies?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const backup = await deps.backup(flags, path, { withoutReplies: options.withoutReplies === true });
      if (json) deps.terminal.out(jsonLine(backup));
      else if (backup.kind === 'command') deps.terminal.out(`${printable(backup.command)}\n`);
      else deps.terminal.out(`Backed up the store to ${printable(path)} (${backup.bytes} bytes).\n`);
    });
}
