import type { Command } from 'commander';
import { ACTIONS } from '../actions/index.ts';
import { brandParts } from './brands/brands.ts';
import { drainParts } from './brands/logs.ts';
import { engineKeyParts } from './engines/engine-keys.ts';
import { addActionCommand, type OwnPart } from './shared/action-command.ts';
import type { CliDeps, Invocation } from './shared/deps.ts';

/** A command for each action below its noun, unless it has one already that does more than the action. */
export function addActionCommands(program: Command, deps: CliDeps): void {
  for (const action of ACTIONS) {
    const [verb, ...nouns] = action.command?.split(' ').reverse() ?? [];
    const noun = nouns.reduceRight<Command | undefined>((above, word) => below(above, word), program);
    if (verb === undefined || nouns.length === 0 || noun === undefined || below(noun, verb)) continue;
    addActionCommand(noun, deps, action, OWN[action.name]);
  }
}

function below(command: Command | undefined, name: string): Command | undefined {
  return command?.commands.find((each) => each.name() === name);
}

const OWN: Readonly<Record<string, OwnPart>> = {
  ...brandParts,
  delete_user: { removes: async (_db, { user }) => `the user ${String(user)}` },
  remove_spot_check: { removes: async (_db, { id }) => `the spot check ${String(id)}` },
  delete_organization: {
    removes: async (_db, { organization }) => `the organization ${String(organization)}`,
    countsRows: true,
  },
  create_user: { shown: linkOf, makesStore: true },
  link_user: { shown: linkOf },
  ...engineKeyParts,
  ...drainParts,
};

/** A whole link if the server's public address is set. */
async function linkOf(deps: CliDeps, { flags }: Invocation, path: string): Promise<string> {
  const { publicUrl } = await deps.senders(flags);
  return `${publicUrl ?? ''}${path}`;
}
