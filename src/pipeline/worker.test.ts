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

/** Works until what is awaited is done. */
async function workUntil(isDone: () => boolean, lanes: readonly Lane[], slept: number[] = []): Promise<void> {
  const stop = new AbortController();
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    await turn();
    if (isDone()) stop.abort();
  };
  await doWork({ stop: stop.signal, sleep }, lanes);
}

test('each lane does all that waits, as many at once as it may', async () => {
  const [one, three] = [laneOf(1, 5), laneOf(3, 20)];
  await workUntil(() => one.seen.done === 5 && three.seen.done === 20, [one.lane, three.lane]);
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
  await workUntil(() => bad.seen.done === 1, [{ ...bad.lane, next }, good.lane], slept);
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
  await doWork({ stop: stop.signal, sleep: async () => await turn() }, [{ ...lane, next }]);
  assert.equal(seen.done, 1);
});
