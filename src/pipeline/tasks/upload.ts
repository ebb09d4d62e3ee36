import { publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import { importMappingOf, mappingEntries } from '../../exchange/mapping.ts';
import { addImport } from '../../storage/answers/imports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import {
  addInputPart,
  deleteAbandonedInputs,
  deleteInput,
  findInputPart,
  type Input,
} from '../../storage/tasks/inputs.ts';
import { findTask } from '../../storage/tasks/tasks.ts';
import { logMappingOf } from '../../traffic/log-mapping.ts';
import { liveBrandId } from '../owned-brand.ts';
import { beginLog } from '../traffic/log-files.ts';
import { addAudited, type StartDeps, type StartedTask, type Starter } from './tasks-of-brand.ts';

export const MOST_UPLOAD_BYTES = 200 * 1024 * 1024;

/** Small enough that storing a part delays no request. */
const PART_BYTES = 512 * 1024;

/** An upload without a task after this time counts as broken off. */
const ABANDONED_MS = 6 * 60 * 60_000;

/** Deletes a brand's broken-off uploads. @returns the number of parts */
export async function dropAbandonedUploads(db: Database, brandId: number, now: number): Promise<number> {
  return await deleteAbandonedInputs(db, brandId, now - ABANDONED_MS);
}

export interface StoredUpload {
  /** The public id of its future task. */
  readonly upload: string;
  readonly bytes: number;
}

/**
 * Streams an uploaded import file into the store, for `start`, which starts its task. A refused or broken-off file leaves nothing.
 *
 * @throws SightlineError `invalid_file` for an empty or oversized file
 */
export async function withUpload<Result>(
  deps: StartDeps,
  brand: string,
  chunks: AsyncIterable<Uint8Array>,
  start: (upload: StoredUpload) => Promise<Result>,
): Promise<Result> {
  const { db, now, random } = deps;
  const brandId = await liveBrandId(db, brand);
  await dropAbandonedUploads(db, brandId, now());
  const input = { brandId, task: publicId('tsk', random) };
  try {
    return await start({ upload: input.task, bytes: await storeParts(deps, input, chunks) });
  } catch (error) {
    await deleteInput(db, input);
    throw error;
  }
}

/** A file that was stored, as the person described it. */
export interface StoredFile extends StoredUpload {
  /** The file's name on the person's computer. */
  readonly name: string;
  /** `status=code`, an entry per field. */
  readonly mapping: readonly string[];
}

/**
 * Starts a stored upload's task, and the import that it stores.
 *
 * @throws SightlineError `conflict` while the brand has an import, `invalid_argument` for a mapping that means nothing
 */
export async function startImport(
  deps: StartDeps,
  starter: Starter,
  { upload, bytes: total, name, mapping: entries }: StoredFile,
): Promise<StartedTask> {
  const { now, random } = deps;
  const mapping = JSON.stringify(mappingEntries(importMappingOf(entries)));
  const brandId = await liveBrandId(deps.db, starter.brand);
  return await inTransaction(deps.db, async (db) => {
    const task = { brandId, publicId: upload, kind: 'import', total } as const;
    const started = await addAudited({ ...deps, db }, starter, task);
    if (!started.isNew)
      throw new SightlineError('conflict', "This brand's last import has not finished yet.");
    const source = { fileName: name, tool: '', mapping, startedBy: starter.user.name, task: upload };
    await addImport(db, brandId, { ...source, publicId: publicId('imp', random), createdAt: now() });
    return started;
  });
}

/** Starts the task that counts a stored log, beside others that wait. @throws SightlineError `invalid_argument` for a mapping that means nothing */
export async function startLog(
  deps: StartDeps,
  starter: Starter,
  { upload: publicId, bytes: total, name, mapping }: StoredFile,
): Promise<StartedTask> {
  logMappingOf(mapping);
  const brandId = await liveBrandId(deps.db, starter.brand);
  return await inTransaction(deps.db, async (db) => {
    const started = await addAudited({ ...deps, db }, starter, { brandId, publicId, kind: 'logs', total });
    const task = await findTask(db, brandId, publicId);
    if (task) await beginLog({ ...deps, db }, brandId, { id: task.id, name, by: starter.user.name, mapping });
    return started;
  });
}

/** A stored upload that needs no task. @throws SightlineError `not_found` if it is gone */
export async function* bytesOfUpload(
  db: Database,
  brand: string,
  upload: string,
): AsyncGenerator<Uint8Array> {
  const input = { brandId: await liveBrandId(db, brand), task: upload };
  for (let part = 0; ; part += 1) {
    const bytes = await findInputPart(db, input, part);
    if (bytes === null && part === 0)
      throw new SightlineError('not_found', 'The file is gone. Choose it again.');
    if (bytes === null) return;
    yield bytes;
  }
}

/** @returns the file's bytes */
async function storeParts(
  { db, now }: StartDeps,
  input: Input,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  let part = 0;
  for await (const bytes of partsOf(chunks)) {
    size += bytes.length;
    if (size > MOST_UPLOAD_BYTES) throw tooLarge();
    await addInputPart(db, input, { part, bytes, now: now() });
    part += 1;
  }
  if (size === 0) throw new SightlineError('invalid_file', 'The file is empty.');
  return size;
}

function tooLarge(): SightlineError {
  const most = MOST_UPLOAD_BYTES / 1024 / 1024;
  return new SightlineError(
    'invalid_file',
    `The file is larger than ${most} MB. Split it, or import it with the command line on the server.`,
  );
}

/** Parts of equal size, except the last. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(held);
    const whole = size - (size % PART_BYTES);
    for (let at = 0; at < whole; at += PART_BYTES) yield all.subarray(at, at + PART_BYTES);
    held = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(held);
}
