import { type Command, Option } from 'commander';
import { FACT_TYPES } from '../../domain/brand/fact.ts';
import type { ApplyResult } from '../../pipeline/declare/apply/apply-run.ts';
import type { FactInput } from '../../pipeline/declare/facts.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

interface SetFlags extends OfBrand {
  readonly type: string;
  readonly value: readonly string[];
  readonly about: readonly string[];
  readonly unit?: readonly string[];
}

export function addFactCommands(program: Command, deps: CliDeps): void {
  const fact = program
    .command('fact')
    .description('declare facts about a brand; `sightline facts` checks answers against them');
  addSet(fact, deps);
  addRemove(fact, deps);
}

function addSet(fact: Command, deps: CliDeps): void {
  ofBrand(fact.command('set <name>').description('declare a fact, or replace the fact with this name'))
    .addOption(new Option('--type <type>', `one of ${FACT_TYPES.join(', ')}`).makeOptionMandatory())
    .requiredOption(
      '--value <values...>',
      'the correct value: 2012, Berlin, yes, 200, or "12 EUR per user per month"; repeat it for several correct values',
    )
    .requiredOption('--about <words...>', 'words that identify sentences about it')
    .option('--unit <units...>', 'for a number: the words for its unit')
    .action(async (name: string, { brand, organization, ...flags }: SetFlags, command: Command) => {
      const { type, value: values, about, unit: units = [] } = flags;
      await change(deps, command, { brand, organization }, { set: { name, type, values, units, about } });
    });
}

function addRemove(fact: Command, deps: CliDeps): void {
  ofBrand(fact.command('remove <name>').description('remove a fact')).action(
    async (name: string, of: OfBrand, command: Command) => change(deps, command, of, { remove: name }),
  );
}

async function change(
  deps: CliDeps,
  command: Command,
  of: OfBrand,
  wanted: { readonly set: FactInput } | { readonly remove: string },
): Promise<void> {
  const { json, flags } = invocationOf(command, deps);
  const { removeFact, setFact } = await import('../../pipeline/declare/facts.ts');
  const { dueNotice } = await import('../../pipeline/declare/apply/apply.ts');
  const { changes, due }: ApplyResult = await withBrand(deps, flags, of, async (db, id) =>
    'set' in wanted
      ? setFact({ ...deps, db }, id, wanted.set)
      : removeFact({ ...deps, db }, id, wanted.remove),
  );
  const notices = due.map(dueNotice);
  const said = [changes.length > 0 ? 'Done.' : 'No change needed.', ...notices.map(printable)];
  deps.terminal.out(json ? jsonLine({ changes, notices }) : `${said.join('\n')}\n`);
}
