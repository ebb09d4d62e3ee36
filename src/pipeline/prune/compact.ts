import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';
import { emptyLog, freeSpace, rewriteFile } from '../../storage/space.ts';
import { type PruneDeps, type PruneOptions, type PruneResult, prune } from './prune.ts';

/**
 * Prunes, then rewrites the file without free space, which blocks writers.
 *
 * @throws SightlineError `invalid_argument` for a database server, which manages its own space
 */
export async function pruneAndCompact(deps: PruneDeps, options: PruneOptions): Promise<PruneResult> {
  const before = await freeBytes(deps.db);
  if (before === null) {
    throw new SightlineError(
      'invalid_argument',
      'Only SQLite files need compacting; in PostgreSQL, autovacuum reuses the space of deleted rows.',
    );
  }
  const pruned = await prune(deps, options);
  const freed = (pruned.given_back_bytes ?? 0) + (pruned.free_bytes ?? 0);
  await rewriteFile(deps.db);
  await emptyLog(deps.db);
  const free = (await freeBytes(deps.db)) ?? 0;
  return { ...pruned, given_back_bytes: Math.max(0, freed - free), free_bytes: free };
}

async function freeBytes(db: Database): Promise<number | null> {
  return (await freeSpace(db))?.bytes ?? null;
}
