import { type Command, Option } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { RECOMMENDATION_STATUSES } from '../../domain/alerts/recommendation.ts';
import { formatInstantOrNull } from '../../domain/time/instant.ts';
import type { SiteWork } from '../../pipeline/declare/recommendations.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

interface Given extends OfBrand {
  readonly status: string;
  readonly note?: string;
  readonly ownPage?: boolean;
}

export function addRecommendationCommands(program: Command, deps: CliDeps): void {
  const recommendation = program
    .command('recommendation')
    .description('note your progress on recommended sites, for `sightline recommendations`');
  addSet(recommendation, deps);
  addList(recommendation, deps);
}

function addSet(recommendation: Command, deps: CliDeps): void {
  ofBrand(recommendation.command('set <site>').description('set a site’s status'))
    .addOption(
      new Option('--status <status>', 'your progress on the site')
        .choices(RECOMMENDATION_STATUSES)
        .makeOptionMandatory(),
    )
    .option('--note <text>', "a note, or '' to remove it; omit it to keep the current one")
    .option('--own-page', "the row of the brand's own hosts on the site")
    .action(async (site: string, given: Given, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { setRecommendation } = await import('../../pipeline/declare/recommendations.ts');
      const { status, note, ownPage } = given;
      await withBrand(deps, flags, given, async (db, brand) =>
        setRecommendation({ ...deps, db, actor: OPERATOR }, brand, {
          site,
          part: ownPage ? 'own' : 'others',
          status,
          ...(note !== undefined && { note }),
        }),
      );
      deps.terminal.out(json ? jsonLine({ site, status }) : `${printable(site)} has the status ${status}.\n`);
    });
}

function addList(recommendation: Command, deps: CliDeps): void {
  ofBrand(
    recommendation
      .command('list')
      .description('list the sites with a status or a note, recommended now or not'),
  ).action(async (of: OfBrand, command: Command) => {
    const { json, flags } = invocationOf(command, deps);
    const { siteWorkOf } = await import('../../pipeline/declare/recommendations.ts');
    const work = await withBrand(deps, flags, of, siteWorkOf);
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
    site,
    own_page: part === 'own',
    status,
    asked_at: formatInstantOrNull(askedAt),
    note: note || null,
  };
}
