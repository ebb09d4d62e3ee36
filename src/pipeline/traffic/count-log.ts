import { setImmediate as turn } from 'node:timers/promises';
import { SightlineError } from '../../domain/errors.ts';
import { dayOf } from '../../domain/time/period.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { GivenFile } from '../../storage/traffic/given-files.ts';
import { type ClassifyDeps, classify, isOfSite } from '../../traffic/classify.ts';
import type { LogMapping } from '../../traffic/formats/log-format.ts';
import { hourBit } from '../../traffic/observed.ts';
import { type LogBatch, type LoggedLine, readLog } from '../../traffic/read-log.ts';
import { type CountDeps, type CountingLine, countBatch, type TrafficBatch } from './count-batch.ts';
import { LineNames } from './line-identity.ts';
import { knownAddressLists } from './refresh-lists.ts';

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

/** A transaction stores at most this many lines that count, or what this many lines say. Memory stays flat. */
const MOST_COUNTING = 4000;
const MOST_LINES = 20_000;

/**
 * Reads a log and counts its crawls and visits. Stopped, killed, or run twice, the log counts once: run it again to
 * finish it.
 *
 * @returns the file's state after the last transaction
 * @throws SightlineError `conflict` for a brand without a website, `no_such_brand` for a deleted one, `invalid_file` for
 *   damaged compressed data, whose readable part has counted
 */
export async function countLog(deps: CountDeps, brandId: number, source: LogSource): Promise<GivenFile> {
  const pending = new PendingLines(await siteOf(deps.db, brandId));
  const store = async () => {
    const file = await countBatch(deps, brandId, pending.taken(), source.fileOf);
    await source.onProgress?.(file);
    return file;
  };
  const options = { now: deps.now(), ...(source.mapping && { mapping: source.mapping }) };
  try {
    for await (const batch of readLog(source.chunks, options)) {
      if (source.stop?.aborted) break;
      pending.add(batch);
      if (pending.isFull) await store();
      // Others have their turn: a batch takes some milliseconds.
      else await turn();
    }
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_file') await store();
    throw error;
  }
  return await store();
}

/** Which requests are the brand's. @throws as `ownHosts` */
async function siteOf(db: Database, brandId: number): Promise<ClassifyDeps> {
  return { ...(await ownHosts(db, brandId)), lists: await knownAddressLists(db) };
}

/** The hosts of a brand's website, the first one apart. @throws SightlineError `conflict` if it has none */
export async function ownHosts(db: Database, brandId: number): Promise<Pick<ClassifyDeps, 'own' | 'site'>> {
  const own = (await listTracked(db, brandId)).find(({ role }) => role === 'self')?.hosts ?? [];
  const [site] = own;
  if (site === undefined) {
    const sentence = 'This brand has no website yet. Enter its domain, so that its requests are known.';
    throw new SightlineError('conflict', sentence);
  }
  return { own, site };
}

/** What the next transaction stores. */
class PendingLines {
  readonly #site: ClassifyDeps;
  readonly #names = new LineNames();
  #counting: CountingLine[] = [];
  #hours = new Map<number, number>();
  #lines = 0;
  #unread = 0;
  #elsewhere = 0;
  #last: Pick<LogBatch, 'unreadFirst' | 'format'> = { unreadFirst: [], format: null };

  constructor(site: ClassifyDeps) {
    this.#site = site;
  }

  get isFull(): boolean {
    return this.#counting.length >= MOST_COUNTING || this.#lines >= MOST_LINES;
  }

  add({ lines, unread, requests, ...last }: LogBatch): void {
    this.#lines += lines;
    this.#unread += unread;
    this.#last = last;
    for (const line of requests) this.#addLine(line);
  }

  #addLine({ request, text }: LoggedLine): void {
    if (!isOfSite(request.host, this.#site)) {
      this.#elsewhere += 1;
      return;
    }
    const day = dayOf(request.at);
    this.#hours.set(day, (this.#hours.get(day) ?? 0) | hourBit(request.at));
    const counted = classify(request, this.#site);
    if (counted !== null)
      this.#counting.push({ at: request.at, name: this.#names.nameOf(text, request.id), counted });
  }

  /** Takes everything out. */
  taken(): TrafficBatch {
    const batch = {
      lines: this.#lines,
      unread: this.#unread,
      elsewhere: this.#elsewhere,
      unreadFirst: this.#last.unreadFirst,
      format: this.#last.format?.name ?? null,
      hours: this.#hours,
      counting: this.#counting,
    };
    this.#counting = [];
    this.#hours = new Map();
    this.#lines = 0;
    this.#unread = 0;
    this.#elsewhere = 0;
    return batch;
  }
}
