import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { raceAbort } from './race-abort.ts';

test('has the result of work that ends before the signal', async () =>
  assert.equal(await raceAbort(Promise.resolve(1), new AbortController().signal), 1));

test('ends with the signal, before the work', async () => {
  const control = new AbortController();
  const race = raceAbort(new Promise(() => {}), control.signal);
  control.abort(new Error('stop'));
  await assert.rejects(race, /stop/);
});

test('work that fails after an earlier signal is no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const work = Promise.withResolvers<never>();
  await assert.rejects(raceAbort(work.promise, AbortSignal.abort(new Error('stop'))), /stop/);
  work.reject(new Error('late'));
  await nextTurn();
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});
