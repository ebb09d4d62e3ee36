import { Worker } from 'node:worker_threads';
import { SightlineError } from '../domain/errors.ts';
import { InvalidFile } from '../pipeline/declare/apply-file.ts';
import type { ApplyFiles } from '../pipeline/declare/apply-files.ts';
import type { DeclaredOrganization } from '../pipeline/declare/declared.ts';
import type { Problem } from '../pipeline/problems.ts';

export type Job = { readonly read: string } | { readonly write: readonly Partial<DeclaredOrganization>[] };

export type JobResult =
  | { readonly value: DeclaredOrganization[] | string }
  | { readonly problems: readonly Problem[] }
  | { readonly refusal: string };

/** The thread's own file, beside this one, whose ending changes when it is built. */
const THREAD = new URL(import.meta.url.replace(/apply-files(\.\w+)$/, 'apply-files-thread$1'));

/** The largest file that a form takes is done in a tenth of it, on an idle machine. */
const MOST_MS = 10_000;

/** Ten times what the largest file that a form takes needs. */
const MOST_MB = 256;

/**
 * Reads and writes apply files in a thread that ends with the file, one at a time: however a file is written, it takes no more than
 * this time and this memory, and requests go on meanwhile.
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
  const worker = new Worker(THREAD, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: mostMb } });
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
