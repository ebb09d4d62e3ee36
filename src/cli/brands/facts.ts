import type { Command } from 'commander';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addFactCommands(program: Command, deps: CliDeps): void {
  const fact = program
    .command('fact')
    .description('declare facts about a brand; `sightline facts` checks answers against them');
  ofBrand(fact.command('list').description('list the declared facts')).action(
    async (of: OfBrand, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { brandDocument } = await import('../../pipeline/declare/document/document.ts');
      const { factEntryWords } = await import('../../pipeline/declare/document/fact-entries.ts');
      const { facts } = await withBrand(deps, flags, of, brandDocument);
      const rows = facts.map((each) => [each.name, each.type, factEntryWords(each)].map(printable));
      deps.terminal.out(
        json ? jsonLine(facts) : table(['Fact', 'Type', 'Value'], rows, deps.terminal.columns),
      );
    },
  );
}
