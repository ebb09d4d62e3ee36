import type { Command } from 'commander';
import type { PageFacts } from '../../domain/web/page-facts.ts';
import type { ReadPage } from '../../pipeline/site/site-reading.ts';
import { factsOf } from '../../propose/page-facts.ts';
import type { Proposal } from '../../propose/proposal.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

/** Proposes a brand's setup from its site. Stores nothing. */
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
        deps.terminal.out(
          jsonLine({
            host: site.host,
            pages: site.asked.map(pageAsJson),
            proposals: proposals.map(asJson),
          }),
        );
        return;
      }
      const { length } = site.pages;
      deps.terminal.out(
        `Read ${length} ${length === 1 ? 'page' : 'pages'} on ${printable(site.host)}, and stored nothing.\n\n`,
      );
      deps.terminal.out(proposalTable(deps, proposals));
    });
}

function pageAsJson({ url, outcome, reading, keptOut }: ReadPage) {
  const status = outcome.kind === 'answered' ? outcome.status : null;
  const robotsTags = outcome.kind === 'answered' ? outcome.robotsTags : [];
  const facts = reading && factsOf(reading, robotsTags);
  return {
    url,
    read: reading !== null,
    status,
    crawlers_kept_out: keptOut,
    ...(facts && factsAsJson(facts)),
  };
}

function factsAsJson({ isNoindex, noindexFor, ...facts }: PageFacts) {
  return { ...facts, noindex: isNoindex, noindex_for: noindexFor };
}

function asJson({ kind, text, host, market, evidence, caution, isAdvised }: Proposal) {
  return {
    kind,
    text,
    host,
    location_code: market?.locationCode ?? null,
    language_code: market?.languageCode ?? null,
    evidence,
    caution,
    advised: isAdvised,
  };
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
