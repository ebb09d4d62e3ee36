import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pointsOf, pointsText, pointsThatAddUp, tenthsText } from './points.ts';

test('a difference reads the same from its hundredths as from its unrounded value', () => {
  for (let difference = -0.41; difference < 0.41; difference += 0.000_037) {
    const points = pointsOf(difference);
    if (Math.abs(points) < 0.05) continue;
    assert.equal(pointsText(difference), pointsText(points / 100));
    assert.equal(pointsText(difference).replace('+', ''), tenthsText(points));
  }
});

test('rounds halves away from zero, whatever they are in binary', () =>
  assert.deepEqual([8.35, -30.05, 0.15, 1.005].map(tenthsText), ['8.4', '-30.1', '0.2', '1.0']));

test('a nonzero value does not read as zero, and zero has no sign', () => {
  assert.deepEqual([0.0004, -0.000_04, 0.000_003, 0, -0].map(pointsText), [
    '+0.04',
    '-0.004',
    '+0.0003',
    '0.0',
    '0.0',
  ]);
  assert.deepEqual([0.04, -0.04, -0].map(tenthsText), ['0.0', '0.0', '0.0']);
});

test('rounded differences add up to their rounded sum, each within a hundredth of its own', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (differences) => {
        const sum = pointsOf(differences.reduce((total, each) => total + each, 0));
        const points = pointsThatAddUp(differences, sum);
        assert.equal(
          points.reduce((total, each) => total + Math.round(100 * each), 0) + 0,
          Math.round(100 * sum) + 0,
        );
        for (const [index, each] of points.entries()) {
          assert.ok(Math.abs(each - 100 * (differences[index] ?? 0)) < 0.010_001);
        }
      },
    ),
  );
  assert.deepEqual(pointsThatAddUp([0.333_333, 0.333_333, 0.333_334], 100), [33.33, 33.33, 33.34]);
});
