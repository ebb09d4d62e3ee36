import { parentPort } from 'node:worker_threads';
import { declareEngines } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { TEXT_JOBS } from './text-jobs.ts';
import type { JobMessage, JobResult } from './text-threads.ts';

/** Does one job after another, and reports each result. */
async function done({ name, given, engines }: JobMessage): Promise<JobResult> {
  declareEngines(engines);
  try {
    return { value: await TEXT_JOBS[name](given as never) };
  } catch (error) {
    if (error instanceof SightlineError) return { refusal: error.message, code: error.code };
    throw error;
  }
}

// A broken file may have an error per character, and nobody needs their stack traces.
Error.stackTraceLimit = 0;
parentPort?.on('message', async (job: JobMessage) => parentPort?.postMessage(await done(job)));
