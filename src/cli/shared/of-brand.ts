import type { Command } from 'commander';
import type { Database } from '../../reports/run/operator.ts';
import type { CliDeps } from './deps.ts';

export interface OfBrand {
  readonly brand: string;
  readonly organization?: string | undefined;
}

export function ofBrand(command: Command): Command {
  return command
    .requiredOption('--brand <id or name>', 'the brand')
    .option('--organization <name or id>', "the brand's organization");
}

/** Works on the brand in these flags, by its public id. @throws SightlineError as brandIdOf does */
export async function withBrand<Result>(
  deps: CliDeps,
  flags: Parameters<CliDeps['withStore']>[0],
  { brand, organization }: OfBrand,
  work: (db: Database, brand: string) => Promise<Result>,
): Promise<Result> {
  const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
  return await deps.withStore(flags, async (db) => work(db, await brandIdOf(db, brand, organization)));
}
