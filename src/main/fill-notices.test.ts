import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillNotices } from './fill-notices.ts';

test('fills say how far they are, but only if they take long, and not after every batch', () => {
  let now = 0;
  const said: string[] = [];
  const notice = fillNotices(
    () => now,
    (sentence) => said.push(sentence),
  );
  for (const [at, share] of [
    [2999, 0.1],
    [3000, 0.299],
    [5999, 0.4],
    [6001, 0.999],
  ] as const) {
    now = at;
    notice({ step: 2, steps: 84, share });
  }
  assert.deepEqual(
    said.map((each) => each.replace(/ If this.*/, '')),
    [
      'Counting stored answers for the new version: step 2 of 84, 29% done.',
      'Counting stored answers for the new version: step 2 of 84, 99% done.',
    ],
  );
});
