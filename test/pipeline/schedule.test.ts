import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScheduleDeps, watchDaily } from '../../src/pipeline/watch/schedule.ts';
import type { WatchedBrand } from '../../src/pipeline/watch/watch.ts';
import { historyLines } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeWith, Clock, DAY_MS, HOUR_MS, iso, NOW, pipelineOn, random } from '../support/world.ts';

const SIX = 6 * HOUR_MS;

/** The last six o'clock before NOW. */
const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS + SIX;

/** Runs the schedule; each sleep advances the clock, until the last of `until`. */
async function run(store: TestStore, clock: Clock, until: number, more: Partial<ScheduleDeps> = {}) {
  const stopping = new AbortController();
  const evaluated: { at: string; late: number; brands: readonly WatchedBrand[] }[] = [];
  const failures: unknown[] = [];
  const deps: ScheduleDeps = {
    db: store.main,
    random,
    now: clock.now,
    sleep: async (milliseconds) => {
      assert.ok(milliseconds > 0, 'it sleeps for something');
      clock.at += milliseconds;
      if (clock.at > until) stopping.abort();
    },
    onEvaluated: (at, brands) => evaluated.push({ at: iso(at), late: clock.at - at, brands }),
    onFailure: (error) => failures.push(error),
    ...more,
  };
  await watchDaily(deps, { timeOfDay: SIX }, stopping.signal);
  return { evaluated, failures };
}

async function acmeOn(store: TestStore): Promise<void> {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeWith({ engines: ['chatgpt'] }));
  await importLines(historyLines({ from: 13, to: 0, prompts: 1, say: () => ({ acme: true }) }));
}

onReusedStore('the daily schedule', (fresh) => {
  test('makes up for the last seven days, then waits for each next one', async () => {
    const store = await fresh();
    await acmeOn(store);
    const { evaluated } = await run(store, new Clock(), TODAY + 2 * DAY_MS + HOUR_MS);
    assert.deepEqual(
      pluck(evaluated, 'at'),
      [-6, -5, -4, -3, -2, -1, 0, 1, 2].map((day) => iso(TODAY + day * DAY_MS)),
    );
    const found = evaluated.map(({ brands }) => brands[0]?.status);
    assert.deepEqual(
      found,
      evaluated.map(() => 'evaluated'),
    );
    assert.equal(evaluated.at(-1)?.late, 0);
  });

  test('evaluates nothing twice after a restart', async () => {
    const store = await fresh();
    await acmeOn(store);
    await run(store, new Clock(), NOW);
    const { evaluated } = await run(store, new Clock(), NOW);
    const found = evaluated.map(({ brands }) => brands[0]?.status);
    assert.deepEqual(found, [...Array.from({ length: 6 }, () => 'later_day_done'), 'done_before']);
  });

  test('tries a day that failed again, and loses none', async () => {
    const store = await fresh();
    await acmeOn(store);
    let calls = 0;
    const failing = (size: number) => {
      calls += 1;
      if (calls === 1) throw new Error('once');
      return random(size);
    };
    const { evaluated, failures } = await run(store, new Clock(), NOW + HOUR_MS, { random: failing });
    assert.match(String(failures), /once/);
    assert.deepEqual([failures.length, evaluated.length], [1, 7]);
  });

  test('after a long sleep of the machine, evaluates only the newest seven days', async () => {
    const store = await fresh();
    await acmeOn(store);
    const clock = new Clock();
    let slept = 0;
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      slept += 1;
      clock.at += slept === 1 ? 20 * DAY_MS : milliseconds;
      void signal;
    };
    const stopping = new AbortController();
    const days: number[] = [];
    await watchDaily(
      {
        db: store.main,
        random,
        now: clock.now,
        sleep,
        onEvaluated: (at) => {
          days.push(at);
          if (days.length === 14) stopping.abort();
        },
        onFailure: (error) => assert.fail(String(error)),
      },
      { timeOfDay: SIX },
      stopping.signal,
    );
    assert.deepEqual(
      days.slice(7),
      [14, 15, 16, 17, 18, 19, 20].map((day) => TODAY + day * DAY_MS),
    );
  });
});
