import { SightlineError } from '../../domain/errors.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { GivenFile } from '../../storage/traffic/given-files.ts';
import type { LogMapping } from '../../traffic/formats/log-format.ts';
import { type CountDeps, countBatch } from './count-batch.ts';
import { type LoggedSite, readCounted } from './read-counted.ts';
import { storedLists } from './refresh-lists.ts';

export interface LogSource {
  /** Of one file, or of one batch of a drain; may be gzipped. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly mapping?: LogMapping | undefined;
  /** The state of its file, read under the brand's lock. */
  readonly fileOf: (db: Database) => Promise<GivenFile>;
  /** Aborting it stops before the next transaction. */
  readonly stop?: AbortSignal | undefined;
  /** Runs after each transaction. */
  readonly onProgress?: ((file: GivenFile) => unknown) | undefined;
}

/**
 * Reads a log and counts its crawls and visits. Stopped, killed, or run twice, the log counts once: run it again to
 * finish it.
 *
 * @returns the file's state after the last transaction
 * @throws SightlineError `conflict` for a brand without a website, `no_such_brand` for a deleted one, `invalid_file` for
 *   damaged compressed data, whose readable part has counted
 */
export async function countLog(
  deps: CountDeps,
  brandId: number,
  { chunks, mapping, fileOf, stop, onProgress }: LogSource,
): Promise<GivenFile> {
  const site = await siteOf(deps.db, brandId);
  return await readCounted({ chunks, site, now: deps.now(), mapping, stop }, async (part) => {
    const file = await countBatch(deps, brandId, part, fileOf);
    await onProgress?.(file);
    return file;
  });
}

/** Which requests are the brand's. @throws as `ownHosts` */
export async function siteOf(db: Database, brandId: number): Promise<LoggedSite> {
  return { ...(await ownHosts(db, brandId)), lists: await storedLists(db) };
}

/** The hosts of a brand's website, the first one apart. @throws SightlineError `conflict` if it has none */
export async function ownHosts(db: Database, brandId: number): Promise<Pick<LoggedSite, 'own' | 'site'>> {
  const own = (await listTracked(db, brandId)).find(({ role }) => role === 'self')?.hosts ?? [];
  const [site] = own;
  if (site === undefined) {
    const sentence = 'This brand has no website yet. Enter its domain, so that its requests are known.';
    throw new SightlineError('conflict', sentence);
  }
  return { own, site };
}
