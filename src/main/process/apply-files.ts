import { Worker } from 'node:worker_threads';
import { type Engine, ownEngines } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { InvalidFile } from '../../pipeline/declare/apply/apply-file.ts';
import type { ApplyFiles } from '../../pipeline/declare/apply/apply-files.ts';
import type { DeclaredOrganization } from '../../pipeline/declare/document/declared.ts';
import type { Problem } from '../../pipeline/problems.ts';

export type Job = { readonly read: string } | { readonly write: readonly Partial<DeclaredOrganization>[] };

/** The thread's job, and the operator's own engines. */
export interface WorkerData {
  readonly job: Job;
  readonly engines: readonly Engine[];
}

export type JobResult =
  | { readonly value: DeclaredOrganization[] | string }
  | { readonly problems: readonly Problem[] }
  | { readonly refusal: string };

/** The thread's file, beside this one; the build changes its extension. */
const THREAD = new URL(import.meta.url.replace(/apply-files(\.\w+)$/, 'apply-files-thread$1'));

/** A form's largest file takes a tenth of this on an idle machine. */
const MOST_MS = 10_000;

/** Ten times the memory that a form's largest file takes. */
const MOST_MB = 256;

/**
 * Reads and writes apply files one at a time, in a thread per file: no file, however malformed, exceeds these limits or
 * blocks requests.
 */
export function applyFilesInThread({ mostMs = MOST_MS, mostMb = MOST_MB } = {}): ApplyFiles {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (job: Job) => {
    const result = last.then(() => inThread(job, mostMs, mostMb));
    last = result.catch(() => {});
    return result;
  };
  return {
    read: async (text) => (await inTurn({ read: text })) as DeclaredOrganization[],
    write: async (organizations) => (await inTurn({ write: organizations })) as string,
  };
}

async function inThread(job: Job, mostMs: number, mostMb: number): Promise<DeclaredOrganization[] | string> {
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const workerData: WorkerData = { job, engines: ownEngines() };
  const worker = new Worker(THREAD, { workerData, resourceLimits: { maxOldGenerationSizeMb: mostMb } });
  worker.once('message', resolve);
  worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuch('memory') : error));
  worker.once('exit', () => reject(new Error('the thread of an apply file ended without a result')));
  const timer = setTimeout(() => reject(tooMuch('time')), mostMs);
  try {
    return valueIn(await promise);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function valueIn(result: JobResult): DeclaredOrganization[] | string {
  if ('value' in result) return result.value;
  if ('problems' in result) throw new InvalidFile(result.problems);
  throw new SightlineError('invalid_file', result.refusal);
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(of: 'time' | 'memory'): SightlineError {
  return new SightlineError(
    'invalid_file',
    `Nothing was applied: the file takes too much ${of} to read. Split it, or use \`sightline apply\` on the server.`,
  );
}
