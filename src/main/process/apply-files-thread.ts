import { parentPort, workerData } from 'node:worker_threads';
import { declareEngines } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { InvalidFile, readApplyFile } from '../../pipeline/declare/apply/apply-file.ts';
import { applyYaml } from '../../pipeline/declare/document/document-yaml.ts';
import type { Job, JobResult, WorkerData } from './apply-files.ts';

/** Processes one apply file in its own thread: reads or writes it, reports the result, and ends. */
function done(job: Job): JobResult {
  try {
    return { value: 'read' in job ? readApplyFile(job.read) : applyYaml(job.write) };
  } catch (error) {
    if (error instanceof InvalidFile) return { problems: error.problems };
    if (error instanceof SightlineError) return { refusal: error.message };
    throw error;
  }
}

// A broken file may have an error per character, and nobody needs their stack traces.
Error.stackTraceLimit = 0;
const { job, engines } = workerData as WorkerData;
declareEngines(engines);
parentPort?.postMessage(done(job));
