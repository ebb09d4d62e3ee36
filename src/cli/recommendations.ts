import { type Command, Option } from 'commander';
import { OPERATOR } from '../domain/audit.ts';
import { formatInstantOrNull } from '../domain/instant.ts';
import { RECOMMENDATION_STATUSES } from '../domain/recommendation.ts';
import type { SiteWork } from '../pipeline/declare/recommendations.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { table } from './table.ts';
import { jsonLine, printable } from './terminal.ts';

interface OfBrand {
  readonly brand: string;
  readonly organization?: string;
}

interface Given extends OfBrand {
  readonly status: string;
  readonly note?: string;
  readonly ownPage?: boolean;
}

/** recommendation set, list */
export function addRecommendationCommands(program: Command, deps: CliDeps): void {
  const recommendation = program
    .command('recommendation')
    .description('note how far the work on recommended sites is, for `sightline recommendations`');
  addSet(recommendation, deps);
  addList(recommendation, deps);
}

function ofBrand(command: Command): Command {
  return command
    .requiredOption('--brand <id or name>', 'the brand')
    .option('--organization <name or id>', 'the organization that it belongs to');
}

function addSet(recommendation: Command, deps: CliDeps): void {
  ofBrand(recommendation.command('set <site>').description('set the status of a site'))
    .addOption(
      new Option('--status <status>', 'how far the work on it is')
        .choices(RECOMMENDATION_STATUSES)
        .makeOptionMandatory(),
    )
    .option('--note <text>', "a note, or '' to remove it; if left out, it stays")
    .option('--own-page', "the row of the brand's own hosts on the site")
    .action(async (site: string, { brand, organization, ...given }: Given, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { setRecommendation } = await import('../pipeline/declare/recommendations.ts');
      const { brandIdOf } = await import('../pipeline/declare/find-brand.ts');
      const { status, note, ownPage } = given;
      await deps.withStore(flags, async (db) =>
        setRecommendation({ ...deps, db, actor: OPERATOR }, await brandIdOf(db, brand, organization), {
          ...{ site, part: ownPage ? 'own' : 'others', status },
          ...(note !== undefined && { note }),
        }),
      );
      deps.terminal.out(
        json ? jsonLine({ site, status }) : `The status of ${printable(site)} is ${status}.\n`,
      );
    });
}

function addList(recommendation: Command, deps: CliDeps): void {
  ofBrand(
    recommendation
      .command('list')
      .description('list the sites with a status or a note, recommended now or not'),
  ).action(async ({ brand, organization }: OfBrand, command: Command) => {
    const { json, flags } = invocationOf(command, deps);
    const { siteWorkOf } = await import('../pipeline/declare/recommendations.ts');
    const { brandIdOf } = await import('../pipeline/declare/find-brand.ts');
    const work = await deps.withStore(flags, async (db) =>
      siteWorkOf(db, await brandIdOf(db, brand, organization)),
    );
    const { terminal } = deps;
    terminal.out(json ? jsonLine(work.map(recordOf)) : table(HEADER, work.map(cellsOf), terminal.columns));
  });
}

const HEADER = ['Site', 'Part', 'Status', 'Asked', 'Note'];

function cellsOf(work: SiteWork): string[] {
  const { site, own_page: isOwn, status, asked_at: asked, note } = recordOf(work);
  return [printable(site), isOwn ? 'own page' : 'the rest', status, asked ?? '-', printable(note ?? '-')];
}

function recordOf({ site, part, status, note, askedAt }: SiteWork) {
  return {
    ...{ site, own_page: part === 'own', status },
    ...{ asked_at: formatInstantOrNull(askedAt), note: note || null },
  };
}
