import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { doWork, type Lane } from './worker.ts';

/** A lane whose pieces take a turn each. */
function laneOf(most: number, pieces: number) {
  const seen = { done: 0, atOnce: 0, failures: 0 };
  let running = 0;
  const next: Lane['next'] = async () => {
    if (pieces === 0) return false;
    pieces -= 1;
    running += 1;
    seen.atOnce = Math.max(seen.atOnce, running);
    await turn();
    running -= 1;
    seen.done += 1;
    return true;
  };
  return { seen, lane: { most, next, onFailure: () => (seen.failures += 1) } };
}

const deps = { stop: new AbortController().signal, sleep: async () => await turn() };

test('each lane does all that waits, as many at once as it may', async () => {
  const [one, three] = [laneOf(1, 5), laneOf(3, 20)];
  await doWork(deps, [one.lane, three.lane], () => true);
  assert.deepEqual([one.seen.done, one.seen.atOnce], [5, 1]);
  assert.deepEqual([three.seen.done, three.seen.atOnce], [20, 3]);
});

test('a failing lane rests, and holds up no other', async () => {
  const slept: number[] = [];
  const good = laneOf(1, 3);
  let fails = 2;
  const bad = laneOf(8, 1);
  const next = async () => {
    if (fails-- > 0) throw new Error('no');
    return await bad.lane.next();
  };
  const sleep = async (ms: number) => {
    slept.push(ms);
    await turn();
  };
  await doWork({ ...deps, sleep }, [{ ...bad.lane, next }, good.lane], () => bad.seen.done === 1);
  assert.deepEqual([good.seen.done, bad.seen.done, bad.seen.failures], [3, 1, 2]);
  assert.equal(slept.filter((ms) => ms === 15_000).length, 2);
});

test('a stop begins nothing new, and waits for what runs', async () => {
  const stop = new AbortController();
  const { lane, seen } = laneOf(1, 5);
  const next = async () => {
    stop.abort();
    return await lane.next();
  };
  await doWork({ ...deps, stop: stop.signal }, [{ ...lane, next }], () => false);
  assert.equal(seen.done, 1);
});
