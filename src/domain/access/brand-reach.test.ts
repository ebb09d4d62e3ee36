import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin, overlap, reaches } from './brand-reach.ts';

test('things of all brands are only for users who reach all', () => {
  assert.deepEqual([reaches(null, null), reaches(null, 7), reaches([7], 7)], [true, true, true]);
  assert.deepEqual([reaches([7], null), reaches([7], 8), reaches([], 7)], [false, false, false]);
});

test('a reach is within another if it has no brand besides', () => {
  assert.deepEqual([isWithin([7], [7, 8]), isWithin([7], null), isWithin(null, null)], [true, true, true]);
  assert.deepEqual([isWithin([7, 9], [7, 8]), isWithin(null, [7]), isWithin([], [7])], [false, false, false]);
});

test('a user without a brand shares none with anybody', () => {
  assert.deepEqual([overlap([7], [7, 8]), overlap(null, [7]), overlap([7], null)], [true, true, true]);
  assert.deepEqual(
    [overlap([7], [8]), overlap([], [7]), overlap(null, []), overlap([], null)],
    [false, false, false, false],
  );
});
