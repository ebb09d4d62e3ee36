import type { Command } from 'commander';
import { type CliDeps, invocationOf } from '../shared/deps.ts';

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
      const { printVolumeEstimate, printVolumes } = await import('./print-volumes.ts');
      const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
      await deps.withStore(flags, async (db) => {
        const id = brand === undefined ? undefined : await brandIdOf(db, brand, organization);
        const choice = { brand: id, organization };
        if (dryRun) await printVolumeEstimate(deps, db, choice, { json, flags });
        else await printVolumes(deps, db, choice, { json, flags });
      });
    });
}
