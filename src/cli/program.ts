import { Command, CommanderError, Option } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import { addWatchCommand } from './alerts/watch.ts';
import { addBrandCommands } from './brands/brands.ts';
import { addLogCommands } from './brands/logs.ts';
import { addProposeCommand } from './brands/propose.ts';
import { addProspectCommand } from './brands/prospect.ts';
import { addCollectCommand } from './engines/collect.ts';
import { addEngineCommands } from './engines/engine-keys.ts';
import { addEvalCommand } from './engines/eval.ts';
import { addBackupCommand } from './operating/backup.ts';
import { addDistributeCommand } from './operating/distribute.ts';
import { addExplainCommand } from './operating/explain.ts';
import { addKeyCommands } from './operating/keys.ts';
import { addPruneCommand } from './operating/prune.ts';
import { addStoreCommands } from './operating/store.ts';
import { addUserCommands } from './operating/users.ts';
import { addMcpCommand } from './reports/mcp.ts';
import { type CliDeps, invocationOf, type ListeningDemo } from './shared/deps.ts';
import { helpOf, SETTINGS_HINT } from './shared/help.ts';
import { jsonLine, Progress, writeFailure } from './shared/terminal.ts';

/** @returns the exit code: 0, 1 for a failure, 2 for an unreadable command line */
export async function runCommand(args: readonly string[], deps: CliDeps): Promise<number> {
  const asJson = args.includes('--json');
  const usage: string[] = [];
  try {
    const program = programOf(deps, (text) => usage.push(text));
    if (mayBeReport(args, program)) await addReports(program, deps);
    if (mayBeAction(args, program)) await addActions(program, deps);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // A command without its required subcommand: print help.
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

/** Adds the reason for a store failure, which the operator may see, unlike a client. */
function explained(error: unknown): unknown {
  if (!(error instanceof SightlineError) || !(error.cause instanceof Error)) return error;
  if (error.message.includes(error.cause.message)) return error;
  return new SightlineError(error.code, `${error.message} Cause: ${error.cause.message}.`);
}

/** Loading the reports takes longer than the rest of any other command's startup, such as `--version`. */
function mayBeReport([first]: readonly string[], program: Command): boolean {
  return first !== '--version' && first !== '-V' && !program.commands.some((each) => each.name() === first);
}

async function addReports(program: Command, deps: CliDeps): Promise<void> {
  const { addReportCommands } = await import('./reports/reports.ts');
  addReportCommands(program, deps);
}

/** Loading the actions takes as long as loading the reports, so only a noun without one of its other commands does. */
function mayBeAction(args: readonly string[], program: Command): boolean {
  const found = args.reduce(
    (above, word) => above.commands.find((each) => each.name() === word) ?? above,
    program,
  );
  return found !== program && (found.commands.length > 0 || found.name() in NOUNS);
}

/** Nouns whose commands are all actions. */
const NOUNS = {
  question: 'add or change a question',
  'spot-check': 'store or remove an answer that a person saw',
  reader: 'choose who reads what answers say: a model, or rules alone',
  drain: "take the log of a brand's site at a secret address",
  organization: 'require a second factor of its users, or remove an organization',
  delivery: 'add or remove addresses that receive alerts',
} as const;

function addNouns(...names: readonly (keyof typeof NOUNS)[]) {
  return (program: Command) => {
    for (const name of names) program.command(name).description(NOUNS[name]);
  };
}

async function addActions(program: Command, deps: CliDeps): Promise<void> {
  const { addActionCommands } = await import('./action-commands.ts');
  addActionCommands(program, deps);
}

/**
 * The command line without reports and actions. Settings and `--json` may come before or after the command. Each action loads its
 * own code, so help does not need it.
 */
export function programOf(deps: CliDeps, writeUsage: (text: string) => void): Command {
  const program = new Command('sightline')
    .description('How often AI answer engines name and cite a brand, with the counts behind every rate.')
    .version(deps.version)
    .option('--json', 'print JSON, and failures as JSON too')
    .exitOverride()
    .configureHelp(helpOf(deps.settings))
    .addHelpText('after', SETTINGS_HINT)
    .configureOutput({ writeOut: deps.terminal.out, writeErr: writeUsage });
  for (const { flags, help } of deps.settings) program.addOption(new Option(flags, help));
  for (const [group, add] of GROUPS) {
    const before = new Set(program.commands);
    for (const each of add) each(program, deps);
    for (const command of program.commands) if (!before.has(command)) command.helpGroup(`${group}:`);
  }
  return program;
}

/** Commands by purpose, in the order of the help. Reports have their own group, which loads on demand. */
const GROUPS: readonly (readonly [string, readonly ((program: Command, deps: CliDeps) => void)[]])[] = [
  ['Serve', [addServeCommands, addMcpCommand]],
  [
    'Declare and import',
    [
      addProposeCommand,
      addStoreCommands,
      addBrandCommands,
      addLogCommands,
      addNouns('question', 'spot-check', 'reader', 'drain', 'organization'),
    ],
  ],
  [
    'Ask engines and check for changes',
    [addCollectCommand, addProspectCommand, addEngineCommands, addEvalCommand, addWatchCommand],
  ],
  ['Explain an answer', [addExplainCommand]],
  ['People, keys, and delivery', [addUserCommands, addKeyCommands, addNouns('delivery')]],
  ['Maintain the store', [addBackupCommand, addPruneCommand, addDistributeCommand]],
];

function addServeCommands(program: Command, deps: CliDeps): void {
  const { terminal } = deps;
  program
    .command('serve')
    .description('serve the dashboard and the API until stopped')
    .action(async (_options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      await deps.serve(flags, ({ baseUrl, dashboard, setUpLink }) => {
        const link = setUpLink === null ? {} : { set_up_link: setUpLink };
        terminal.out(
          json ? jsonLine({ base_url: baseUrl, ...link }) : `Sightline is listening on ${baseUrl}\n`,
        );
        if (!json) terminal.err(setUpLink === null ? `Dashboard: ${dashboard}\n` : setUpText(setUpLink));
      });
    });
  program
    .command('demo')
    .description('serve generated sample data from a scratch store, and print a key for it')
    .action(async (_options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const progress = new Progress(terminal);
      let isFilling = false;
      const show = (done: Parameters<typeof progress.show>[0]) => {
        if (!isFilling && !json)
          terminal.err('Filling a scratch store with sample data; this takes some seconds.\n');
        isFilling = true;
        progress.show(done);
      };
      const tell = ({ baseUrl, key, dashboard }: ListeningDemo) => {
        progress.clear();
        terminal.out(
          json ? jsonLine({ base_url: baseUrl, key, dashboard }) : demoText({ baseUrl, key, dashboard }),
        );
      };
      await deps.demo(flags, tell, show);
    });
}

function setUpText(link: string): string {
  return (
    '\nNobody can sign in to the dashboard yet. This link creates the first user; it works once, for 30 minutes:\n\n' +
    `  ${link}\n\n`
  );
}

const TRY_LINE =
  'SIGHTLINE_OPENAI_KEY=<key> sightline collect --try chatgpt --prompt "best project management tool"';

function demoText({ baseUrl, key, dashboard }: ListeningDemo): string {
  const curl = (path: string) => `  curl -s -H 'X-API-Key: ${key}' '${baseUrl}${path}'\n`;
  return (
    `Sightline demo: generated sample data in a scratch store. Stopping the demo deletes it.\n\n` +
    `  Dashboard ${dashboard}\n  Base URL  ${baseUrl}\n  API key   ${key}\n  Reference ${new URL('/docs/api', baseUrl)}\n\nTry:\n\n` +
    `${curl('/me')}${curl('/visibility?brand=tandemly&days=30')}${curl('/answers?brand=tandemly&limit=2')}\n` +
    `To ask one engine with a key of yours, without storing anything (in a checkout, write npm run -s sightline -- for sightline):\n\n  ${TRY_LINE}\n\nCtrl-C stops the demo.\n`
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
