import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { ReadyEngine } from '../../src/pipeline/collect/collect.ts';
import type { TaskDeps } from '../../src/pipeline/tasks/task-context.ts';
import { taskLanes } from '../../src/pipeline/tasks/task-worker.ts';
import type { StartDeps, Starter } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { startImport, withUpload } from '../../src/pipeline/tasks/upload.ts';
import { doWork } from '../../src/pipeline/worker.ts';
import { reportComposer } from '../../src/reports/client/composer.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { Clock, random } from './world.ts';

export interface WorkerOptions {
  readonly clock?: Clock;
  readonly engines?: readonly ReadyEngine[];
  readonly readers?: readonly ReadyEngine[];
  readonly disabled?: TaskDeps['engines']['disabled'];
  readonly stop?: AbortSignal;
  readonly failures?: unknown[];
  readonly random?: TaskDeps['random'];
  readonly sites?: TaskDeps['sites'];
  /** Called whenever the worker waits. */
  readonly onSleep?: (milliseconds: number) => Promise<void> | void;
}

const NO_SITES: TaskDeps['sites'] = {
  read: async () => assert.fail('no site is read'),
  readEach: () => assert.fail('no page is read'),
  readSitemap: () => assert.fail('no sitemap is read'),
};

/** A store's worker that never waits: sleeping moves the clock. */
export function workerDeps(store: Store, options: WorkerOptions = {}): TaskDeps {
  const { clock = new Clock(), engines = [], disabled = [], readers = [], failures = [], onSleep } = options;
  return {
    db: store.main,
    now: clock.now,
    random: options.random ?? random,
    fetch: (url, init) => fetch(url, init),
    sleep: async (milliseconds) => {
      clock.at += milliseconds;
      await onSleep?.(milliseconds);
      await turn();
    },
    engines: { ready: engines, disabled, readers },
    sites: options.sites ?? NO_SITES,
    secrets: [],
    prospectReport: reportComposer({ db: store.main, now: clock.now }).prospect,
    stop: options.stop ?? new AbortController().signal,
    onFailure: (_task, error) => failures.push(error),
  };
}

/** Runs every pending task, until none is left. */
export async function doAllTasks(store: Store, options: WorkerOptions = {}): Promise<void> {
  const deps = workerDeps(store, options);
  const done = new AbortController();
  let [running, hasWorked] = [0, false];
  const lanes = taskLanes(deps).map((lane) => ({
    ...lane,
    next: async () => {
      running += 1;
      const wasAny = await lane.next().finally(() => (running -= 1));
      hasWorked ||= wasAny;
      return wasAny;
    },
  }));
  const sleep: TaskDeps['sleep'] = async (milliseconds, signal) => {
    await deps.sleep(milliseconds, signal);
    if (running === 0 && !hasWorked) done.abort();
    hasWorked = false;
  };
  await doWork({ sleep, stop: AbortSignal.any([deps.stop, done.signal]) }, lanes);
}

/** Starts an import as its page does. @returns the task's public id */
export async function uploadTo(
  deps: StartDeps,
  starter: Starter,
  chunks: AsyncIterable<Uint8Array>,
  mapping: readonly string[] = [],
): Promise<string> {
  return await withUpload(
    deps,
    starter.brand,
    chunks,
    async (upload) => (await startImport(deps, starter, { ...upload, name: 'answers.jsonl', mapping })).task,
  );
}
