import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { dollars, usdOf } from '../../domain/figures/usd.ts';
import type { OrganizationVolumes } from '../../pipeline/volumes/due-volumes.ts';
import type { LookupResult } from '../../pipeline/volumes/look-up-volumes.ts';
import type { VolumeSource } from '../../pipeline/volumes/volume-source.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordTable } from '../shared/record.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';
import { keyRemedy } from './key-remedy.ts';

interface VolumesFlags {
  readonly brand?: string;
  readonly organization?: string;
  readonly dryRun?: true;
}

export function addVolumesCommand(program: Command, deps: CliDeps): void {
  program
    .command('volumes')
    .description('look up search volumes for active questions that have none, or one older than 30 days')
    .option('--brand <id or name>', 'only this brand')
    .option('--organization <name or id>', "only this organization's brands")
    .option('--dry-run', 'only print the request count and the estimated cost')
    .action(async ({ brand, organization, dryRun }: VolumesFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
      const { dueVolumes, questionsIn } = await import('../../pipeline/volumes/due-volumes.ts');
      const { lookUpVolumes } = await import('../../pipeline/volumes/look-up-volumes.ts');
      await deps.withStore(flags, async (db) => {
        const source = await deps.volumeSource(flags, db);
        const id = brand === undefined ? undefined : await brandIdOf(db, brand, organization);
        const isMissing = source.access.key === '';
        if (isMissing && !dryRun) throw missingKey(source);
        const due = await dueVolumes(db, source.adapter, deps.now(), { brand: id, organization });
        const progress = new Progress(deps.terminal);
        const options = {
          secrets: await deps.secrets(flags),
          stop: deps.stopSignal(),
          onProgress: ({ done, total }: { done: number; total: number }) =>
            progress.show(`${done} of ${total} questions looked up`),
        };
        const found = dryRun
          ? []
          : await lookUpVolumes({ ...deps, db }, source, due, options).finally(() => progress.clear());
        const rows = due.map((each) => {
          const result = found.find((one) => one.id === each.id) ?? planned(each, source, questionsIn);
          return rowOf(each, result);
        });
        const missing = dryRun && { missing_key: isMissing ? source.keyVariable : null };
        deps.terminal.out(json ? jsonLine({ organizations: rows, ...missing }) : volumesText(rows));
        if (!dryRun && rows.some(({ left }) => left > 0)) throw await someFailed(source, found);
      });
    });
}

function missingKey({ keyVariable, adapter: { provider } }: VolumeSource): SightlineError {
  const remedy = keyRemedy(provider.slug, keyVariable);
  return new SightlineError('invalid_setting', `To look up search volumes, ${remedy}: ${provider.keyHelp}.`);
}

async function someFailed(source: VolumeSource, found: readonly LookupResult[]): Promise<SightlineError> {
  const { adviceFor } = await import('../../pipeline/collect/keys/advice.ts');
  const failure = found.find((each) => each.failure !== null)?.failure;
  const advice = failure ? adviceFor({ ...source, ...source.adapter, what: 'search volumes' }, failure) : '';
  return new SightlineError('collection_failed', `Some lookups failed. ${advice}`.trim());
}

/** What a run would do, before it asks. */
function planned(
  { id, batches, notAsked }: OrganizationVolumes,
  { micros }: VolumeSource,
  questionsIn: (batches: OrganizationVolumes['batches']) => number,
): LookupResult {
  const wanted = notAsked === null ? batches : [];
  const none = { lookedUp: 0, withVolume: 0, refused: 0, isHeldBack: false, failure: null };
  const cost = { requests: wanted.length, micros: wanted.length * micros };
  return { id, ...none, ...cost, left: questionsIn(wanted) };
}

function rowOf({ organization, problems, notAsked }: OrganizationVolumes, found: LookupResult) {
  return {
    organization,
    looked_up: found.lookedUp,
    with_volume: found.withVolume,
    left: found.left,
    requests: found.requests,
    cost_usd: usdOf(found.micros),
    cannot_be_looked_up: { ...problems, refused: found.refused },
    /** Why its plan stops lookups, as the end of a sentence; null if it does not. */
    not_asked: notAsked,
    held_by_ceiling: found.isHeldBack,
    failure: found.failure?.detail ?? null,
  };
}

type Row = ReturnType<typeof rowOf>;

function volumesText(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No brand has finished its setup, so there is nothing to look up.\n';
  const shown = rows.map(({ organization, looked_up, with_volume, left, requests, cost_usd }) => ({
    ...{ organization, looked_up, with_volume, left, requests },
    cost: dollars(cost_usd),
  }));
  const lines = rows.flatMap((row) =>
    notesOn(row).map((note) => `${printable(row.organization)}: ${note}.\n`),
  );
  return recordTable(shown) + lines.join('');
}

/** Why some questions have no lookup. */
const PROBLEMS = {
  too_long: 'longer than 80 characters',
  too_many_words: 'more than 10 words',
  characters: 'with characters that Google Ads does not accept',
  refused: 'refused by Google Ads',
} as const;

function notesOn({ not_asked, held_by_ceiling: held, failure, cannot_be_looked_up: cannot }: Row): string[] {
  const why = not_asked ?? (held ? 'ceiling reached' : failure);
  const skipped = Object.entries(cannot).filter(([, count]) => count > 0);
  return [
    ...(why === null ? [] : [why]),
    ...skipped.map(([problem, count]) => `${count} ${PROBLEMS[problem as keyof typeof PROBLEMS]}`),
  ];
}
