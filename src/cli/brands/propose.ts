import type { Command } from 'commander';
import type { Proposal } from '../../propose/proposal.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addProposeCommand(program: Command, deps: CliDeps): void {
  program
    .command('propose <domain>')
    .description('read up to 30 pages on a site, and print a proposed setup, without storing anything')
    .action(async (domain: string, _options, command: Command) => {
      const { json } = invocationOf(command, deps);
      const { proposalsOf } = await import('../../propose/proposals.ts');
      const site = await deps.sites().read(domain, deps.stopSignal());
      const proposals = proposalsOf(site);
      if (json) {
        const { setupAsJson } = await import('../../pipeline/site/proposed-setup.ts');
        deps.terminal.out(jsonLine(setupAsJson(site, proposals)));
        return;
      }
      const { length } = site.pages;
      deps.terminal.out(
        `Read ${length} ${length === 1 ? 'page' : 'pages'} on ${printable(site.host)}, and stored nothing.\n\n`,
      );
      deps.terminal.out(proposalTable(deps, proposals));
    });
}

function proposalTable(deps: CliDeps, proposals: readonly Proposal[]): string {
  const rows = proposals.map(({ kind, text, host, evidence, caution, isAdvised }) =>
    [
      isAdvised ? 'x' : '',
      kind,
      host === null ? text : `${text} (${host})`,
      [...evidence, ...(caution === null ? [] : [caution])].join('; '),
    ].map(printable),
  );
  return table(['', 'What', 'Proposal', 'Source'], rows, deps.terminal.columns, [true, true, true, true]);
}
