import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { firstDayAfter } from '../../domain/alerts/watched-claim.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { OwnedBrand } from '../../pipeline/owned-brand.ts';
import type { ClaimDeps } from '../../pipeline/watch/watched-claims.ts';
import { askReport } from '../../reports/ask-report.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import { sliceQuery } from '../../reports/shape/slice.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine } from '../shared/terminal.ts';
import { pricesIn } from './report-source.ts';

/** Commands with `claim`'s options for the brand and the answers. */
export function addClaimCommands(
  claim: Command,
  deps: CliDeps,
  list: (command: Command) => Promise<void>,
): void {
  claim
    .command('watch <claims...>')
    .description('judge claims every day from tomorrow on; watched results hold however often you look')
    .action(async (claims: string[], _options, command: Command) => {
      const slice = sliceIn(command.optsWithGlobals());
      const ids = await withBrand(deps, command, async (run, brand, acting) => {
        const judge = async (text: string) => (await askReport(run, 'claim', { text, ...slice })).data;
        const { claimsToWatch } = await import('../../reports/claims/claims-to-watch.ts');
        const { watchClaims } = await import('../../pipeline/watch/watched-claims.ts');
        return await watchClaims(acting, brand, await claimsToWatch(claims.join('\n'), slice, judge));
      });
      const from = formatInstant(firstDayAfter(deps.now()));
      const { json } = invocationOf(command, deps);
      deps.terminal.out(json ? jsonLine({ watched: ids, from }) : watchedText(ids, from));
    });
  claim
    .command('list')
    .description('list the watched claims with their results so far, like watched-claims')
    .action((_options, command: Command) => list(command));
  claim
    .command('unwatch <id>')
    .description('stop watching a claim')
    .action(async (id: string, _options, command: Command) => {
      const { unwatchClaim } = await import('../../pipeline/watch/watched-claims.ts');
      await withBrand(deps, command, (_run, brand, acting) => unwatchClaim(acting, brand, id));
      const { json } = invocationOf(command, deps);
      deps.terminal.out(json ? jsonLine({ id, watched: false }) : `Stopped watching ${id}.\n`);
    });
}

function watchedText(ids: readonly string[], from: string): string {
  if (ids.length === 0) return 'Nothing new: you already watch these claims.\n';
  return `Watched from ${from} on: ${ids.join(', ')}. See: sightline claim list\n`;
}

/** The options that select answers. */
function sliceIn(options: Record<string, unknown>): Record<string, string> {
  const given = Object.keys(sliceQuery).map((name) => [name, options[name]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

async function withBrand<Result>(
  deps: CliDeps,
  command: Command,
  work: (run: ReportRunner, brand: OwnedBrand, acting: ClaimDeps) => Promise<Result>,
): Promise<Result> {
  const invocation = invocationOf(command, deps);
  const { organization, brand: named } = command.optsWithGlobals<{ organization?: string; brand?: string }>();
  const chosen = named || undefined;
  const { storeReports } = await import('./store-reports.ts');
  const { operatorCaller } = await import('../../reports/run/operator.ts');
  return await deps.withStore(invocation.flags, async (db) => {
    const run = storeReports(db, deps.now, pricesIn(deps, invocation.flags), {
      organization,
      brand: chosen,
    });
    const { meta } = await askReport(run, 'watched-claims');
    const brand = meta.brand.id;
    const { organizationId } = await operatorCaller(db, { organization, brand }, deps.now());
    const { now, random } = deps;
    return await work(run, { organizationId, brand }, { db, now, random, actor: OPERATOR });
  });
}
