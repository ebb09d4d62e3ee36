import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeUnavailable } from '../../../domain/errors.ts';
import { storeRetry } from './store-retry.ts';

const AWAY = storeUnavailable(new Error('away'));

/** Work that fails this often before it succeeds, and the total wait. */
function failingTimes(times: number, error: unknown = AWAY) {
  const seen = { tries: 0, waitedMs: 0 };
  const deps = {
    sleep: async (milliseconds: number) => {
      seen.waitedMs += milliseconds;
    },
  };
  const work = async () => {
    seen.tries += 1;
    if (seen.tries <= times) throw error;
    return 'done';
  };
  return { seen, deps, work };
}

test('waits for an unavailable store, for almost a minute', async () => {
  const { seen, deps, work } = failingTimes(15);
  assert.equal(await storeRetry(deps)(work), 'done');
  assert.deepEqual(seen, { tries: 16, waitedMs: 56_200 });
});

test('a store that is unavailable for longer is a failure', async () => {
  const { deps, work } = failingTimes(16);
  await assert.rejects(storeRetry(deps)(work), AWAY);
});

test('does not retry any other failure', async () => {
  const { seen, deps, work } = failingTimes(1, new TypeError('a mistake'));
  await assert.rejects(storeRetry(deps)(work), TypeError);
  assert.equal(seen.tries, 1);
});

test('a stop ends the waiting', async () => {
  const { seen, deps, work } = failingTimes(15);
  await assert.rejects(storeRetry(deps, { stop: AbortSignal.abort() })(work), AWAY);
  assert.equal(seen.tries, 1);
});
