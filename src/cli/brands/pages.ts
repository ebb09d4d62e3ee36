import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import type { PageFactsRow } from '../../reports/shape/page-facts.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand } from '../shared/of-brand.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addPageCommands(program: Command, deps: CliDeps): void {
  const page = program
    .command('page')
    .description("fetch your site's pages and cited pages, and report their contents");
  ofBrand(
    page
      .command('fetch [urls...]')
      .description(
        'fetch these pages, or the brand’s own pages and the most cited ones; exits with 1 if none could be read',
      ),
  ).action(async (urls: readonly string[], of: OfBrand, command: Command) => {
    const { json, flags } = invocationOf(command, deps);
    const { act, actions, brandTarget } = await import('../shared/act.ts');
    await deps.withStore(flags, async (db) => {
      const input = urls.length === 0 ? {} : { urls };
      const target = await brandTarget(db, of.brand, of.organization);
      const call = { action: actions.fetch_pages, input, ...target };
      const rows = (await act(deps, { json, flags }, db, call)).data.pages;
      deps.terminal.out(json ? jsonLine(rows) : factsTable(deps, rows));
      if (rows.length > 0 && rows.every(({ problem }) => problem !== null))
        throw new SightlineError('collection_failed', 'No page could be read; the reasons are above.');
    });
  });
}

type Row = PageFactsRow & Pick<FetchedPage, 'url'>;

function factsTable({ terminal }: CliDeps, rows: readonly Row[]): string {
  if (rows.length === 0) return 'No page to fetch: the brand has no domain, and no answer cites a page.\n';
  const shown = rows.map((row) =>
    [row.url, row.problem ?? String(row.status), row.type ?? '', namesOf(row), keptOut(row)].map(printable),
  );
  return table(['Page', 'Answer', 'Type', 'Names', 'Crawlers kept out'], shown, terminal.columns);
}

function namesOf({ names_you: you, names_competitors: competitors }: Row): string {
  return [...(you ? ['you'] : []), ...(competitors ?? [])].join(', ');
}

function keptOut({ crawlers_kept_out: tokens }: Row): string {
  return tokens === null ? 'not known' : tokens.join(', ');
}
