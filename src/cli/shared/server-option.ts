import { type Command, Option } from 'commander';
import { SightlineError } from '../../domain/errors.ts';

const FLAG = '--server <url>';
const ATTRIBUTE = 'server';

const ASKED = 'a server to ask instead of the store (SIGHTLINE_SERVER; see `sightline login --help`)';
const NAMED = 'the address of your server, for a whole link (SIGHTLINE_SERVER)';

/** Lets a command run on a server. The program reads the option, because it may come before the command; this is for the help. */
export function takeServer(command: Command): Command {
  return command.addOption(new Option(FLAG, ASKED));
}

/** Lets a command on the store name a server in its output. */
export function takeServerOfLink(command: Command): Command {
  return command.addOption(new Option(FLAG, NAMED));
}

/** Reads the option for all commands, and rejects it if a command has no use for it. */
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
