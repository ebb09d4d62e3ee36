import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody, SightlineError, storeUnavailable } from './errors.ts';

test('a refusal shows its code and its public sentence', () => {
  const error = new SightlineError('bad_cursor', 'Start again.', { cause: new Error('inside') });
  assert.deepEqual(errorBody(error), { error: { code: 'bad_cursor', message: 'Start again.' } });
});

for (const [what, error] of Object.entries({
  'an error of ours that was not foreseen': new TypeError('secret is undefined'),
  'a thrown text': 'secret',
  nothing: undefined,
})) {
  test(`says only "Internal error.": ${what}`, () =>
    assert.deepEqual(errorBody(error), { error: { code: 'internal_error', message: 'Internal error.' } }));
}

test('a failing store says when to come back and not why', () => {
  const error = storeUnavailable(new Error('disk I/O error'));
  assert.equal(error.code, 'unavailable');
  assert.ok((error.retryAfterSeconds ?? 0) >= 1);
  assert.doesNotMatch(JSON.stringify(errorBody(error)), /disk/);
});
