import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../time/period.ts';
import { windowAt } from '../time/quota-window.ts';
import { fullQuota, quotaAfter } from './quota.ts';

const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
const WINDOW = windowAt(NOW, MINUTE_MS);

for (const [used, remaining] of [
  [0, 300],
  [1, 299],
  [300, 0],
  [301, 0],
] as const) {
  test(`after ${used} requests ${remaining} remain`, () =>
    assert.equal(quotaAfter(used, WINDOW, NOW).remaining, remaining));
}

test('a key without requests has the whole quota until the minute ends', () =>
  assert.deepEqual(fullQuota(NOW), { limit: 300, remaining: 300, resetsInSeconds: 39 }));
