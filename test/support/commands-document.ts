import type { Command } from 'commander';
import { addActionCommands } from '../../src/cli/action-commands.ts';
import { programOf } from '../../src/cli/program.ts';
import type { CliDeps } from '../../src/cli/shared/deps.ts';

/** The commands by group, from the command line's help, for docs/cli.md. */
export function commandsMarkdown(): string {
  // Loads a command's modules when it runs.
  const deps = { terminal: {}, settings: [], version: '' } as unknown as CliDeps;
  const program = programOf(deps, () => {});
  addActionCommands(program, deps);
  const groups = new Map<string, Command[]>();
  for (const command of program.commands) {
    const group = command.helpGroup().replace(/:$/, '');
    groups.set(group, [...(groups.get(group) ?? []), ...leavesOf(command)]);
  }
  const parts = [...groups].map(([group, commands]) => {
    const rows = commands.map((command) => `| \`${pathOf(command)}\` | ${cellOf(command.description())} |`);
    return [`### ${group}`, '', '| command | meaning |', '|---|---|', ...rows].join('\n');
  });
  return parts.join('\n\n');
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap((each) => leavesOf(each));
}

/** A command's name with its parents, and its arguments. */
function pathOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name());
  const placeholders = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [...names, ...placeholders].join(' ');
}

function cellOf(text: string): string {
  return text.replaceAll('|', '\\|');
}
