import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAtAfter } from './recommendation.ts';

test('work begins when first planned or done; ignoring keeps its start, and open restarts it', () => {
  assert.deepEqual([askedAtAfter('asked', undefined, 7), askedAtAfter('done', undefined, 7)], [7, 7]);
  assert.equal(askedAtAfter('ignored', undefined, 7), null);
  assert.equal(askedAtAfter('open', undefined, 7), null);
  for (const status of ['asked', 'done', 'ignored'] as const) {
    assert.equal(askedAtAfter(status, { askedAt: 3 }, 7), 3, status);
  }
  assert.equal(askedAtAfter('open', { askedAt: 3 }, 7), null);
  assert.equal(askedAtAfter('asked', { askedAt: null }, 7), 7);
});
