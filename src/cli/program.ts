import { Command, CommanderError, Option } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import { addAlertCommands } from './alerts.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommand } from './backup.ts';
import { addBrandCommands } from './brands.ts';
import { addClientReportCommands } from './client-reports.ts';
import { addCollectCommands } from './collect.ts';
import { addDeliveryCommands } from './delivery.ts';
import { type CliDeps, invocationOf, type ListeningDemo } from './deps.ts';
import { addDistributeCommand } from './distribute.ts';
import { addEngineCommands } from './engine-keys.ts';
import { addEventCommands } from './events.ts';
import { addExperimentCommands } from './experiments.ts';
import { addExplainCommand } from './explain.ts';
import { addFactCommands } from './facts.ts';
import { helpOf, SETTINGS_HINT } from './help.ts';
import { addKeyCommands } from './keys.ts';
import { addLoginCommands } from './login.ts';
import { addMcpCommand } from './mcp.ts';
import { addOrganizationCommands } from './organizations.ts';
import { addProposeCommand } from './propose.ts';
import { addPruneCommand } from './prune.ts';
import { addRecommendationCommands } from './recommendations.ts';
import { readServerOption } from './server-option.ts';
import { addStoreCommands } from './store.ts';
import { jsonLine, writeFailure } from './terminal.ts';
import { addUserCommands } from './users.ts';
import { addVolumesCommand } from './volumes.ts';
import { addWatchCommand } from './watch.ts';

/** Runs one command line. @returns the exit code: 0, 1 for a failure, 2 for a command line that cannot be read */
export async function runCommand(args: readonly string[], deps: CliDeps): Promise<number> {
  const asJson = args.includes('--json');
  const usage: string[] = [];
  try {
    const program = programOf(deps, (text) => usage.push(text));
    if (mayBeReport(args, program)) await addReports(program, deps);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // A command that needs another one, without it: its help is the answer.
      if (error.code === 'commander.help') {
        deps.terminal.err(usage.join(''));
        return 2;
      }
      writeFailure(deps.terminal, new SightlineError('invalid_argument', usageProblem(error)), asJson);
      return 2;
    }
    // An unexpected error is a defect: the operator may see it, unless a program reads the output.
    if (!(error instanceof SightlineError) && !asJson)
      deps.terminal.err(`${(error as Error).stack ?? error}\n`);
    writeFailure(deps.terminal, explained(error), asJson);
    return 1;
  }
}

/** A failing store with its reason, which the operator may see, unlike a client. */
function explained(error: unknown): unknown {
  if (!(error instanceof SightlineError) || !(error.cause instanceof Error)) return error;
  if (error.message.includes(error.cause.message)) return error;
  return new SightlineError(error.code, `${error.message} The reason: ${error.cause.message}.`);
}

/** Loading the reports takes longer than everything else that `--version` or another command needs to start. */
function mayBeReport([first]: readonly string[], program: Command): boolean {
  return first !== '--version' && first !== '-V' && !program.commands.some((each) => each.name() === first);
}

async function addReports(program: Command, deps: CliDeps): Promise<void> {
  const { addReportCommands } = await import('./reports.ts');
  addReportCommands(program, deps);
}

/**
 * The command line, except for reports. Settings and `--json` may come before or after the command. What a command runs is
 * loaded by its action, so help does not need it.
 */
function programOf(deps: CliDeps, writeUsage: (text: string) => void): Command {
  const program = new Command('sightline')
    .description('How often AI answer engines name and cite a brand, with the counts behind every rate.')
    .version(deps.version)
    .option('--json', 'print JSON, and failures as JSON too')
    .exitOverride()
    .configureHelp(helpOf(deps.settings))
    .addHelpText('after', SETTINGS_HINT)
    .configureOutput({ writeOut: deps.terminal.out, writeErr: writeUsage });
  for (const { flags, help } of deps.settings) program.addOption(new Option(flags, help));
  readServerOption(program);
  for (const [group, add] of GROUPS) {
    const before = new Set(program.commands);
    for (const each of add) each(program, deps);
    for (const command of program.commands) if (!before.has(command)) command.helpGroup(`${group}:`);
  }
  return program;
}

/** The commands by what they are for, in the order of the help. Reports, which have a group of their own, are added where they may be asked for. */
const GROUPS: readonly (readonly [string, readonly ((program: Command, deps: CliDeps) => void)[]])[] = [
  ['Serve', [addServeCommands, addMcpCommand]],
  ['Declare and import', [addProposeCommand, addStoreCommands, addBrandCommands, addOrganizationCommands]],
  [
    'Ask the engines, and look for changes',
    [addCollectCommands, addEngineCommands, addVolumesCommand, addWatchCommand],
  ],
  [
    'Note what happens',
    [addExperimentCommands, addFactCommands, addEventCommands, addRecommendationCommands, addAlertCommands],
  ],
  ['Look into an answer', [addExplainCommand]],
  [
    'People, keys, and delivery',
    [addUserCommands, addKeyCommands, addDeliveryCommands, addClientReportCommands, addAuditCommand],
  ],
  ['Keep the store', [addBackupCommand, addPruneCommand, addDistributeCommand]],
  ['A server elsewhere', [addLoginCommands]],
];

function addServeCommands(program: Command, deps: CliDeps): void {
  const { terminal } = deps;
  program
    .command('serve')
    .description('serve the dashboard and the API until stopped')
    .action(async (_options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      await deps.serve(flags, ({ baseUrl, setUpLink }) => {
        const link = setUpLink === null ? {} : { set_up_link: setUpLink };
        terminal.out(
          json ? jsonLine({ base_url: baseUrl, ...link }) : `Sightline is listening on ${baseUrl}\n`,
        );
        if (setUpLink !== null && !json) terminal.err(setUpText(setUpLink));
      });
    });
  program
    .command('demo')
    .description('serve generated sample data from a scratch store, and print a key to try')
    .action(async (_options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      if (!json) terminal.err('Filling a scratch store with sample data; this takes some seconds.\n');
      await deps.demo(flags, ({ baseUrl, key, dashboard }) => {
        terminal.out(
          json ? jsonLine({ base_url: baseUrl, key, dashboard }) : demoText({ baseUrl, key, dashboard }),
        );
      });
    });
}

function setUpText(link: string): string {
  return (
    '\nNobody can sign in to the dashboard yet. This link creates the first user; it works once, for 30 minutes:\n\n' +
    `  ${link}\n\n`
  );
}

function demoText({ baseUrl, key, dashboard }: ListeningDemo): string {
  const curl = (path: string) => `  curl -s -H 'X-API-Key: ${key}' '${baseUrl}${path}'\n`;
  return (
    `Sightline demo: generated sample data in a scratch store that is deleted when this stops.\n\n` +
    `  Dashboard ${dashboard}\n  Base URL  ${baseUrl}\n  API key   ${key}\n  Reference ${new URL('/docs', baseUrl)}\n\nTry:\n\n` +
    `${curl('/me')}${curl('/visibility?brand=tandemly&days=30')}${curl('/answers?brand=tandemly&limit=2')}\nCtrl-C stops it.\n`
  );
}

function usageProblem(error: CommanderError): string {
  return error.message
    .replace(/^error: /, '')
    .replace(/^unknown (option|command) '(.*)'/, 'There is no $1 $2.')
    .replace(/\(Did you mean (.*)\?\)/, 'Did you mean $1?')
    .replaceAll('\n', ' ')
    .trim();
}
