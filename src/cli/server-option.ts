import { type Command, Option } from 'commander';
import { SightlineError } from '../domain/errors.ts';

const FLAG = '--server <url>';
const ATTRIBUTE = 'server';

const ASKED = 'a server to ask instead of the store (SIGHTLINE_SERVER; see `sightline login --help`)';
const NAMED = 'the address of your server, for a whole link (SIGHTLINE_SERVER)';

/** Lets a command run on a server. The option may come before the command, so the program reads it; here it is for the help. */
export function takeServer(command: Command): Command {
  return command.addOption(new Option(FLAG, ASKED));
}

/** Lets a command that works on the store name a server in what it prints. */
export function takeServerOfLink(command: Command): Command {
  return command.addOption(new Option(FLAG, NAMED));
}

/** Reads the option for all commands, and refuses it for those that have no use for a server. */
export function readServerOption(program: Command): void {
  program.addOption(new Option(FLAG).hideHelp());
  program.hook('preAction', (_, command) => {
    if (program.getOptionValue(ATTRIBUTE) === undefined || takesServer(command)) return;
    throw new SightlineError(
      'invalid_argument',
      `\`${command.name()}\` works on the store, not on a server: leave out --server.`,
    );
  });
}

function takesServer({ options }: Command): boolean {
  return options.some((option) => option.attributeName() === ATTRIBUTE);
}
