import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../domain/errors.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import { retryingRunner } from './retrying-runner.ts';

const ENVELOPE: Envelope = {
  data: [],
  meta: { generated_at: '', brand: { id: 'acme', name: 'Acme' }, note: '' },
};

const failed = (code: SightlineError['code'], retryAfterSeconds?: number) =>
  new SightlineError(code, code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });

/**
 * The result of a request that fails with these errors in turn and then succeeds, and the pauses in seconds.
 */
async function patient(failures: readonly Error[]): Promise<{ pauses: number[]; result: unknown }> {
  const left = [...failures];
  const pauses: number[] = [];
  const run = retryingRunner(
    async () => {
      const failure = left.shift();
      if (failure) throw failure;
      return ENVELOPE;
    },
    {
      sleep: async (milliseconds) => {
        pauses.push(milliseconds / 1000);
      },
    },
  );
  const result = await run('answers', {}).catch((error: unknown) => error);
  return { pauses, result: result === ENVELOPE ? 'done' : result };
}

const times = (count: number, error: Error) => Array.from({ length: count }, () => error);
const down = failed('unavailable');

for (const [what, failures, pauses] of [
  ['nothing', [], []],
  ['a 429, as long as it says', [failed('rate_limited', 17)], [17]],
  ['a 429 that says 0, for a second', [failed('rate_limited', 0)], [1]],
  ['a 429 that does not say how long, for a minute', [failed('rate_limited')], [60]],
  ['a 5xx, twice as long each time', times(5, down), [1, 2, 4, 8, 16]],
  [
    'a 5xx that says how long, at least that',
    [failed('unavailable', 5), failed('internal_error', 1)],
    [5, 2],
  ],
  [
    'many 429s, without counting them as failures',
    times(30, failed('rate_limited', 60)),
    times(30, down).map(() => 60),
  ],
] as const) {
  test(`waits out ${what}`, async () => {
    assert.deepEqual(await patient(failures), { pauses: [...pauses], result: 'done' });
  });
}

for (const [what, failures, pauses] of [
  ['the sixth 5xx in a row', times(6, down), 5],
  ['the 31st 429 in a row', times(31, failed('rate_limited', 1)), 30],
  ['a 429 that wants an hour', [failed('rate_limited', 3600)], 0],
  ['a 503 that wants an hour', [failed('unavailable', 3600)], 0],
  ['a key that is not valid', [failed('unauthorized')], 0],
  ['a cursor of another brand', [failed('bad_cursor')], 0],
  ['what is not a Sightline server', [failed('bad_server')], 0],
  ['a defect', [new TypeError('x')], 0],
] as const) {
  test(`does not wait out ${what}`, async () => {
    const { pauses: waited, result } = await patient(failures);
    assert.equal(waited.length, pauses);
    assert.equal(result, failures.at(-1));
  });
}
