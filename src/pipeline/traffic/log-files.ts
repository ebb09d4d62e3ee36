import { createHash } from 'node:crypto';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { takeIds, withBrandLock } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import {
  findGivenFile,
  findNewestFile,
  type GivenFile,
  listGivenFiles,
  saveGivenFile,
} from '../../storage/traffic/given-files.ts';
import { type LogDetail, NO_LOG_DETAIL } from '../../traffic/log-detail.ts';
import { logMappingOf } from '../../traffic/log-mapping.ts';
import { liveBrandId } from '../owned-brand.ts';
import type { CountDeps } from './count-batch.ts';
import { countLog, type LogSource } from './count-log.ts';

export type { GivenFile };

/** A log's numbers, and what else is stored of it. */
export interface CountedLog extends Omit<GivenFile, 'detail'>, LogDetail {}

export function countedLogOf({ detail, ...file }: GivenFile): CountedLog {
  return { ...file, ...(JSON.parse(detail) as LogDetail) };
}

export interface NewLog {
  /** Of the brand's numbers; left out: the next. */
  readonly id?: number;
  readonly name: string;
  /** A person's name, or a word such as `command line`. */
  readonly by: string;
  readonly mapping: readonly string[];
}

const LONGEST_NAME = 200;

/** Notes a log that is about to be read. @returns its id */
export async function beginLog(
  { db, now }: Pick<CountDeps, 'db' | 'now'>,
  brandId: number,
  { id, name, by, mapping }: NewLog,
): Promise<number> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const fileId = id ?? (await takeIds(transaction, brandId, 1));
    const file = emptyFile(fileId, 'log', shownName(name), { by, at: now() });
    const detail = JSON.stringify({ ...NO_LOG_DETAIL, mapping } satisfies LogDetail);
    await saveGivenFile(transaction, brandId, { ...file, detail });
    return fileId;
  });
}

export function shownName(name: string): string {
  return name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\uFFFD')
    .slice(0, LONGEST_NAME);
}

function emptyFile(
  id: number,
  kind: string,
  name: string,
  { by, at }: { readonly by: string; readonly at: number },
): GivenFile {
  const numbers = { firstDay: null, lastDay: null, lines: 0, counted: 0, unread: 0 };
  const given = { givenBy: by, givenAt: at, digest: '' };
  return { id, kind, name, ...given, ...numbers, detail: JSON.stringify(NO_LOG_DETAIL) };
}

/**
 * Reads a log that `beginLog` noted, from its start: what counted before an interruption is kept, and counts no more.
 *
 * @returns the file; without a digest, it was stopped
 * @throws as `countLog` does
 */
export async function readGivenLog(
  deps: CountDeps,
  brandId: number,
  id: number,
  { chunks, stop, onProgress }: Pick<LogSource, 'chunks' | 'stop' | 'onProgress'>,
): Promise<CountedLog> {
  const { mapping } = countedLogOf(await restarted(deps.db, brandId, id));
  const hash = createHash('sha256');
  const file = await countLog(deps, brandId, {
    ...{ chunks: hashed(chunks, hash), stop, onProgress, mapping: logMappingOf(mapping) },
    fileOf: (db) => fileNamed(db, brandId, id),
  });
  if (stop?.aborted) return countedLogOf(file);
  return await withBrandLock(deps.db, brandId, async (db) => {
    const whole = { ...(await fileNamed(db, brandId, id)), digest: hash.digest('hex') };
    await saveGivenFile(db, brandId, whole);
    return countedLogOf(whole);
  });
}

/**
 * Notes, audits, and reads a log for the operator.
 *
 * @throws SightlineError `invalid_argument` for a mapping that means nothing, and as `countLog` does
 */
export async function importLog(
  deps: CountDeps,
  { id: brandId, publicId, organizationId }: { id: number; publicId: string; organizationId: number },
  { chunks, stop, onProgress, ...log }: Omit<NewLog, 'id'> & Omit<LogSource, 'fileOf' | 'mapping'>,
): Promise<CountedLog> {
  logMappingOf(log.mapping);
  const id = await inTransaction(deps.db, async (db) => {
    const entry = { at: deps.now(), organizationId, actor: log.by, subject: publicId };
    await insertAudit(db, { ...entry, action: 'brand.log', detail: shownName(log.name) });
    return await beginLog({ ...deps, db }, brandId, log);
  });
  return await readGivenLog(deps, brandId, id, { chunks, stop, onProgress });
}

/** Forgets how far it was read, but not what it counted. */
async function restarted(db: Database, brandId: number, id: number): Promise<GivenFile> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const file = await fileNamed(transaction, brandId, id);
    const { mapping, crawls, visits } = JSON.parse(file.detail) as LogDetail;
    const detail = JSON.stringify({ ...NO_LOG_DETAIL, mapping, crawls, visits } satisfies LogDetail);
    const again = { ...file, lines: 0, unread: 0, digest: '', detail };
    await saveGivenFile(transaction, brandId, again);
    return again;
  });
}

async function fileNamed(db: Database, brandId: number, id: number): Promise<GivenFile> {
  const file = await findGivenFile(db, brandId, id);
  if (file === null) throw new SightlineError('not_found', 'This file is not known any more.');
  return file;
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The row of what a drain takes on one day: the newest, or a new one. Its caller holds the brand's lock. */
export async function fileOfDrain(db: Database, brandId: number, now: number): Promise<GivenFile> {
  const name = new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const newest = await findNewestFile(db, brandId, 'drain');
  if (newest?.name === name) return newest;
  return emptyFile(await takeIds(db, brandId, 1), 'drain', name, { by: 'drain', at: now });
}

/** What people and drains gave a brand, newest first. */
export async function givenFilesOf(db: Database, brand: string, limit: number): Promise<GivenFile[]> {
  return await listGivenFiles(db, await liveBrandId(db, brand), limit);
}
