import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoized } from './memoized.ts';

test('reads each key once while it is remembered, also without a value, and forgets', () => {
  const read: string[] = [];
  const lengthOf = memoized((key) => {
    read.push(key);
    return key === '' ? null : key.length;
  });
  assert.deepEqual(['a', '', 'a', '', 'a\ud800', 'a\ud800'].map(lengthOf), [1, null, 1, null, 2, 2]);
  assert.equal(read.length, 3);
  for (let at = 0; at < 20_000; at += 1) lengthOf(String(at));
  lengthOf('a');
  assert.equal(read.length, 20_004);
});

test('reads a very long key each time', () => {
  let times = 0;
  const read = memoized(() => {
    times += 1;
    return times;
  });
  assert.deepEqual(
    ['x', 'x', 'y'].map((each) => read(each.repeat(1001))),
    [1, 2, 3],
  );
});
