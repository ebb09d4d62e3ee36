import { parentPort, workerData } from 'node:worker_threads';
import { SightlineError } from '../domain/errors.ts';
import { InvalidFile, readApplyFile } from '../pipeline/declare/apply-file.ts';
import { applyYaml } from '../pipeline/declare/document-yaml.ts';
import type { Job, JobResult } from './apply-files.ts';

/** The thread of one apply file: it reads or writes it, says what came of that, and ends. */
function done(job: Job): JobResult {
  try {
    return { value: 'read' in job ? readApplyFile(job.read) : applyYaml(job.write) };
  } catch (error) {
    if (error instanceof InvalidFile) return { problems: error.problems };
    if (error instanceof SightlineError) return { refusal: error.message };
    throw error;
  }
}

// A broken file has as many errors as it has characters, and nobody reads where in the library each of them was made.
Error.stackTraceLimit = 0;
parentPort?.postMessage(done(workerData as Job));
